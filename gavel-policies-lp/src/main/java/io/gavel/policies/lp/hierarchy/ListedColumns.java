package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The listed columns of a program. Mutable. */
final class ListedColumns implements RunColumns {

  private final AllocationProgram all;
  private final LevelPrecision precision;
  private final double[] fractions;
  private final boolean[] open;

  ListedColumns(AllocationProgram all, LevelPrecision precision) {
    this.all = all;
    this.precision = precision;
    fractions = new double[all.columnCount()];
    open = new boolean[all.columnCount()];
    Arrays.fill(open, true);
  }

  @Override
  public AllocationProgram open(AllocationProgram program) {
    return program.withColumns(open);
  }

  @Override
  public void take(CertifiedSolution point) {
    double[] x = point.fractions();
    int c = 0;
    for (int i = 0; i < open.length; i++) {
      fractions[i] = open[i] ? x[c++] : fractions[i];
    }
  }

  @Override
  public void close(AllocationProgram program, HighestLevel highest, boolean[] live) {
    double[] x = highest.point().fractions();
    HighestLevel.Cut proof = highest.proof();
    double gap = precision.gap(proof.others());
    double[] demanded = highest.demands();
    long demanding = IntStream.range(0, live.length).filter(m -> live[m]).count();
    double[] costs = program.reducedCosts(proof.point().bound());
    int c = 0;
    for (int i = 0; i < open.length; i++) {
      if (open[i]) {
        double cost = demanding * costs[c];
        boolean used =
            counts(program.rate(c) * x[c], demanded[program.first(c)])
                || (program.second(c) >= 0
                    && counts(program.secondRate(c) * x[c], demanded[program.second(c)]));
        open[i] = used || cost < LevelPrecision.CLEAR_CUT * Math.max(x[c], gap);
        fractions[i] = open[i] ? x[c] : 0;
        c++;
      }
    }
  }

  private boolean counts(double throughput, double demanded) {
    return demanded > 0 && throughput > precision.dust() * demanded;
  }

  @Override
  public void settle(boolean[] saturated, boolean[] live) {
    boolean constrained = all.rows().count() > 0;
    Arrays.fill(live, constrained);
    if (constrained) {
      return;
    }
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        live[all.first(c)] |= !saturated[all.first(c)];
        if (all.second(c) >= 0) {
          live[all.second(c)] |= !saturated[all.second(c)];
        }
      }
    }
    LiveColumns.keep(all, open, live);
  }

  @Override
  public double[] fastest() {
    double[] fastest = new double[all.jobCount()];
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        int m = all.first(c);
        fastest[m] = Math.max(fastest[m], all.rate(c));
        int second = all.second(c);
        if (second >= 0) {
          fastest[second] = Math.max(fastest[second], all.secondRate(c));
        }
      }
    }
    return fastest;
  }

  @Override
  public void full(RoundPrices prices, int[] jobs, double[] reached) {
    prices.full(jobs, reached, open);
  }

  @Override
  public void heldBack(RoundPrices prices, DualBound proof, boolean[] saturated) {
    prices.heldBack(proof, open, saturated);
  }

  @Override
  public DualBound bound(AllocationProgram lowest, DualBound proof) {
    return DualBound.of(lowest, proof.prices());
  }

  @Override
  public Allocation allocation(
      AllocationProblem problem,
      AllocationProgram lowest,
      DualBound bound,
      CertifiedSolver solver) {
    double[] reached = fractions;
    if (!problem.constraintRows().isEmpty() && Arrays.stream(reached).allMatch(f -> f == 0)) {
      AllocationProgram any =
          AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
      reached = solver.solve(any).fractions(); // nobody is owed anything
    }
    double[] x = FeasibilityRepair.of(lowest, reached).fractions();
    return AllocationFactory.certified(lowest, problem, x, bound);
  }
}
