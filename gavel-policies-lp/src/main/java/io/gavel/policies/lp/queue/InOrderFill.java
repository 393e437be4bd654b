package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.FreeWorkers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Assigns jobs to worker types one after another. Mutable. */
final class InOrderFill {

  static final int NOWHERE = -1;

  private final AllocationProblem problem;
  private final FreeWorkers free;

  /** The type on which each job runs; {@link #NOWHERE} if it waits. */
  private final int[] typeOf;

  /** The group in which each job runs; {@link #NOWHERE} if it waits. */
  private final int[] groupOf;

  /** Whom waiting jobs may join, from the time on when no further job starts. */
  private Optional<Hosts> hosts = Optional.empty();

  InOrderFill(AllocationProblem problem) {
    this.problem = problem;
    this.free = new FreeWorkers(problem);
    this.typeOf = new int[problem.jobCount()];
    this.groupOf = new int[problem.jobCount()];
    Arrays.fill(typeOf, NOWHERE);
    Arrays.fill(groupOf, NOWHERE);
  }

  /**
   * Starts a job if the rule selects a type for it; returns false if the job blocks the queue.
   *
   * @param rule returns a type with room where a job runs, or {@link #NOWHERE}
   */
  boolean start(int m, IntUnaryOperator rule) {
    if (IntStream.range(0, typeCount()).noneMatch(j -> hasRoom(m, j))) {
      return false;
    }
    int j = rule.applyAsInt(m);
    if (j != NOWHERE) {
      free.take(m, problem.cluster().poolOf(j));
      typeOf[m] = j;
      groupOf[m] = m;
    }
    return true;
  }

  /** Returns the type with room where the job is fastest; ties go to the first. */
  int fastest(int m) {
    int fastest = NOWHERE;
    for (int j = 0; j < typeCount(); j++) {
      if (isOpen(m, j) && (fastest == NOWHERE || rate(m, j) > rate(m, fastest))) {
        fastest = j;
      }
    }
    return fastest;
  }

  /** Returns a type with room where the job runs, drawn by the seed and the job's id. */
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
    Hosts alone = hosts.orElseGet(() -> new Hosts(problem, typeOf));
    hosts = Optional.of(alone);
    Optional<Hosts.Place> place = alone.takeBest(m, threshold);
    place.ifPresent(
        at -> {
          groupOf[at.host()] = at.group();
          groupOf[m] = at.group();
          typeOf[m] = at.type();
        });
    return place.isPresent();
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

  /** Returns the problem, with the pairs by job type that were made. */
  AllocationProblem problem() {
    return hosts.map(Hosts::used).orElseGet(() -> JobsByClass.sharing(problem, List.of()));
  }

  /**
   * Returns the fractions of the assignment to groups of a problem, {@code [group][worker type]}.
   */
  double[] fractions(AllocationProblem used) {
    double[] fractions = new double[used.groupCount() * typeCount()];
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] != NOWHERE) {
        fractions[groupOf[m] * typeCount() + typeOf[m]] = 1;
      }
    }
    return fractions;
  }
}
