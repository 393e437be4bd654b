package io.gavel.policies.lp.solver.coefficients;

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

/**
 * The pairs of a program that are known by job type and not listed: any two jobs whose classes are
 * a pair in a table of throughputs. The gain of a pair is the worth of its members' steps per price
 * of the worker. Immutable.
 */
public final class ImplicitPairs {

  /** In {@link #kindOf}: the job's class is not in the table. */
  static final int NONE = PairKinds.NONE;

  private final PairThroughputs table;
  private final PairKinds kinds;
  private final int types;
  private final int[] poolOfType;
  private final boolean[] fits;
  private final int[] scaleFactor;
  private final double[] worth;

  /** The divisor of the worth, {@code [type]}. */
  private final double[] price;

  /** The constraints, in the order of the program's coupling rows. */
  private final List<FormCoefficients> rows;

  /** Equal numbers for jobs that the same terms of all constraints count, {@code [job]}. */
  private final int[] termsOf;

  private ImplicitPairs(AllocationProblem problem, double[] worth, double[] price) {
    Cluster cluster = problem.cluster();
    table = problem.pairsByType();
    types = cluster.typeCount();
    poolOfType = new int[types];
    Arrays.setAll(poolOfType, cluster::poolOf);
    kinds = PairKinds.of(problem);
    scaleFactor = new int[kinds.count()];
    for (int m = 0; m < problem.jobCount(); m++) {
      if (kinds.of(m) != NONE) {
        scaleFactor[kinds.of(m)] = problem.scaleFactor(m);
      }
    }
    fits = new boolean[scaleFactor.length * types];
    for (int i = 0; i < fits.length; i++) {
      fits[i] =
          scaleFactor[i / types] <= cluster.poolWorkers(poolOfType[i % types])
              && kinds.allows(i / types, i % types);
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
    kinds = source.kinds;
    types = source.types;
    poolOfType = source.poolOfType;
    fits = source.fits;
    scaleFactor = source.scaleFactor;
    rows = source.rows;
    termsOf = source.termsOf;
    price = source.price;
    this.worth = worth;
  }

  /**
   * Returns the pairs of a problem; an empty list if they are listed.
   *
   * @param worth part of the objective for a step per second of each job, {@code [job]}; not copied
   */
  public static List<ImplicitPairs> of(AllocationProblem problem, double[] worth) {
    double[] one = new double[problem.cluster().typeCount()];
    Arrays.fill(one, 1);
    return of(problem, worth, one);
  }

  /** The same, whose steps are worth nothing. */
  public static List<ImplicitPairs> of(AllocationProblem problem) {
    return problem.pairsByType().isEmpty()
        ? List.of()
        : of(problem, new double[problem.jobCount()]);
  }

  /**
   * The same, where worth is per price.
   *
   * @param price of a worker of each type, {@code [type]}; not copied
   */
  public static List<ImplicitPairs> of(AllocationProblem problem, double[] worth, double[] price) {
    return problem.pairsByType().isEmpty()
        ? List.of()
        : List.of(new ImplicitPairs(problem, worth, price));
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

  /** Returns whether jobs of two classes can share workers of a type. */
  boolean run(int kind, int partner, int j) {
    return fits[kind * types + j]
        && fits[partner * types + j]
        && stepsPerSecond(kind, partner, j) > 0
        && stepsPerSecond(partner, kind, j) > 0;
  }

  /**
   * Returns the largest throughput that each job can have, {@code [job]}, given the largest one
   * alone.
   */
  public double[] fastest(double[] alone) {
    int count = scaleFactor.length;
    boolean[] present = new boolean[count];
    for (int m = 0; m < jobs(); m++) {
      if (kindOf(m) != NONE) {
        present[kindOf(m)] = true;
      }
    }
    double[] ofKind = new double[count];
    for (int i = 0; i < count * count * types; i++) {
      int a = i / types / count;
      int b = i / types % count;
      if (present[a] && present[b] && run(a, b, i % types)) {
        ofKind[a] = Math.max(ofKind[a], stepsPerSecond(a, b, i % types));
      }
    }
    double[] fastest = alone.clone();
    Arrays.setAll(
        fastest, m -> kindOf(m) == NONE ? alone[m] : Math.max(alone[m], ofKind[kindOf(m)]));
    return fastest;
  }

  /**
   * Returns whether two jobs have one class of the table, equal worth of steps, and the same terms
   * of constraints.
   */
  boolean isAlike(int one, int other) {
    return kindOf(one) == kindOf(other)
        && worth[one] == worth[other]
        && termsOf[one] == termsOf[other];
  }

  /** Returns a hash of what {@link #isAlike} compares. */
  long hash(int m) {
    return SplitMix.mixed(SplitMix.mixed(kindOf(m), Double.doubleToLongBits(worth[m])), termsOf[m]);
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
            stepsPerSecond(kindOf(first), kindOf(second), j),
            stepsPerSecond(kindOf(second), kindOf(first), j));
  }

  /**
   * Returns the class of a job, which also depends on its forbidden types; {@link #NONE} if not in
   * the table.
   */
  public int kindOf(int m) {
    return kinds.of(m);
  }

  /** Returns the part of the objective for two jobs together on a worker type. */
  public double gain(int one, int other, int j) {
    double ofOne = worth[one] * stepsPerSecond(kindOf(one), kindOf(other), j);
    return (ofOne + worth[other] * stepsPerSecond(kindOf(other), kindOf(one), j)) / price[j];
  }

  int jobs() {
    return kinds.jobs();
  }

  public int types() {
    return types;
  }

  public int poolOfType(int j) {
    return poolOfType[j];
  }

  /** Returns the workers that a job of a class holds. */
  public int scaleFactor(int kind) {
    return scaleFactor[kind];
  }

  /**
   * Returns the throughput of a job of one class paired with a job of another class, in steps per
   * second.
   */
  public double stepsPerSecond(int kind, int partner, int j) {
    return table.stepsPerSecond(kinds.inTable(kind), kinds.inTable(partner), j);
  }
}
