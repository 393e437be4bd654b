package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.FreeWorkers;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Which jobs run where, one job after another. Mutable. */
final class InOrderFill {

  /** Which type a job takes. */
  @FunctionalInterface
  interface Rule {
    /** A type with room where the job runs, or {@link #NOWHERE}. */
    int typeFor(InOrderFill queue, int m);
  }

  static final int NOWHERE = -1;

  private final AllocationProblem problem;
  private final FreeWorkers free;

  /** The type and the group that each job runs on and in; {@link #NOWHERE} if it waits. */
  private final int[] typeOf;

  private final int[] groupOf;

  InOrderFill(AllocationProblem problem) {
    this.problem = problem;
    this.free = new FreeWorkers(problem);
    this.typeOf = new int[problem.jobCount()];
    this.groupOf = new int[problem.jobCount()];
    Arrays.fill(typeOf, NOWHERE);
    Arrays.fill(groupOf, NOWHERE);
  }

  /** Starts a job if there is a type for it; returns whether the queue goes on. */
  boolean start(int m, Rule rule) {
    if (IntStream.range(0, typeCount()).noneMatch(j -> hasRoom(m, j))) {
      return false;
    }
    int j = rule.typeFor(this, m);
    if (j != NOWHERE) {
      free.take(m, problem.cluster().poolOf(j));
      typeOf[m] = j;
      groupOf[m] = m;
    }
    return true;
  }

  /** The type with room where the job is fastest, the first of equals. */
  int fastest(int m) {
    int fastest = NOWHERE;
    for (int j = 0; j < typeCount(); j++) {
      if (isOpen(m, j) && (fastest == NOWHERE || rate(m, j) > rate(m, fastest))) {
        fastest = j;
      }
    }
    return fastest;
  }

  /** A type with room where the job runs, drawn by the seed and the job's id. */
  int drawn(int m, long seed) {
    int[] open = IntStream.range(0, typeCount()).filter(j -> isOpen(m, j)).toArray();
    if (open.length == 0) {
      return NOWHERE;
    }
    long ofJob = new SplittableRandom(problem.job(m).id().hashCode()).nextLong();
    return open[new SplittableRandom(seed ^ ofJob).nextInt(open.length)];
  }

  /**
   * Lets a waiting job join the job running alone beside which the two are the fastest, the first
   * of equals, if they exceed the threshold; returns whether it does.
   */
  boolean join(int m, double threshold) {
    int best = NOWHERE;
    double bestWorth = threshold;
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      int host = partner(problem.group(g), m);
      if (host != NOWHERE && groupOf[host] == host && problem.runs(g, typeOf[host])) {
        double worth = worth(g, typeOf[host]);
        if (worth > bestWorth) {
          best = g;
          bestWorth = worth;
        }
      }
    }
    if (best == NOWHERE) {
      return false;
    }
    int host = partner(problem.group(best), m);
    groupOf[host] = best;
    groupOf[m] = best;
    typeOf[m] = typeOf[host];
    return true;
  }

  private static int partner(Group pair, int m) {
    if (pair.member(0) == m) {
      return pair.member(1);
    }
    return pair.member(1) == m ? pair.member(0) : NOWHERE;
  }

  /** What the members of a pair achieve together, each as a fraction of what it would alone. */
  private double worth(int g, int j) {
    double worth = 0;
    for (int i = 0; i < 2; i++) {
      double alone = rate(problem.group(g).member(i), j);
      worth += alone > 0 ? problem.throughputs().stepsPerSecond(g, i, j) / alone : 0;
    }
    return worth;
  }

  private boolean isOpen(int m, int j) {
    return problem.runs(m, j) && hasRoom(m, j);
  }

  private boolean hasRoom(int m, int j) {
    return free.hasRoom(m, problem.cluster().poolOf(j));
  }

  private double rate(int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }

  private int typeCount() {
    return problem.cluster().typeCount();
  }

  long running() {
    return Arrays.stream(typeOf).filter(j -> j != NOWHERE).count();
  }

  /** {@code [group][worker type]}, row-major. */
  double[] fractions() {
    double[] fractions = new double[problem.groupCount() * typeCount()];
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] != NOWHERE) {
        fractions[groupOf[m] * typeCount() + typeOf[m]] = 1;
      }
    }
    return fractions;
  }
}
