package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs of a program that are known by job type and not listed: any two jobs whose kinds are a
 * pair in a table of throughputs. The gain of a pair is the worth of its members' steps. Immutable.
 */
public final class ImplicitPairs {

  /** In {@link #kindOf}: the job's kind is not in the table. */
  static final int NONE = -1;

  private final PairThroughputs table;
  private final int[] kindOf;
  private final int types;
  private final int[] poolOfType;
  private final boolean[] fits;
  private final int[] scaleFactor;
  private final double[] worth;

  private ImplicitPairs(AllocationProblem problem, double[] worth) {
    Cluster cluster = problem.cluster();
    table = problem.pairsByType();
    types = cluster.typeCount();
    poolOfType = new int[types];
    Arrays.setAll(poolOfType, cluster::poolOf);
    kindOf = new int[problem.jobCount()];
    scaleFactor = new int[table.kindCount()];
    for (int m = 0; m < kindOf.length; m++) {
      kindOf[m] = table.kindOf(problem.job(m));
      if (kindOf[m] != NONE) {
        scaleFactor[kindOf[m]] = problem.scaleFactor(m);
      }
    }
    fits = new boolean[scaleFactor.length * types];
    for (int i = 0; i < fits.length; i++) {
      fits[i] = scaleFactor[i / types] <= cluster.poolWorkers(poolOfType[i % types]);
    }
    this.worth = worth;
  }

  private ImplicitPairs(ImplicitPairs source, double[] worth) {
    table = source.table;
    kindOf = source.kindOf;
    types = source.types;
    poolOfType = source.poolOfType;
    fits = source.fits;
    scaleFactor = source.scaleFactor;
    this.worth = worth;
  }

  /**
   * The pairs of a problem; an empty list if they are listed.
   *
   * @param worth part of the objective for a step per second of each job, {@code [job]}; not copied
   */
  public static List<ImplicitPairs> of(AllocationProblem problem, double[] worth) {
    return problem.pairsByType().isEmpty() ? List.of() : List.of(new ImplicitPairs(problem, worth));
  }

  /** The same pairs, whose steps are worth nothing. */
  public ImplicitPairs worthNothing() {
    return new ImplicitPairs(this, new double[worth.length]);
  }

  /** Whether jobs of two kinds can share workers of a type. */
  boolean run(int kind, int partner, int j) {
    return fits[kind * types + j]
        && table.stepsPerSecond(kind, partner, j) > 0
        && table.stepsPerSecond(partner, kind, j) > 0;
  }

  /** The largest throughput that each job can have, {@code [job]}, given the largest one alone. */
  public double[] fastest(double[] alone) {
    int kinds = scaleFactor.length;
    boolean[] present = new boolean[kinds];
    for (int a : kindOf) {
      if (a != NONE) {
        present[a] = true;
      }
    }
    double[] ofKind = new double[kinds];
    for (int i = 0; i < kinds * kinds * types; i++) {
      int a = i / types / kinds;
      int b = i / types % kinds;
      if (present[a] && present[b] && run(a, b, i % types)) {
        ofKind[a] = Math.max(ofKind[a], table.stepsPerSecond(a, b, i % types));
      }
    }
    double[] fastest = alone.clone();
    Arrays.setAll(
        fastest, m -> kindOf[m] == NONE ? alone[m] : Math.max(alone[m], ofKind[kindOf[m]]));
    return fastest;
  }

  /** Whether two jobs are of one kind and their steps are worth the same. */
  boolean isAlike(int one, int other) {
    return kindOf[one] == kindOf[other] && worth[one] == worth[other];
  }

  /** The kind of a job; {@link #NONE} if it is not in the table. */
  public int kindOf(int m) {
    return kindOf[m];
  }

  /** The part of the objective for a step per second of a job. */
  double worth(int m) {
    return worth[m];
  }

  int jobs() {
    return kindOf.length;
  }

  public int types() {
    return types;
  }

  public int poolOfType(int j) {
    return poolOfType[j];
  }

  /** The workers that a job of a kind holds. */
  public int scaleFactor(int kind) {
    return scaleFactor[kind];
  }

  /** The throughput of a job of one kind paired with a job of another kind, in steps per second. */
  public double stepsPerSecond(int kind, int partner, int j) {
    return table.stepsPerSecond(kind, partner, j);
  }
}
