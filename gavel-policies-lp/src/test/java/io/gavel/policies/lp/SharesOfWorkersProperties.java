package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.EveryPolicyTest.Candidate;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What jobs that take shares of a worker must have in common with jobs that take whole ones. */
class SharesOfWorkersProperties {

  @Provide
  static Arbitrary<Candidate> policies() {
    return Arbitraries.of(EveryPolicyTest.candidates().toList());
  }

  /** Shares that divide a worker. */
  @Provide
  static Arbitrary<Integer> parts() {
    return Arbitraries.of(2, 4, 5, 8, 10, 1000);
  }

  /**
   * Jobs that all take the k-th part of a worker are whole jobs on k times the workers. Levels
   * count workers and so are the k-th part, steps per unit of money are k times as many; nothing
   * else differs.
   */
  @Property
  void equalShares_areWholeJobsOnAsManyTimesTheWorkers(
      @ForAll Draws random, @ForAll("policies") Candidate candidate, @ForAll("parts") int k) {
    Kind kind = random.nextInt(8) == 0 ? Kind.PAIRS : Kind.PLAIN;
    AllocationProblem problem = candidate.adapt(Problems.complete(random, kind), random);
    Allocation shares = candidate.policy().allocate(withShares(problem, Job.WHOLE_WORKER / k));
    Allocation whole =
        candidate
            .policy()
            .allocate(
                withShares(problem, Job.WHOLE_WORKER).withCluster(larger(problem.cluster(), k)));
    assertEquals(0, shares.maxViolation());
    double expected = whole.certificate().objective() * perWhole(candidate, k);
    double tolerance = candidate.name().matches("STRICT.*|SHORTEST.*") ? 1e-5 : 2e-6;
    double scale = Math.max(Math.abs(expected), candidate.provesRelatively() ? 0 : 1);
    assertEquals(expected, shares.certificate().objective(), tolerance * scale);
    if (isFormula(candidate)) {
      assertSameFractions(whole, shares);
    }
  }

  private static double perWhole(Candidate candidate, int k) {
    return switch (candidate.name()) {
      case "MAX_MIN",
          "MAX_MIN_AGNOSTIC",
          "MAX_MIN_BY_FASTEST",
          "WATER_FILLING",
          "HIERARCHICAL",
          "HIERARCHICAL_FINISH_TIME" ->
          1.0 / k;
      case "PER_PRICE", "PER_COST", "PER_COST_BEST_EFFORT", "PER_COST_SLO_MARGIN" -> k;
      default -> 1;
    };
  }

  private static boolean isFormula(Candidate candidate) {
    return List.of(
            "EQUAL_SHARE",
            "ISOLATED",
            "FIFO_AWARE",
            "FIFO_AGNOSTIC",
            "FIFO_PACKED",
            "DOMINANT_RESOURCE",
            "GANDIVA",
            "ALLOX")
        .contains(candidate.name());
  }

  private static void assertSameFractions(Allocation expected, Allocation actual) {
    for (int g = 0; g < expected.problem().groupCount(); g++) {
      for (int j = 0; j < expected.problem().cluster().typeCount(); j++) {
        assertEquals(expected.fraction(g, j), actual.fraction(g, j), 1e-12);
      }
    }
  }

  private static AllocationProblem withShares(AllocationProblem problem, int gpuMilli) {
    return problem.withJobs(
        problem.jobs().stream()
            .map(job -> job.toBuilder().scaleFactor(1).gpuMilli(gpuMilli).build())
            .toList());
  }

  private static Cluster larger(Cluster cluster, int times) {
    return Cluster.of(
        cluster.types().stream()
            .map(
                type ->
                    new WorkerType(type.name(), times * type.workers())
                        .withPricePerHour(type.pricePerHour()))
            .toList());
  }

  /** The n-th part of the cluster is always to be had, whatever the sizes of the jobs. */
  @Property
  void maxMinByIsolatedShare_equalWeights_keepsTheSharingIncentive(
      @ForAll(supplier = AnyProblem.OfShares.class) AllocationProblem problem) {
    problem =
        problem.withJobs(
            problem.jobs().stream().map(job -> job.toBuilder().weight(1).build()).toList());
    Allocation x =
        MaxMinFairness.create().withNormalizer(Normalizer.ISOLATED_SHARE).allocate(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      if (IsolatedShare.throughput(problem, m) > 0) {
        assertTrue(
            x.effectiveThroughput(m) >= (1 - 1e-6) * IsolatedShare.throughput(problem, m),
            problem.job(m)::id);
      }
    }
  }

  /** Queues run jobs all the time; those that run find workers with room for them. */
  @Property
  void queues_jobsOfAllSizes_fitOnWorkers(@ForAll Draws random) {
    for (String name : List.of("FIFO_AWARE", "FIFO_AGNOSTIC", "ALLOX")) {
      Candidate candidate =
          EveryPolicyTest.candidates().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
      Allocation x =
          candidate
              .policy()
              .allocate(candidate.adapt(Problems.complete(random, Kind.SHARES), random));
      for (int k = 0; k < x.problem().cluster().poolCount(); k++) {
        assertTrue(fits(x, k), name);
      }
    }
  }

  /** Whether all that runs on a pool can be laid out on it at once, the largest first. */
  private static boolean fits(Allocation x, int k) {
    AllocationProblem problem = x.problem();
    int types = problem.cluster().typeCount();
    List<Integer> milli =
        IntStream.range(0, problem.jobCount() * types)
            .filter(i -> problem.cluster().poolOf(i % types) == k)
            .filter(i -> x.fraction(i / types, i % types) > 0)
            .mapToObj(i -> problem.job(i / types))
            .flatMap(job -> Collections.nCopies(job.scaleFactor(), job.gpuMilli()).stream())
            .toList();
    return layOut(milli, 0, new int[problem.cluster().poolWorkers(k)]);
  }

  private static boolean layOut(List<Integer> milli, int from, int[] used) {
    if (from == milli.size()) {
      return true;
    }
    for (int w = 0; w < used.length; w++) {
      if (used[w] + milli.get(from) <= Job.WHOLE_WORKER && (w == 0 || used[w] != used[w - 1])) {
        used[w] += milli.get(from);
        boolean fits = layOut(milli, from + 1, used);
        used[w] -= milli.get(from);
        if (fits) {
          return true;
        }
      }
    }
    return false;
  }
}
