package io.gavel.policies.lp.solver.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sums in which a step of each job has a worth of its own, over classes of jobs with equal rates.
 *
 * <p>A job of worth {@code w} earns {@code w V − h} in a column with rate {@code V} that costs its
 * class {@code h}, so the members of a class choose by the highest of a few lines in {@code w}: the
 * more their steps are worth, the faster their columns. Ranked by worth, they fall into ranges with
 * the same choice. Of a range, only the mean worth matters. The program thus has ranges instead of
 * jobs: ranges in which choices differ at its prices are split, and the next program is solved,
 * until hardly anything is open. Only columns that some program's prices nearly favour take part.
 *
 * <p>The bound separates in the same way. The cost of a column that two classes share is divided:
 * each pays the amount that its ranges offer, and half of the rest. Mutable.
 */
final class RankedSum implements ClassPoint {

  /** The relative gap at which ranges are certain, far below the certified gap. */
  private static final double ENOUGH = 1e-8;

  /**
   * The fraction of a job's earnings by which a column may cost more than its choice, as a multiple
   * of the gap, since prices are that far from optimal.
   */
  private static final double NEAR = 5;

  private static final double LEAST_NEAR = 1e-3;

  /** The fraction of the open amount to which a program is solved. */
  private static final double GAP = 1e-3;

  private static final double LEAST_GAP = 1e-11;

  /** The most programs; ten are usual. */
  private static final int MOST_ROUNDS = 30;

  private final AllocationProgram program;

  /** Columns of classes whose rate is the earning of a member per worth, without gain. */
  private final PairClasses classes;

  private final WorthRanges ranges;

  /** The time of each column, {@code [column]}. */
  private double[] time = {};

  /**
   * The earning of each job per worth if the time of its class is divided by rank, {@code [job]}.
   */
  private double[] earned = {};

  private double objective = Double.NEGATIVE_INFINITY;
  private DualBound bound;

  private RankedSum(AllocationProgram program, PairClasses classes, double[] worth) {
    this.program = program;
    this.classes = classes;
    ranges = new WorthRanges(classes.members, worth);
    bound = DualBound.proved(Double.POSITIVE_INFINITY, Prices.zero(0, 0));
  }

  /**
   * Solves a sum without floors; empty if no optimum was found.
   *
   * @param classes with jobs of equal rates in a class and, as gain, what one step of each is worth
   *     if that is 1
   * @param worth of a step per second of each job, {@code [job]}
   */
  static Optional<CertifiedSolution> solve(
      AllocationProgram program, PairClasses classes, double[] worth) {
    RankedSum sum = new RankedSum(program, earning(classes), worth);
    return sum.converge() ? Optional.of(sum.solution()) : Optional.empty();
  }

  /**
   * Returns the optimum over the ranges, with a bound over all pairs of jobs. A job that would be
   * its own partner and finds no other that can do the same elsewhere gives way to its neighbour in
   * rank, whose steps are worth about the same.
   */
  private CertifiedSolution solution() {
    TimeEntries shares = ClassShares.traded(classes, this).shares();
    return PairWriter.write(program, classes, shares).solution(bound);
  }

  /** Returns a copy with the earnings of each member per worth as rates. */
  private static PairClasses earning(PairClasses classes) {
    PairClasses earning = new PairClasses(classes.classOf, classes.classes());
    for (int c = 0; c < classes.count(); c++) {
      double perRate = classes.gain[c] / (classes.rate[c] + classes.secondRate[c]);
      earning.add(
          classes.first[c],
          classes.second[c],
          classes.pool[c],
          classes.place[c],
          classes.size[c],
          classes.rate[c] * perRate,
          classes.secondRate[c] * perRate,
          0);
      classes.forEachRow(c, earning::couple);
    }
    return earning;
  }

  /** Finds the point and the prices, which may come from different programs; false if none. */
  private boolean converge() {
    double[] workers = new double[program.poolCount()];
    Arrays.setAll(workers, program::workers);
    double[] none = new double[program.jobCount()];
    Choosers choosers = new Choosers(classes);
    double open = 1;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Entries source = new Entries();
      PairClasses groups = ranges.columns(classes, choosers, source);
      ClassProgram relaxed =
          new ClassProgram(groups, workers, none, Goal.level(none), program.rows());
      if (!relaxed.solve(Math.max(LEAST_GAP, GAP * open))) {
        break;
      }
      divide(relaxed, source.indices());
      RangePrices prices = new RangePrices(program, classes, ranges, relaxed);
      Prices claim =
          DualBound.claimed(
              relaxed.prices().pools(), prices.ofTime().clone(), ranges.worth().clone());
      DualBound proof = DualBound.of(program, classes, claim, relaxed.rowPrices());
      bound = proof.value() < bound.value() ? withoutThroughput(proof) : bound;
      double before = open;
      open = (proof.value() - objective) / Math.abs(objective);
      choosers.add(prices, Math.max(LEAST_NEAR, NEAR * open));
      boolean cut = ranges.cut(prices, ENOUGH * Math.abs(objective) / groups.classes());
      if (open <= ENOUGH || (!cut && open > before / 2)) {
        break;
      }
    }
    return bound.value() < Double.POSITIVE_INFINITY;
  }

  /** Worth stands for prices of throughput, which prove nothing without demands. */
  private DualBound withoutThroughput(DualBound proof) {
    Prices prices = proof.prices();
    double[] ofTime = new double[program.jobCount()];
    Arrays.setAll(ofTime, prices::ofTime);
    return DualBound.proved(
        proof.value(),
        Prices.of(prices.pools(), ofTime, new double[ofTime.length])
            .withConstraints(prices.constraints()));
  }

  /**
   * Gives each column the time of its columns of ranges, and divides it by rank: a job of rank
   * {@code i} gets the {@code i}-th unit of its class' time, from the fastest on. It counts if the
   * sum is the best so far.
   */
  private void divide(ClassProgram relaxed, int[] source) {
    double[] ofColumn = new double[classes.count()];
    double[] ofJob = new double[program.jobCount()];
    for (int c = 0; c < source.length; c++) {
      ofColumn[source[c]] += relaxed.time(c);
    }
    double sum = 0;
    int[][] columnsOf = classes.columnsOf();
    for (int a = 0; a < columnsOf.length; a++) {
      int of = a;
      int[] fastest =
          Arrays.stream(columnsOf[a])
              .boxed()
              .sorted((c, d) -> Double.compare(classes.rateOf(d, of), classes.rateOf(c, of)))
              .mapToInt(Integer::intValue)
              .toArray();
      int i = 0;
      double free = 1; // of the time of the job at this rank
      for (int c : fastest) {
        double left = classes.share(c, a) * ofColumn[c];
        while (left > 0 && i < classes.members[a].length) {
          int m = ranges.job(a, i);
          double taken = Math.min(left, free);
          ofJob[m] += classes.rateOf(c, a) * taken;
          sum += ranges.worth(m) * classes.rateOf(c, a) * taken;
          left -= taken;
          free -= taken;
          if (free <= 0) {
            i++;
            free = 1;
          }
        }
      }
    }
    if (sum > objective) {
      objective = sum;
      time = ofColumn;
      earned = ofJob;
    }
  }

  @Override
  public double time(int c) {
    return time[c];
  }

  @Override
  public double demand(int m) {
    return earned[m];
  }

  @Override
  public double worth(int m) {
    return ranges.worth(m);
  }
}
