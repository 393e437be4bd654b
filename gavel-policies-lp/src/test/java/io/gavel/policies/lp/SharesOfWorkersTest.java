package io.gavel.policies.lp;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.shares;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.Edge;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jobs that take shares of a worker, against answers by hand. */
class SharesOfWorkersTest {

  private static double[] times(Allocation x) {
    return IntStream.range(0, x.problem().jobCount()).mapToDouble(x::timeFraction).toArray();
  }

  /** One job for each share on one type, all equally fast, with 10 steps to do. */
  private static AllocationProblem onOneType(int workers, int... gpuMilli) {
    double[][] rates = Collections.nCopies(gpuMilli.length, row(1)).toArray(double[][]::new);
    double[] steps = IntStream.range(0, gpuMilli.length).mapToDouble(m -> 10).toArray();
    return shares(steps(problem(workers(workers), rates), steps), gpuMilli);
  }

  /** Whoever needs less than half a worker gets that, and the other the rest. */
  @Test
  void fairness_smallShareBesideWholeJob_leavesTheRest() {
    AllocationProblem problem = onOneType(1, 300, 1000);
    double[] expected = {1, 0.7};
    assertArrayEquals(expected, times(WaterFilling.create().allocate(problem)), 1e-6);
    assertArrayEquals(expected, times(MaxMinFairness.create().allocate(problem)), 1e-6);
    assertArrayEquals(expected, times(FinishTimeFairness.create().allocate(problem)), 1e-6);
    assertArrayEquals(expected, times(DominantResourceFairness.create().allocate(problem)), 1e-6);
    assertEquals(0.3, MaxMinFairness.create().allocate(problem).certificate().objective(), 1e-6);
  }

  /** Ten tenths with a tenth of the weight each are worth as much as the job that they were. */
  @Test
  void waterFilling_jobSplitIntoTenths_getsWhatItGot() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1))).job(Job.of("whole"), 1);
    for (int i = 0; i < 10; i++) {
      problem.job(Job.builder("part" + i).gpuMilli(100).weight(0.1).build(), 0.1);
    }
    double[] half = IntStream.range(0, 11).mapToDouble(m -> 0.5).toArray();
    assertArrayEquals(half, times(WaterFilling.create().allocate(problem.build())), 1e-6);
    assertArrayEquals(half, times(MaxMinFairness.create().allocate(problem.build())), 1e-6);
  }

  /**
   * By the equal share a small job ends the rise at its size; by the isolated share it does not.
   */
  @Test
  void maxMin_smallShareAmongMany_dependsOnTheNormaliser() {
    int[] milli = {100, 1000, 1000, 1000, 1000};
    AllocationProblem problem = onOneType(2, milli);
    assertEquals(0.1, MaxMinFairness.create().allocate(problem).certificate().objective(), 1e-6);
    Allocation byIsolated =
        MaxMinFairness.create().withNormalizer(Normalizer.ISOLATED_SHARE).allocate(problem);
    assertEquals(1, byIsolated.certificate().objective(), 1e-6); // 0.4 each, and 1 for the small
    double[] expected = {1, 0.475, 0.475, 0.475, 0.475};
    assertArrayEquals(expected, times(WaterFilling.create().allocate(problem)), 1e-6);
  }

  @Test
  void yardsticks_share_knowItsSize() {
    AllocationProblem problem = onOneType(1, 200, 200, 200, 1000);
    assertEquals(1, EqualShare.throughput(problem, 0));
    assertEquals(
        1, IsolatedShare.throughput(problem, 0)); // 1 / (4 · 0.2) is more than all its time
    assertEquals(0.25, IsolatedShare.throughput(problem, 3));
    double[] equal = times(new EqualShare().allocate(problem));
    assertArrayEquals(new double[] {0.625, 0.625, 0.625, 0.625}, equal, 1e-15); // of 1.6 workers
  }

  @Test
  void headOfLine_share_takesTheFullestWorkerWithRoom() {
    assertArrayEquals(
        new double[] {1, 1, 1, 1},
        times(HeadOfLineFifo.aware().allocate(onOneType(2, 300, 800, 200, 700))));
    assertArrayEquals( // 1,800 of 2,000 thousandths, but not on two workers
        new double[] {1, 1, 0, 0},
        times(HeadOfLineFifo.aware().allocate(onOneType(2, 600, 600, 600, 400))));
    assertArrayEquals(
        new double[] {1, 0, 0}, times(HeadOfLineFifo.aware().allocate(onOneType(1, 1, 1000, 999))));
  }

  /** Two halves side by side, the shortest two of four; and what fits beside a larger job. */
  @Test
  void alloX_shares_runSideBySide() {
    AllocationProblem halves = steps(onOneType(1, 500, 500, 500, 500), 4, 3, 2, 1);
    Allocation x = new AlloX().allocate(halves);
    assertArrayEquals(new double[] {0, 0, 1, 1}, times(x));
    assertEquals(1 + 2 + (1 + 4) + (2 + 3), x.certificate().objective(), 1e-12);
    Allocation beside = new AlloX().allocate(steps(onOneType(1, 700, 400, 300), 1, 2, 3));
    assertArrayEquals(new double[] {1, 0, 1}, times(beside));
  }

  /** Half a worker costs half; a gang that pays for one worker does not make a share dearer. */
  @Test
  void cost_share_paysItsPart() {
    AllocationProblem problem = onOneType(1, 500);
    for (ThroughputPerCost policy :
        new ThroughputPerCost[] {
          ThroughputPerCost.create(), ThroughputPerCost.create().withGangsBilledAsOne()
        }) {
      assertEquals(2, policy.allocate(problem).certificate().objective(), 1e-6);
    }
    assertEquals(2, ThroughputPerPrice.create().allocate(problem).certificate().objective(), 1e-6);
  }

  /** {@code Σ T X / (price · min(1, workers))} over all groups. */
  private static double perPrice(Allocation x) {
    AllocationProblem problem = x.problem();
    double sum = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double paid = problem.cluster().type(j).pricePerHour() * Math.min(1, problem.workers(g));
        for (int i = 0; i < problem.group(g).size(); i++) {
          sum += problem.throughputs().stepsPerSecond(g, i, j) * x.fraction(g, j) / paid;
        }
      }
    }
    return sum;
  }

  /** A tenth of a worker costs a tenth, under four constraints. */
  @Test
  void perPrice_shareUnderConstraints_isTheFormulaOfItsPage() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("t0", 19).withPricePerHour(2),
                    new WorkerType("t1", 8).withPricePerHour(0.5)))
            .job(
                Job.builder("0").gpuMilli(100).stepsRemaining(1).build(),
                3.121226078811334,
                0.5457868137504275)
            .job(
                Job.builder("1").gpuMilli(999).weight(2).stepsRemaining(1).build(),
                7.438975174111935,
                6.104416832687032)
            .constraint(Constraint.named("c0").that(LinearForm.time()).exactly(0.1))
            .constraint(Constraint.named("c1").that(LinearForm.steps().ofJobs("1")).atMost(0.1))
            .build();
    Allocation x = ThroughputPerPrice.create().allocate(problem);
    assertEquals(1.5606, x.certificate().objective(), 5e-5);
    assertEquals(x.certificate().objective(), perPrice(x), 1e-9);
  }

  @Test
  void perPrice_randomProblems_isTheFormulaOfItsPage() {
    for (long seed = 0; seed < 100; seed++) {
      AllocationProblem problem =
          RandomProblems.of(seed, Set.of(Edge.SHARES_OF_WORKERS, Edge.GANGS, Edge.PAIRS));
      Allocation x = ThroughputPerPrice.create().withoutSlos().allocate(problem);
      double objective = x.certificate().objective();
      assertEquals(objective, perPrice(x), 1e-9 * Math.max(1, objective), "seed " + seed);
    }
  }

  @Test
  void gandiva_sharesThatFit_areNotPaired() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)));
    for (int m = 0; m < 10; m++) {
      problem.job(Job.builder("" + m).gpuMilli(100).build(), 1);
    }
    problem.pair("0", "1", row(2), row(2));
    Allocation x = GandivaPacking.create().allocate(problem.build());
    assertEquals(0, x.fraction(10, 0));
    assertEquals(1, x.workersUsed(0));
  }

  /** The n-th part of the cluster is feasible for jobs of any sizes. */
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
    AllocationProblem problem = Problems.complete(random, Kind.SHARES);
    AllocationProblem single =
        problem.withJobs(
            problem.jobs().stream().map(job -> job.toBuilder().scaleFactor(1).build()).toList());
    for (Allocation x :
        List.of(
            HeadOfLineFifo.aware().allocate(problem),
            HeadOfLineFifo.agnostic(42).allocate(problem),
            new AlloX().allocate(single))) {
      for (int k = 0; k < problem.cluster().poolCount(); k++) {
        assertTrue(fits(x, k), x::toTable);
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
