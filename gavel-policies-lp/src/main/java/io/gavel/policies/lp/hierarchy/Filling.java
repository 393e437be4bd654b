package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult.Round;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A level that rises, and the jobs that can rise no further with it. A job is saturated where it is
 * full, or where prices hold it back together with other jobs. Mutable.
 */
abstract class Filling {

  final FairnessTree tree;

  /** The throughput per unit received, {@code [job]}; 0 if the job is set aside. */
  final double[] unit;

  /**
   * The most that a job can receive: full time where it is fastest, or its amount once saturated.
   */
  final double[] capacity;

  final boolean[] saturated;

  /** The fraction of a level that is rounding. */
  private final double rounding;

  private final List<Round> rounds = new ArrayList<>();

  /** The program of the lowest level: max-min fairness over the first share of each job. */
  AllocationProgram lowest;

  /** The bound on the lowest level. */
  DualBound lowestBound;

  double level;

  Filling(
      AllocationProblem problem, AllocationProgram program, FairnessTree tree, double rounding) {
    this.tree = tree;
    this.rounding = rounding;
    lowest = program;
    lowestBound = DualBound.of(program, Prices.zero(problem));
    saturated = tree.owedNothing();
    unit = new double[saturated.length];
    Arrays.setAll(unit, m -> FairnessTree.unit(problem, m));
    capacity = new double[unit.length];
  }

  /** Returns the prices that prove the throughputs of all jobs. */
  abstract RoundPrices prices();

  /** Returns the throughputs that a level demands, {@code [job]}. */
  abstract double[] throughputs(FairnessTree.Demands demands, double at);

  boolean canRise() {
    return IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m]);
  }

  List<Round> rounds() {
    return rounds;
  }

  /** Returns the level at which all jobs are full; 0 if none can rise. */
  double most(double[] fullAt) {
    double most = 0;
    for (int m = 0; m < fullAt.length; m++) {
      most = saturated[m] ? most : Math.max(most, fullAt[m]);
    }
    return most;
  }

  void addRound(double reached, double bound, List<Integer> found) {
    double before = rounds.isEmpty() ? 0 : rounds.get(rounds.size() - 1).level();
    Collections.sort(found);
    rounds.add(new Round(Math.max(before, reached), Math.max(before, bound), found));
  }

  /**
   * Saturates the jobs that are full at the level; jobs that become full together form one round.
   *
   * @param fullAt the level at which each job is full, {@code [job]}
   * @return the jobs, by the level at which they are full
   */
  int[] saturateFull(double[] fullAt) {
    int[] reaching =
        IntStream.range(0, fullAt.length)
            .filter(m -> !saturated[m] && fullAt[m] <= level * (1 + rounding))
            .toArray();
    int[] full = StableOrder.ascending(reaching, m -> fullAt[m]);
    for (int i = 0; i < full.length; ) {
      double at = fullAt[full[i]];
      List<Integer> together = new ArrayList<>();
      for (; i < full.length && fullAt[full[i]] <= at * (1 + rounding); i++) {
        saturated[full[i]] = true;
        together.add(full[i]);
      }
      addRound(at, at, together);
    }
    return full;
  }

  /**
   * Sets the program of the first level at which a job is saturated.
   *
   * @param held the first level at which jobs are held back together
   * @param fullAt the level at which each job is full, {@code [job]}
   * @return the bound from the first job to reach its best rate, ignoring the capacity of pools
   */
  DualBound nameLowest(FairnessTree.Demands demands, double[] fullAt, double held) {
    double first = held;
    for (int m = 0; m < fullAt.length; m++) {
      first = saturated[m] ? first : Math.min(first, fullAt[m]);
    }
    double[] requirement = first > 0 ? throughputs(demands, first) : new double[unit.length];
    double[] most = new double[unit.length];
    for (int m = 0; m < most.length; m++) {
      requirement[m] /= first > 0 ? first : 1;
      most[m] = capacity[m] * unit[m];
    }
    lowest = lowest.withRequirement(requirement);
    Prices ofOne = AllocationFactory.ofOneJob(requirement, most, lowest.poolCount());
    return DualBound.of(lowest, ofOne, rowsAlone(ofOne));
  }

  /**
   * Returns the prices of the rows that hold one job back alone, {@code [row]}.
   *
   * @param ofOne the price of its throughput
   */
  double[] rowsAlone(Prices ofOne) {
    return new double[lowest.rows().count()];
  }
}
