package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.FormCoefficients;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The pairs of a program that are known by job type and not listed: any two jobs whose classes are
 * a pair in a table of throughputs. The gain of a pair is the worth of its members' steps per price
 * of the worker. Immutable.
 */
public final class ImplicitPairs {

  private static final int NONE = -1;

  private final PairThroughputs table;

  /** The class of each job in the table, {@code [job]}. */
  private final int[] inTable;

  private final int[] scaleFactor;
  private final int types;
  private final int[] poolOfType;

  /** Whether a job may share workers of a type, {@code [job][type]} row-major. */
  private final boolean[] fits;

  private final double[] worth;

  /** The divisor of the worth, {@code [type]}. */
  private final double[] price;

  /** The constraints, in the order of the program's coupling rows. */
  private final List<FormCoefficients> rows;

  /** Equal numbers for jobs that the same terms of all constraints count, {@code [job]}. */
  private final int[] termsOf;

  /**
   * Takes over the pairs of a problem that has some by job type.
   *
   * @param worth part of the objective for a step per second of each job, {@code [job]}; not copied
   * @param price the divisor of the worth on each type, {@code [type]}; not copied
   */
  public ImplicitPairs(AllocationProblem problem, double[] worth, double[] price) {
    Cluster cluster = problem.cluster();
    table = problem.pairsByType();
    types = cluster.typeCount();
    poolOfType = new int[types];
    Arrays.setAll(poolOfType, cluster::poolOf);
    inTable = new int[problem.jobCount()];
    Arrays.setAll(inTable, m -> table.kindOf(problem.job(m)));
    scaleFactor = new int[inTable.length];
    Arrays.setAll(scaleFactor, problem::scaleFactor);
    fits = new boolean[inTable.length * types];
    for (int i = 0; i < fits.length; i++) {
      int m = i / types;
      fits[i] =
          inTable[m] != NONE
              && scaleFactor[m] <= cluster.poolWorkers(poolOfType[i % types])
              && !problem.eligibility().forbids(m, i % types);
    }
    this.worth = worth;
    this.price = price;
    rows =
        problem.constraintSet().inForce(problem).stream()
            .map(constraint -> constraint.form().over(problem))
            .toList();
    termsOf = termsOf(rows, problem.jobCount());
  }

  private static int[] termsOf(List<FormCoefficients> rows, int jobs) {
    int[] terms = new int[jobs];
    int next = 1;
    for (FormCoefficients row : rows) {
      for (BitSet counted : row.jobs()) {
        Map<Integer, Integer> numbers = new HashMap<>();
        int first = next;
        for (int m = counted.nextSetBit(0); m >= 0; m = counted.nextSetBit(m + 1)) {
          terms[m] = numbers.computeIfAbsent(terms[m], old -> first + numbers.size());
        }
        next += numbers.size();
      }
    }
    return terms;
  }

  private ImplicitPairs(ImplicitPairs source, double[] worth) {
    table = source.table;
    inTable = source.inTable;
    scaleFactor = source.scaleFactor;
    types = source.types;
    poolOfType = source.poolOfType;
    fits = source.fits;
    rows = source.rows;
    termsOf = source.termsOf;
    price = source.price;
    this.worth = worth;
  }

  /** Returns the same pairs, whose steps are worth nothing. */
  public ImplicitPairs worthNothing() {
    return new ImplicitPairs(this, new double[worth.length]);
  }

  /** Returns the same pairs, of which a step of any job is worth 1. */
  public ImplicitPairs worthOne() {
    double[] one = new double[worth.length];
    Arrays.fill(one, 1);
    return new ImplicitPairs(this, one);
  }

  /** Returns the part of the objective for a step per second of a job, per price. */
  public double worth(int m) {
    return worth[m];
  }

  /** Returns the divisor of the worth of steps on a worker type. */
  public double price(int j) {
    return price[j];
  }

  /** Returns whether two jobs can share workers of a type. */
  boolean run(int one, int other, int j) {
    return fits[one * types + j]
        && fits[other * types + j]
        && stepsPerSecond(one, other, j) > 0
        && stepsPerSecond(other, one, j) > 0;
  }

  /**
   * Returns the largest throughput that each job can have, {@code [job]}, given the largest one
   * alone.
   */
  public double[] fastest(double[] alone) {
    int[] partner = new int[table.kindCount() * types]; // a job of each class that fits
    Arrays.fill(partner, NONE);
    for (int i = 0; i < fits.length; i++) {
      if (fits[i]) {
        partner[inTable[i / types] * types + i % types] = i / types;
      }
    }
    double[] inPairs = new double[partner.length];
    for (int i = 0; i < partner.length; i++) {
      for (int k = i % types; k < partner.length && partner[i] != NONE; k += types) {
        if (partner[k] != NONE && run(partner[i], partner[k], i % types)) {
          inPairs[i] = Math.max(inPairs[i], stepsPerSecond(partner[i], partner[k], i % types));
        }
      }
    }
    double[] fastest = alone.clone();
    for (int i = 0; i < fits.length; i++) {
      if (fits[i]) {
        int m = i / types;
        fastest[m] = Math.max(fastest[m], inPairs[inTable[m] * types + i % types]);
      }
    }
    return fastest;
  }

  /**
   * Returns whether two jobs have one class of the table, the same types of workers, equal worth of
   * steps, and the same terms of constraints.
   */
  boolean isAlike(int one, int other) {
    return inTable[one] == inTable[other]
        && scaleFactor[one] == scaleFactor[other]
        && worth[one] == worth[other]
        && termsOf[one] == termsOf[other]
        && IntStream.range(0, types)
            .allMatch(j -> fits[one * types + j] == fits[other * types + j]);
  }

  /** Returns a hash of the numbers that {@link #isAlike} compares. */
  long hash(int m) {
    long hash = SplitMix.mixed(inTable[m], Double.doubleToLongBits(worth[m]));
    for (int j = 0; j < types; j++) {
      hash = SplitMix.mixed(hash, fits[m * types + j] ? 1 : 0);
    }
    return SplitMix.mixed(SplitMix.mixed(hash, termsOf[m]), scaleFactor[m]);
  }

  /** Returns the number of coupling rows. */
  public int rows() {
    return rows.size();
  }

  /**
   * Returns the coefficient of a job alone or in a configuration in a row, by entry of its column.
   */
  double coefficient(int row, int entry) {
    return rows.get(row).at(entry / types, entry % types);
  }

  /** Returns the coefficient of two jobs together on a worker type in a row. */
  public double coefficient(int row, int one, int other, int j) {
    int first = Math.min(one, other);
    int second = Math.max(one, other);
    return rows.get(row)
        .ofPair(
            new Group.Pair(first, second),
            j,
            stepsPerSecond(first, second, j),
            stepsPerSecond(second, first, j));
  }

  /** Returns the part of the objective for two jobs together on a worker type. */
  public double gain(int one, int other, int j) {
    double ofOne = worth[one] * stepsPerSecond(one, other, j);
    return (ofOne + worth[other] * stepsPerSecond(other, one, j)) / price[j];
  }

  int jobs() {
    return inTable.length;
  }

  public int types() {
    return types;
  }

  public int poolOfType(int j) {
    return poolOfType[j];
  }

  /** Returns the workers that a job holds. */
  public int scaleFactor(int m) {
    return scaleFactor[m];
  }

  /** Returns the throughput of a job together with another one, in steps per second. */
  public double stepsPerSecond(int m, int partner, int j) {
    return table.stepsPerSecond(inTable[m], inTable[partner], j);
  }
}
