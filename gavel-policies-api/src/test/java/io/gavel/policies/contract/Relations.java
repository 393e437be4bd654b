package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The invariants that compare an answer with answers to related problems. */
final class Relations {

  private static final double UNIT = 1024;

  /** The tolerance for the objectives of equivalent problems. */
  private static final Tolerance OBJECTIVE = new Tolerance(1e-9, 1e-5);

  private final Function<AllocationProblem, Optional<Allocation>> policy;
  private final Tolerance tolerance;
  private final Random random;

  Relations(
      Function<AllocationProblem, Optional<Allocation>> policy, Tolerance tolerance, long seed) {
    this.policy = policy;
    this.tolerance = tolerance;
    this.random = new Random(seed);
  }

  Optional<String> breach(Invariant invariant, Allocation x) {
    AllocationProblem problem = x.problem();
    if (invariant == Invariant.DETERMINISM) {
      return determinism(x);
    }
    if (invariant == Invariant.SET_ASIDE) {
      return setAside(x);
    }
    int n = problem.jobCount();
    if (n == 0) {
      return Optional.empty();
    }
    int m = random.nextInt(n);
    int k = random.nextInt(problem.cluster().poolCount());
    int j = random.nextInt(problem.cluster().typeCount());
    return switch (invariant) {
      case UNIT_INVARIANCE -> unitInvariance(x, m);
      case ORDER_INVARIANCE -> orderInvariance(x);
      case ARRIVAL_PRIORITY -> arrivalPriority(x, m);
      case RESOURCE_MONOTONICITY ->
          nobodyLoses(
              x,
              Variants.withWorker(problem, k),
              IntStream.range(0, n).toArray(),
              "one more worker in pool \"%s\"".formatted(problem.cluster().poolName(k)));
      case POPULATION_MONOTONICITY ->
          nobodyLoses(
              x,
              Variants.without(problem, m),
              IntStream.range(0, n).filter(i -> i != m).toArray(),
              "\"%s\" leaves".formatted(problem.job(m).id()));
      case WEIGHT_MONOTONICITY ->
          doesNotLose(
              x,
              m,
              Variants.withJob(problem, m, job -> job.toBuilder().weight(2 * job.weight()).build()),
              "has twice the weight");
      case SPEED_MONOTONICITY ->
          doesNotLose(
              x,
              m,
              Variants.withRates(problem, (i, type, r) -> i == m && type == j ? 2 * r : r),
              "is twice as fast on \"%s\"".formatted(problem.cluster().type(j).name()));
      case STRATEGY_PROOFNESS -> lieDoesNotPay(x, m);
      default -> throw new IllegalArgumentException(invariant + " is judged from one answer");
    };
  }

  private Optional<String> determinism(Allocation x) {
    // Another problem in between exposes a policy with memory.
    Optional<Allocation> unused = policy.apply(Variants.withWorker(x.problem(), 0));
    Optional<Allocation> again = policy.apply(x.problem());
    return again.map(Reading::of).equals(Optional.of(Reading.of(x)))
        ? Optional.empty()
        : Optional.of("the policy gives another answer when called again");
  }

  private Optional<String> setAside(Allocation x) {
    int position = random.nextInt(x.problem().jobCount() + 1);
    AllocationProblem more = Variants.withJobThatRunsNowhere(x.problem(), position);
    Optional<Allocation> answer = policy.apply(more);
    if (answer.isEmpty()) {
      return Optional.of("with a job that can run nowhere the policy has no answer");
    }
    double before = x.certificate().objective();
    double after = answer.get().certificate().objective();
    if (!OBJECTIVE.atMost(Math.abs(after - before), 0)
        && !OBJECTIVE.atMost(Math.abs(after - before) + Math.abs(before), Math.abs(before))) {
      return Optional.of(
          "with a job that can run nowhere the objective is %s; without it, %s"
              .formatted(after, before));
    }
    double got = answer.get().timeFraction(position);
    return got == 0
        ? Optional.empty()
        : Optional.of("a job that can run nowhere has %s of its time".formatted(got));
  }

  private Optional<String> unitInvariance(Allocation x, int m) {
    Optional<Allocation> other = policy.apply(Variants.inUnits(x.problem(), m, UNIT));
    for (int i = 0; other.isPresent() && i < x.problem().jobCount(); i++) {
      double factor = i == m ? UNIT : 1;
      double expected = factor * x.effectiveThroughput(i);
      double actual = other.get().effectiveThroughput(i);
      if (!near(expected, actual, factor * fastest(x.problem(), i))) {
        return Optional.of(
            "with \"%s\" counted in other units, \"%s\" has %s steps/s instead of %s"
                .formatted(x.problem().job(m).id(), x.problem().job(i).id(), actual, expected));
      }
    }
    return Optional.empty();
  }

  private Optional<String> orderInvariance(Allocation x) {
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, x.problem().jobCount()).boxed().toList());
    Collections.shuffle(order, random);
    int[] indices = order.stream().mapToInt(Integer::intValue).toArray();
    return sameFor(x, Variants.select(x.problem(), indices), indices, "listed as " + order);
  }

  private Optional<String> arrivalPriority(Allocation x, int m) {
    int[] first = IntStream.rangeClosed(0, m).toArray();
    return sameFor(
        x,
        Variants.select(x.problem(), first),
        first,
        "without those after \"%s\"".formatted(x.problem().job(m).id()));
  }

  private Optional<String> sameFor(
      Allocation x, AllocationProblem variant, int[] jobs, String change) {
    return compare(x, variant, jobs, change, true);
  }

  private Optional<String> nobodyLoses(
      Allocation x, AllocationProblem variant, int[] jobs, String change) {
    return compare(x, variant, jobs, change, false);
  }

  private Optional<String> doesNotLose(
      Allocation x, int m, AllocationProblem variant, String change) {
    int[] jobs = IntStream.range(0, x.problem().jobCount()).map(i -> i == m ? m : -1).toArray();
    return compare(x, variant, jobs, "\"%s\" %s".formatted(x.problem().job(m).id(), change), false);
  }

  /** Compares jobs of the variant with the jobs that they were, where these are not negative. */
  private Optional<String> compare(
      Allocation x, AllocationProblem variant, int[] jobs, String change, boolean mustNotGain) {
    Optional<Allocation> other = policy.apply(variant);
    for (int i = 0; other.isPresent() && i < jobs.length; i++) {
      if (jobs[i] >= 0) {
        double before = x.effectiveThroughput(jobs[i]);
        double after = other.get().effectiveThroughput(i);
        boolean wrong = after < before || (mustNotGain && after > before);
        if (wrong && !near(before, after, fastest(x.problem(), jobs[i]))) {
          return Optional.of(
              "%s, and \"%s\" goes from %s to %s steps/s"
                  .formatted(change, x.problem().job(jobs[i]).id(), before, after));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> lieDoesNotPay(Allocation x, int m) {
    double[] factor =
        random
            .ints(x.problem().cluster().typeCount(), -1, 4)
            .mapToDouble(i -> i < 0 ? 0 : StrictMath.pow(2, i - 1))
            .toArray();
    AllocationProblem reported =
        Variants.withRates(x.problem(), (i, j, rate) -> i == m ? rate * factor[j] : rate);
    return policy.apply(reported).flatMap(y -> gainOfLie(x, y, m, tolerance));
  }

  /**
   * The gain of job {@code m}, in terms of its true throughputs, if {@code y} answers its false
   * report.
   */
  static Optional<String> gainOfLie(Allocation x, Allocation y, int m, Tolerance tolerance) {
    double truth = 0;
    for (int g = 0; g < x.problem().groupCount(); g++) {
      for (int i = 0; i < x.problem().group(g).size(); i++) {
        for (int j = 0;
            x.problem().group(g).member(i) == m && j < x.problem().cluster().typeCount();
            j++) {
          truth +=
              x.problem().runs(g, j)
                  ? x.problem().throughputs().stepsPerSecond(g, i, j) * y.fraction(g, j)
                  : 0;
        }
      }
    }
    double honest = x.effectiveThroughput(m);
    return tolerance.atMost(truth, honest)
        ? Optional.empty()
        : Optional.of(
            "\"%s\" gets %s steps/s by a false report, and %s honestly"
                .formatted(x.problem().job(m).id(), truth, honest));
  }

  /**
   * Whether throughputs are equal, within the tolerance of themselves or a tenth of it of the
   * fastest.
   */
  private boolean near(double a, double b, double fastest) {
    double difference = Math.abs(a - b);
    return difference <= tolerance.absolute() + tolerance.relative() * Math.max(a, b)
        || difference <= 0.1 * tolerance.relative() * fastest;
  }

  private static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
    }
    return fastest;
  }
}
