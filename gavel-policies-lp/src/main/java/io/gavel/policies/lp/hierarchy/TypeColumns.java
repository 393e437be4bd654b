package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.Optional;

/**
 * The columns of pairs by job type, which are not listed and all stay open: saturated jobs keep
 * their throughput as demand, so each program contains all jobs, and its prices alone prove its
 * round. Mutable.
 */
final class TypeColumns implements RunColumns {

  private final AllocationProgram program;
  private Optional<CertifiedSolution> point = Optional.empty();

  TypeColumns(AllocationProgram program) {
    this.program = program;
  }

  @Override
  public AllocationProgram open(AllocationProgram all) {
    return all;
  }

  @Override
  public void take(CertifiedSolution found) {
    point = Optional.of(found);
  }

  @Override
  public void close(AllocationProgram all, HighestLevel highest, boolean[] live) {
    take(highest.point());
  }

  @Override
  public void settle(boolean[] saturated, boolean[] live) {
    Arrays.fill(live, true);
  }

  @Override
  public boolean[] open() {
    return new boolean[0];
  }

  @Override
  public double[] fastest(boolean[] of) {
    return program.fastest();
  }

  @Override
  public ScarceRows scarce() {
    return new ScarceRows(program, CouplingRows.none(), new int[0], open());
  }

  @Override
  public void close(int[] some) {}

  @Override
  public double[] rowsAlone(Prices ofOne) {
    return new double[program.rows().count()];
  }

  /** A job that runs full time where it is fastest needs no price. */
  @Override
  public void full(RoundPrices prices, int[] jobs, double[] reached) {}

  @Override
  public void heldBack(RoundPrices prices, DualBound proof, boolean[] saturated) {
    prices.heldBack(proof, saturated);
  }

  @Override
  public RoundPrices.Draft heldBack(RoundPrices prices, ScarceRows.Exhausted row, double worth) {
    throw new IllegalStateException("no row holds jobs back alone");
  }

  /** Returns a copy in another unit: which pairs they pay for does not depend on demands. */
  @Override
  public DualBound bound(AllocationProgram lowest, DualBound proof) {
    double[] requirement = new double[lowest.jobCount()];
    Arrays.setAll(requirement, lowest::requirement);
    double sum = AllocationFactory.valueOf(proof.prices(), requirement);
    return sum > 0
        ? DualBound.proved(
            proof.value() / sum,
            AllocationFactory.scaled(proof.prices(), 1 / sum, lowest.jobCount()))
        : DualBound.proved(Double.POSITIVE_INFINITY, proof.prices());
  }

  @Override
  public Allocation allocation(
      AllocationProblem problem,
      AllocationProgram lowest,
      DualBound bound,
      CertifiedSolver solver) {
    CertifiedSolution reached =
        point.orElseGet(
            () ->
                solver.solveOrFeasible(
                    AllocationProgram.maximizeSum(problem, new double[problem.jobCount()])));
    return AllocationFactory.certified(problem, reached, bound, used -> lowest.statement(used));
  }
}
