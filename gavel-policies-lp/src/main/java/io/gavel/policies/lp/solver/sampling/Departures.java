package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/*
 * With N the optimal sum of logarithms, N_m that of the others without job m, and q_m what it would choose at prices p,
 *
 *   exp((N − N_m) / w_m) = q_m exp((fall − paid) / w_m)
 *
 * if p are the prices of N, paid is what the job pays at them, and fall is by how much the dual without it is less at
 * its own best prices. Prices that are a little off change neither dual to first order, so the product is precise
 * where q_m is not. The optima are never subtracted: of thousands of jobs the difference is a digit in the
 * last place. One job among thousands changes prices little, so that a PriceBox around those of N gives all falls,
 * each from some dozens of jobs. A wider one serves those for which it is too small.
 */

/**
 * Computes the optima without each single job of a program that maximises a weighted sum of
 * logarithms of throughput, from the optimum with all jobs. Mutable.
 */
public final class Departures {

  private static final int ALL = -1;

  /** The error of the logarithm of a job's retained fraction. */
  private static final double PRECISION = 1e-9;

  /** How much further than by its part of all weights a price may move if a job leaves. */
  private static final double FURTHER = 4;

  private static final double WIDER = 8;

  /**
   * What counts as no price, relative to the largest: interior points end before 0, more or less
   * close to it. Prices that are taken for 0 wrongly have no center, which is noticed.
   */
  private static final List<Double> FREE = List.of(1e-9, 1e-6);

  /** The widest box: where one job is so much of all, its departure decides nothing. */
  private static final double WIDEST = 0.9;

  private final ResourceDemand demand;

  /** The unit of each job's steps, {@code [job]}. */
  private final double[] unit;

  private final SolveLimits limits;

  /** How far prices may move in each box, ascending. */
  private final double[] part;

  /** The boxes that were needed so far, by part. */
  private final List<PriceBox> boxes = new ArrayList<>();

  private double[] center;

  private Departures(
      ResourceDemand demand, double[] unit, double[] prices, double free, SolveLimits limits) {
    this.demand = demand;
    this.unit = unit;
    this.limits = limits;
    double dearest = Arrays.stream(prices).max().orElse(0);
    center = Arrays.stream(prices).map(price -> price > free * dearest ? price : 0).toArray();
    double[] weight = demand.columns.weight;
    double largest = Arrays.stream(weight).max().orElse(0) / Arrays.stream(weight).sum();
    part = DoubleStream.iterate(FURTHER * largest, p -> p <= WIDEST, p -> WIDER * p).toArray();
  }

  /**
   * Finds the best prices with all jobs.
   *
   * @param program a program without pairs
   * @param prices nearly optimal prices of pools and then of coupling rows, such as the prices of a
   *     certified solution, {@code [resource]}; copied
   * @param limits when to end
   * @return empty if the program has another objective, its coupling rows are not upper limits or
   *     have too many coefficients, or the prices do not help
   */
  public static Optional<Departures> of(
      AllocationProgram program, double[] prices, SolveLimits limits) {
    if (!UtilityWorkingSet.suits(program)
        || program.power() != 0
        || !ColumnsByJob.fitsRows(program)
        || !IntStream.range(0, program.rows().count()).allMatch(program.rows()::isUpperLimit)) {
      return Optional.empty();
    }
    try {
      double[] unit = units(program);
      AllocationProgram scaled = perUnit(program, unit);
      return Uses.of(scaled)
          .map(uses -> new ResourceDemand(scaled, ColumnsByJob.of(scaled, limits), uses))
          .flatMap(
              demand ->
                  FREE.stream()
                      .map(free -> new Departures(demand, unit, prices, free, limits))
                      .filter(Departures::isCentered)
                      .findFirst());
    } catch (CancelledSolve cancelled) {
      return Optional.empty();
    }
  }

  /**
   * Returns a copy with each job's steps in a unit of about a second, so that the units in which
   * they were given change no bits of its optimum.
   *
   * @param program maximises a sum of logarithms, without floors
   */
  public static AllocationProgram inOwnUnits(AllocationProgram program) {
    return perUnit(program, units(program));
  }

  private static double[] units(AllocationProgram program) {
    return Arrays.stream(program.fastest()).map(Scaling::powerOfTwo).toArray();
  }

  /** Returns a copy with other units of steps, which do not change the retained fractions. */
  private static AllocationProgram perUnit(AllocationProgram program, double[] unit) {
    ProgramColumns columns = program.columns();
    double[] rate = new double[columns.count()];
    Arrays.setAll(rate, c -> columns.rate[c] / unit[columns.first[c]]);
    double[] noFloors = new double[unit.length];
    return program.rewritten(columns.withRates(rate), noFloors, program.goal());
  }

  /** Moves the center to the best prices; returns whether they were found. */
  private boolean isCentered() {
    double least = Arrays.stream(demand.columns.weight).filter(w -> w > 0).min().orElse(0);
    for (int i = 0; i < part.length; i++) {
      if (box(i).fall(ALL, PRECISION * least).isPresent()) {
        center = box(i).prices();
        boxes.clear();
        return true;
      }
    }
    return false;
  }

  private PriceBox box(int i) {
    if (i == boxes.size()) {
      boxes.add(new PriceBox(demand, center, part[i]));
    }
    return boxes.get(i);
  }

  /**
   * Returns the fraction of its throughput that a job keeps if it pays for the cost of its presence
   * to all other jobs.
   *
   * @param m a job with a positive weight
   * @param throughput its throughput at a solution, in steps per second
   * @return {@code exp((N − N_m) / w_m)} over this throughput, where {@code N} is the optimum and
   *     {@code N_m} that without the job; its logarithm is proved within 10<sup>-9</sup>, twice.
   *     Empty if the prices lead nowhere or the limits end it
   */
  public OptionalDouble kept(int m, double throughput) {
    try {
      for (int i = 0; i < part.length; i++) {
        limits.check();
        OptionalDouble fall = box(i).fall(m, PRECISION * demand.columns.weight[m]);
        if (fall.isPresent()) {
          return OptionalDouble.of(kept(m, throughput, fall.getAsDouble()));
        }
      }
    } catch (CancelledSolve cancelled) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.empty();
  }

  private double kept(int m, double throughput, double fall) {
    double log = (fall - box(0).paid(m)) / demand.columns.weight[m];
    return StrictMath.exp(log) * (box(0).throughput() / (throughput / unit[m]));
  }
}
