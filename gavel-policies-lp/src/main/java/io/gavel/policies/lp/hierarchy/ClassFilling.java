package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.level.RegulaFalsi;
import io.gavel.policies.lp.solver.internal.classes.DemandProof;
import io.gavel.policies.lp.solver.internal.classes.GrowingDemands;
import io.gavel.policies.lp.solver.internal.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Water filling over pairs by job type, on one program of the classes of jobs that keeps its basis.
 *
 * <p>Prices that hold jobs back say more than which jobs are saturated: where a rate of a class has
 * a price, all that the class can have above this rate is given out. So no job of the class that is
 * below can rise above it, and the rate becomes its capacity. At which level such a job is full
 * follows from the tree, as for any other job that runs full time on its fastest column. A rate
 * holds jobs back once, so there are about as many searches as rates with a price, a dozen for
 * thousands of jobs. Mutable.
 */
final class ClassFilling extends Filling {

  /** The part of a level that is rounding. */
  private static final double ROUNDING = 1e-12;

  /** The part of a level by which a job may exceed it and still count as one of it. */
  private static final double SAME = 1e-10;

  /** What demands that are met may cost too much. */
  private static final double WRONG = 1e-8;

  /** The first step of a search, as a part of the level before. */
  private static final double FIRST_STEP = 0.125;

  /** The factor by which steps grow. */
  private static final double GROWTH = 8;

  private final GrowingDemands classes;
  private final boolean[] aside;
  private final RoundPrices prices;

  /** The prices that made a rate the capacity of a job, and its price, {@code [job]}. */
  private final RoundPrices.@Nullable Draft[] limitedBy;

  private final double[] priceOfLimit;

  private ClassFilling(
      AllocationProblem problem,
      AllocationProgram program,
      FairnessTree tree,
      GrowingDemands classes) {
    super(problem, program, tree, ROUNDING);
    this.classes = classes;
    aside = tree.owedNothing();
    prices = new RoundPrices(TimeCaps.of(program), aside);
    double[] fastest = program.fastest();
    Arrays.setAll(capacity, m -> aside[m] ? 0 : fastest[m] / unit[m]);
    limitedBy = new RoundPrices.Draft[unit.length];
    priceOfLimit = new double[unit.length];
  }

  /**
   * Returns the end of water filling; empty if the problem does not suit it, if rounding was in the
   * way, or if limits ended it.
   */
  static Optional<ClassFilling> of(
      AllocationProblem problem, FairnessTree tree, SolveLimits limits) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    if (!program.hasPairsByType() || program.rows().count() > 0) {
      return Optional.empty();
    }
    int[] partition = new ImplicitPairSolver(program).classOf();
    try {
      while (true) {
        Optional<GrowingDemands> classes = GrowingDemands.of(program, partition, limits);
        if (classes.isEmpty()) {
          return Optional.empty();
        }
        ClassFilling filling = new ClassFilling(problem, program, tree, classes.get());
        List<Integer> misfits = filling.fill();
        if (misfits.isEmpty()) {
          return Optional.of(filling);
        }
        ImplicitPairSolver.separate(partition, misfits);
      }
    } catch (SolveFailedException | CancelledSolve unsolved) {
      return Optional.empty();
    }
  }

  /** Raises the level until no job can rise; returns the jobs that would be their own partners. */
  private List<Integer> fill() {
    while (canRise()) {
      rise();
    }
    double[] demands = throughputs(tree.demands(capacity), level);
    if (!classes.areMet(demands)) {
      throw new SolveFailedException("demands that were met are not, due to rounding");
    }
    return classes.misfits();
  }

  private void rise() {
    FairnessTree.Demands demands = tree.demands(capacity);
    double[] fullAt = demands.fullAt();
    double most = most(fullAt);
    boolean first = rounds().isEmpty();
    Optional<DemandProof> proof = most > level ? search(demands, most) : Optional.empty();
    double[] received = demands.at(level);
    DualBound alone = first ? nameLowest(demands, fullAt, level) : lowestBound;
    int[] full = saturateFull(fullAt);
    price(full, fullAt);
    boolean limits = proof.isPresent() && holdBack(proof.get(), received);
    if (full.length == 0 && !limits) {
      throw new SolveFailedException(
          "level %s cannot be raised, but prices hold no job back".formatted(level));
    }
    if (first) {
      lowestBound =
          prices
              .first()
              .map(cut -> classes.bound(lowest, cut.prices()).orBetter(alone))
              .orElse(alone);
    }
  }

  /**
   * Raises the level as far as demands can be met; returns what holds it, unless it is the most.
   */
  private Optional<DemandProof> search(FairnessTree.Demands demands, double most) {
    Optional<DemandProof> proof = Optional.empty();
    double low = level;
    double step = FIRST_STEP * level;
    double next = step > 0 ? Math.min(most, low + step) : most;
    while (true) {
      double[] asked = throughputs(demands, next);
      if (classes.areMet(asked)) {
        level = next;
        if (proof.isPresent() || next >= most) {
          return proof;
        }
        low = next;
        step *= GROWTH;
        next = Math.min(most, low + step);
        continue;
      }
      DemandProof found = classes.proof();
      if (found.excess(throughputs(demands, low)) > WRONG * found.worth()) {
        throw new SolveFailedException("prices rule out demands that are met, due to rounding");
      }
      proof = Optional.of(found);
      double before = next;
      next = root(found, demands, low, next);
      if (next <= low || next >= before) {
        level = next;
        return proof;
      }
    }
  }

  private double root(DemandProof proof, FairnessTree.Demands demands, double low, double high) {
    return RegulaFalsi.rightOfRoot(
        t -> proof.excess(throughputs(demands, t)), low, high, Math.ulp(proof.worth()));
  }

  @Override
  double[] throughputs(FairnessTree.Demands demands, double at) {
    double[] demanded = demands.at(at);
    for (int m = 0; m < demanded.length; m++) {
      demanded[m] *= unit[m];
    }
    return demanded;
  }

  /** Prices the throughput of full jobs with a limited rate, or their own time. */
  private void price(int[] full, double[] fullAt) {
    for (int m : full) {
      RoundPrices.Draft by = limitedBy[m];
      if (by != null && fullAt[m] <= by.level * (1 + SAME)) {
        by.owe(m, priceOfLimit[m], capacity[m] * unit[m]);
      } else if (by != null) {
        by.alone[m] += priceOfLimit[m];
      }
    }
  }

  /**
   * Saturates the jobs above rates with a price, and limits the remaining jobs of their classes to
   * these rates; returns whether it changes anything.
   */
  private boolean holdBack(DemandProof proof, double[] received) {
    RoundPrices.Draft sum = prices.at(level);
    sum.add(proof);
    boolean any = false;
    List<Integer> found = new ArrayList<>();
    for (DemandProof.Priced priced : proof.rates()) {
      double rate = priced.rate();
      double price = priced.price() / proof.worth();
      for (int m : priced.members()) {
        double throughput = received[m] * unit[m];
        if (aside[m]) {
          continue;
        }
        if (throughput > rate) {
          sum.owe(m, price, rate);
        } else if (rate == 0) {
          sum.alone[m] += price; // its level is that at which its turn would have come
        }
        if (saturated[m]) {
          continue;
        }
        double most = Math.max(received[m], rate / unit[m]);
        if (throughput > rate) {
          saturated[m] = true;
          capacity[m] = received[m];
          found.add(m);
        } else if (most < capacity[m]) {
          capacity[m] = most;
          limitedBy[m] = rate == 0 ? null : sum;
          priceOfLimit[m] = price;
          any = true;
        }
      }
    }
    if (!found.isEmpty()) {
      addRound(level, level, found);
    }
    return any || !found.isEmpty();
  }

  @Override
  RoundPrices prices() {
    return prices;
  }

  /** Returns the allocation, whose certificate is that of the lowest level. */
  Allocation allocation(AllocationProblem problem) {
    CertifiedSolution solution = classes.solution(lowest, lowestBound);
    return AllocationFactory.certified(
        problem, solution, lowestBound, used -> lowest.statement(used));
  }
}
