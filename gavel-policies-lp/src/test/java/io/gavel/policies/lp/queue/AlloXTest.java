package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AlloXTest {

  private static final double TOLERANCE = 1e-12;

  private final AlloX policy = new AlloX();

  private static Job job(String id, double steps) {
    return Job.builder(id).stepsRemaining(steps).build();
  }

  @Test
  void allocate_oneWorker_shortestJobRuns() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
                .job(job("long", 30), 1)
                .job(job("short", 10), 1)
                .job(job("middle", 20), 1)
                .build());
    assertEquals(10 + 30 + 60, x.certificate().objective(), TOLERANCE);
    assertEquals(100, x.certificate().bound(), TOLERANCE);
    assertEquals(1, x.fraction("short", "v100"));
    assertEquals(1, x.timeFraction(0) + x.timeFraction(1) + x.timeFraction(2));
  }

  /** Four jobs on six workers: the two that gain most from the fast ones get them. */
  @Test
  void allocate_enoughWorkers_everyoneRuns() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(
                    Cluster.of(
                        new WorkerType("fast", 2),
                        new WorkerType("middle", 1),
                        new WorkerType("slow", 3)))
                .job(job("0", 300), 2, 1, .5)
                .job(job("1", 500), 3, 2, 1)
                .job(job("2", 1000), 4, 3, 2)
                .job(job("3", 500), 1, 1, 1)
                .build());
    assertEquals(1, x.fraction("0", "fast"));
    assertEquals(1, x.fraction("1", "fast"));
    assertEquals(1, x.fraction("2", "middle"));
    assertEquals(1, x.fraction("3", "slow"));
    assertEquals(150 + 500. / 3 + 1000. / 3 + 500, x.certificate().objective(), 1e-9);
  }

  /** Two workers, three jobs: both heads run, and of the jobs that end queues the later waits. */
  @Test
  void allocate_queuesOfUnequalLength_allHeadsRun() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
                .job(job("a", 5), 1)
                .job(job("b", 1), 1)
                .job(job("c", 5), 1)
                .build());
    assertEquals(12, x.certificate().objective(), TOLERANCE);
    assertEquals(1, x.fraction("a", "v100"));
    assertEquals(1, x.fraction("b", "v100"));
    assertEquals(0, x.fraction("c", "v100"));
  }

  @Test
  void allocate_typesOfOnePool_shareItsWorkers() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(
                    Cluster.of(
                        new WorkerType("far", 1).withPool("v100"),
                        new WorkerType("near", 1).withPool("v100")))
                .job(job("a", 4), 1, 2)
                .job(job("b", 4), 4, 1)
                .build());
    assertEquals(2 * 1 + 2, x.certificate().objective(), TOLERANCE);
    assertEquals(1, x.fraction("b", "far"));
    assertEquals(0, x.timeFraction(0));
  }

  @Test
  void allocate_price_isWhatOneMoreWorkerSaves() {
    AllocationProblem.Builder one = AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)));
    Allocation x = policy.allocate(one.job(job("0", 10), 1).job(job("1", 20), 1).build());
    assertEquals(40, x.certificate().objective(), TOLERANCE);
    assertTrue(x.certificate().prices().ofPool(0) >= 10, "30 with two workers");
  }

  @Test
  void allocate_jobsThatAreDoneOrRunNowhere_areSetAside() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(
                    Cluster.of(new WorkerType("v100", 1), new WorkerType("no", 0)))
                .job(job("done", 0), 1, 1)
                .job(Job.of("nowhere"), 0, 1)
                .job(job("runs", 3), 1, 1)
                .build());
    assertEquals(3, x.certificate().objective(), TOLERANCE);
    assertEquals(1, x.timeFraction(2));
    assertEquals(0, x.timeFraction(0));
    assertEquals(0, policy.allocate(emptyCluster()).certificate().objective());
  }

  private static AllocationProblem emptyCluster() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1))).build();
  }

  @Test
  void allocate_stepsUnknownOrGang_namesTheJob() {
    AllocationProblem.Builder unknown =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2))).job(Job.of("j7"), 1);
    AllocationProblem.Builder gang =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.builder("j8").scaleFactor(2).stepsRemaining(1).build(), 1);
    assertTrue(error(unknown.build()).contains("job \"j7\" has no steps remaining"));
    assertTrue(error(gang.build()).contains("scale factor of job \"j8\" is 2"));
  }

  private String error(AllocationProblem problem) {
    return assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem))
        .getMessage();
  }

  /** All ways to deal up to six jobs to up to four workers, each worker's shortest first. */
  @Property
  void objective_tinyProblem_isThatOfTheBestOfAllWays(@ForAll Draws random) {
    AllocationProblem problem = random(random, 6, 2);
    double best = bestFrom(problem, 0, new int[problem.jobCount()]);
    double objective = policy.allocate(problem).certificate().objective();
    assertEquals(best, objective, TOLERANCE * best);
  }

  @Property
  void answer_anyProblem_isProvedAndRunsAsManyJobsAsItCan(@ForAll Draws random) {
    AllocationProblem problem = random(random, 40, 5);
    Allocation x = policy.allocate(problem);
    assertTrue(x.certificate().relativeGap() <= TOLERANCE, () -> x.certificate().toString());
    assertEquals(0, x.maxViolation());
    assertEquals(x, policy.allocate(problem));
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      boolean all = x.workersUsed(k) == problem.cluster().poolWorkers(k);
      assertTrue(all || x.workersUsed(k) == Math.rint(x.workersUsed(k)));
    }
  }

  private static AllocationProblem random(Random random, int mostJobs, int mostWorkers) {
    int types = 1 + random.nextInt(2);
    WorkerType[] columns = new WorkerType[types];
    Arrays.setAll(columns, j -> new WorkerType("type" + j, 1 + random.nextInt(mostWorkers)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    boolean ties = random.nextBoolean();
    int jobs = 1 + random.nextInt(mostJobs);
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      Arrays.setAll(
          rates, j -> ties ? 1 + random.nextInt(2) : StrictMath.exp(6 * random.nextDouble()));
      rates[random.nextInt(types)] *= random.nextInt(5) == 0 && types > 1 ? 0 : 1;
      problem.job(job("job" + m, 1 + random.nextInt(9)), rates);
    }
    return problem.build();
  }

  private static double bestFrom(AllocationProblem problem, int m, int[] worker) {
    Cluster cluster = problem.cluster();
    if (m == worker.length) {
      return completionTimes(problem, worker);
    }
    double best = Double.POSITIVE_INFINITY;
    for (worker[m] = 0; worker[m] < cluster.workers(); worker[m]++) {
      best = Math.min(best, bestFrom(problem, m + 1, worker));
    }
    return best;
  }

  private static double completionTimes(AllocationProblem problem, int[] worker) {
    double sum = 0;
    int first = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      for (int i = first; i < first + problem.cluster().type(j).workers(); i++) {
        List<Double> queue = new ArrayList<>();
        for (int m = 0; m < worker.length; m++) {
          if (worker[m] == i) {
            double steps = problem.job(m).stepsRemaining().orElseThrow();
            queue.add(steps / problem.throughputs().stepsPerSecond(m, j));
          }
        }
        queue.sort(Comparator.reverseOrder());
        for (int position = 1; position <= queue.size(); position++) {
          sum += position * queue.get(position - 1);
        }
      }
      first += problem.cluster().type(j).workers();
    }
    return sum;
  }

  /** Two jobs share a worker, so a worker more is two queues more, which save 10 s each. */
  @Test
  void prices_ofSharedWorkers_areWhatOneMoreWorkerSaves() {
    Allocation one = policy.allocate(halves(1));
    double saved =
        one.certificate().objective() - policy.allocate(halves(2)).certificate().objective();
    assertEquals(20, saved, TOLERANCE);
    assertEquals(saved, one.certificate().prices().ofPool(0), TOLERANCE);
  }

  private static AllocationProblem halves(int workers) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
    for (int m = 0; m < 4; m++) {
      problem.job(Job.builder("job" + m).stepsRemaining(10).gpuMilli(500).build(), 1);
    }
    return problem.build();
  }
}
