package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.FreeWorkers;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Assigns jobs to worker types one after another. Mutable. */
final class InOrderFill {

  /** Selects the type that a job takes. */
  @FunctionalInterface
  interface Rule {
    /** A type with room where the job runs, or {@link #NOWHERE}. */
    int typeFor(InOrderFill queue, int m);
  }

  static final int NOWHERE = -1;

  private final AllocationProblem problem;
  private final FreeWorkers free;

  /** The type on which each job runs; {@link #NOWHERE} if it waits. */
  private final int[] typeOf;

  /** The group in which each job runs; {@link #NOWHERE} if it waits. */
  private final int[] groupOf;

  InOrderFill(AllocationProblem problem) {
    this.problem = problem;
    this.free = new FreeWorkers(problem);
    this.typeOf = new int[problem.jobCount()];
    this.groupOf = new int[problem.jobCount()];
    Arrays.fill(typeOf, NOWHERE);
    Arrays.fill(groupOf, NOWHERE);
  }

  /** Starts a job if the rule selects a type for it; returns false if the job blocks the queue. */
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

  /** The type with room where the job is fastest; ties go to the first. */
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
   * Lets a waiting job join the job running alone with which it has the largest combined
   * throughput, if that exceeds the threshold. Ties go to the first pair. Returns whether the job
   * joined.
   */
  boolean join(int m, double threshold) {
    int best = NOWHERE;
    double bestThroughput = threshold;
    for (int g = problem.jobCount(); g < problem.jobCount() + problem.pairCount(); g++) {
      int host = partner(problem.group(g), m);
      if (host != NOWHERE && groupOf[host] == host && problem.runs(g, typeOf[host])) {
        double combined = combined(g, typeOf[host]);
        if (combined > bestThroughput) {
          best = g;
          bestThroughput = combined;
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

  /** The combined throughput of a pair: the sum of the members' rates, each relative to alone. */
  private double combined(int g, int j) {
    double combined = 0;
    for (int i = 0; i < 2; i++) {
      double alone = rate(problem.group(g).member(i), j);
      combined += alone > 0 ? problem.throughputs().stepsPerSecond(g, i, j) / alone : 0;
    }
    return combined;
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

  /** The fractions of the assignment, {@code [group][worker type]} row-major. */
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
