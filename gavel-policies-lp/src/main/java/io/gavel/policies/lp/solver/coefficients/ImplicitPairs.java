package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs of a program that are known by job type and not listed: any two jobs of kinds that
 * stand beside each other in a table. What a pair gains is what its members' steps are worth.
 * Immutable.
 */
public final class ImplicitPairs {

  /** In {@link #kindOf}: the job is of no kind in the table. */
  static final int NONE = PairKinds.NONE;

  private final PairThroughputs table;
  private final PairKinds kinds;
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
  }

  private ImplicitPairs(ImplicitPairs source, double[] worth) {
    table = source.table;
    kinds = source.kinds;
    types = source.types;
    poolOfType = source.poolOfType;
    fits = source.fits;
    scaleFactor = source.scaleFactor;
    this.worth = worth;
  }

  /** The pairs of a problem; none or one. */
  public static List<ImplicitPairs> of(AllocationProblem problem, double[] worth) {
    return problem.pairsByType().isEmpty() ? List.of() : List.of(new ImplicitPairs(problem, worth));
  }

  public ImplicitPairs worthNothing() {
    return new ImplicitPairs(this, new double[worth.length]);
  }

  /** Whether jobs of two kinds can share workers of a type. */
  boolean run(int of, int beside, int j) {
    return fits[of * types + j]
        && fits[beside * types + j]
        && stepsPerSecond(of, beside, j) > 0
        && stepsPerSecond(beside, of, j) > 0;
  }

  /** The largest throughput that each job can have, given what it can have alone. */
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

  /** Whether two jobs are of one kind, and their steps worth the same. */
  boolean isAlike(int one, int other) {
    return kindOf(one) == kindOf(other) && worth[one] == worth[other];
  }

  /** The kind of a job, of those that may run on the same types; {@link #NONE} if it is of none. */
  public int kindOf(int m) {
    return kinds.of(m);
  }

  /** What a step per second of a job gains. */
  double worth(int m) {
    return worth[m];
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

  /** The workers that a job of a kind holds. */
  public int scaleFactor(int kind) {
    return scaleFactor[kind];
  }

  /** The throughput of a job of one kind beside a job of another. */
  public double stepsPerSecond(int of, int beside, int j) {
    return table.stepsPerSecond(kinds.inTable(of), kinds.inTable(beside), j);
  }
}
