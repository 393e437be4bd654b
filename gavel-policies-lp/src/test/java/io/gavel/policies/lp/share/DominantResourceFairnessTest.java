package io.gavel.policies.lp.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DominantResourceFairnessTest {

  private static final double TOLERANCE = 1e-12;

  private final DominantResourceFairness policy = DominantResourceFairness.create();

  /**
   * The textbook example: 9 CPUs and 18 GB; a task of A needs 1 CPU and 4 GB, one of B 3 CPUs and 1
   * GB. Here CPUs and gigabytes are workers, a task is a gang that spends its time on them in these
   * proportions, and a user has four tasks, of which 3 and 2 run: dominant shares of 2/3.
   */
  @Test
  void allocate_textbookExample_threeTasksOfAAndTwoOfB() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("cpu", 9), new WorkerType("gb", 18)));
    for (int task = 0; task < 4; task++) {
      problem.job(Job.builder("A" + task).scaleFactor(5).weight(.25).build(), 1, 1);
      problem.job(Job.builder("B" + task).scaleFactor(4).weight(.25).build(), 1, 1);
    }
    double[][] task = {{1, 4}, {3, 1}};
    Allocation x =
        DominantResourceFairness.create()
            .withDemand((p, m, k) -> task[m % 2][k])
            .allocate(problem.build());
    for (int i = 0; i < 4; i++) {
      assertEquals(3. / 4, x.timeFraction(2 * i), TOLERANCE);
      assertEquals(2. / 4, x.timeFraction(2 * i + 1), TOLERANCE);
    }
    assertEquals(2. / 3, x.certificate().objective(), TOLERANCE);
    assertEquals(9, x.workersUsed(0), 1e-9);
  }

  /**
   * The same example with cores and memory as resources beside workers, of which there are many.
   */
  @Test
  void allocate_textbookExampleBesideWorkers_threeTasksOfAAndTwoOfB() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 60)));
    Map<String, Double> cores = new TreeMap<>();
    Map<String, Double> memory = new TreeMap<>();
    for (int task = 0; task < 4; task++) {
      problem.job(Job.builder("A" + task).scaleFactor(task + 1).weight(.25).build(), 1);
      problem.job(Job.builder("B" + task).weight(.25).build(), 1);
      cores.put("A" + task, 1.0);
      cores.put("B" + task, 3.0);
      memory.put("A" + task, 4.0);
      memory.put("B" + task, 1.0);
    }
    problem.constraint(Constraint.resource("cores", cores, 9));
    problem.constraint(Constraint.resource("memory", memory, 18));
    Allocation x = policy.allocate(problem.build());
    for (int i = 0; i < 4; i++) {
      assertEquals(3. / 4, x.timeFraction(2 * i), TOLERANCE);
      assertEquals(2. / 4, x.timeFraction(2 * i + 1), TOLERANCE);
    }
    assertEquals(2. / 3, x.certificate().objective(), TOLERANCE);
    assertEquals(9, x.sum(x.problem().constraintRows().get(0)), 1e-9);
  }

  /** Workers are the dominant resource of one job and cores that of the other. */
  @Test
  void allocate_workersAndCores_equalisesDominantSharesOverBoth() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 4)))
            .job(Job.builder("gpus").scaleFactor(4).build(), 1)
            .job(Job.of("cores"), 1)
            .constraint(Constraint.resource("cores", Map.of("gpus", 2.0, "cores", 8.0), 8))
            .build();
    Allocation x = policy.allocate(problem);
    // z + z/4 <= 1 for workers, z/4 + z <= 1 for cores
    assertEquals(.8, x.timeFraction(0), TOLERANCE);
    assertEquals(.8, x.timeFraction(1), TOLERANCE);
    assertEquals(.8, x.certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_resourceOfWhichThereIsNone_keepsOnlyItsJobsWaiting() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("licensed"), 1)
            .job(Job.of("free"), 1)
            .constraint(Constraint.resource("licences", Map.of("licensed", 1.0), 0))
            .build();
    Allocation x = policy.allocate(problem);
    assertEquals(0, x.timeFraction(0));
    assertEquals(1, x.timeFraction(1));
    assertEquals(0, x.certificate().objective());
  }

  @Test
  void allocate_constraintThatIsNoResource_isRefusedByName() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .entity(new Entity("red", 1, Discipline.FAIRNESS))
            .job(Job.builder("a").entity("red").build(), 1)
            .job(Job.builder("b").entity("red").build(), 1)
            .build();
    LinearForm a = LinearForm.workers().ofJobs("a");
    LinearForm b = LinearForm.workers().ofJobs("b");
    assertRefused(problem.constraining(Constraint.named("least").that(a).atLeast(.1)), "least");
    assertRefused(problem.constraining(Constraint.named("even").that(a).exactly(.1)), "even");
    assertRefused(
        problem.constraining(Constraint.named("skew").that(a.minus(b)).atMost(1)), "skew");
    assertRefused(problem.constraining(Constraint.named("debt").that(a).atMost(-1)), "debt");
    assertRefused(problem.constraining(Quota.of("red").limitedInAll(1)), "limit:red:any");
  }

  private void assertRefused(AllocationProblem problem, String name) {
    Exception error = assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
    assertTrue(error.getMessage().contains("does not support constraints: "), error.getMessage());
    assertTrue(error.getMessage().endsWith("the problem has \"" + name + "\""), error.getMessage());
  }

  /** Every job runs all the time, or needs what is used up and has the largest share there. */
  @Property
  void answer_anyResources_isTheirFilling(@ForAll Draws random) {
    int jobs = 1 + random.nextInt(8);
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1 + random.nextInt(9))));
    Map<String, Double> cores = new TreeMap<>(Map.of("j0", 1.0));
    Map<String, Double> memory = new TreeMap<>(Map.of("j0", 1.0));
    for (int m = 0; m < jobs; m++) {
      double weight = 1 + random.nextInt(4);
      builder.job(Job.builder("j" + m).scaleFactor(1).weight(weight).build(), 1);
      cores.put("j" + m, random.nextInt(4) / 2.0 + (m == 0 ? 1 : 0));
      memory.put("j" + m, random.nextInt(40) + (m == 0 ? 1.0 : 0));
    }
    double[] capacity = {0, 1 + random.nextInt(8), 1 + random.nextInt(80)};
    AllocationProblem problem =
        builder
            .constraint(Constraint.resource("cores", cores, capacity[1]))
            .constraint(Constraint.resource("memory", memory, capacity[2]))
            .build();
    capacity[0] = problem.cluster().poolWorkers(0);
    Allocation x = policy.allocate(problem);
    assertEquals(0, x.maxViolation());
    double[][] needs = new double[jobs][];
    double[] level = new double[jobs];
    double[] used = new double[3];
    for (int m = 0; m < jobs; m++) {
      needs[m] =
          new double[] {1, cores.getOrDefault("j" + m, 0.0), memory.getOrDefault("j" + m, 0.0)};
      double dominant = 0;
      for (int i = 0; i < 3; i++) {
        dominant = Math.max(dominant, needs[m][i] / capacity[i]);
        used[i] += needs[m][i] * x.timeFraction(m);
      }
      level[m] = dominant * x.timeFraction(m) / problem.job(m).weight();
    }
    for (int i = 0; i < 3; i++) {
      assertTrue(used[i] <= capacity[i] * (1 + 1e-12), "resource " + i + " of\n" + x.toTable());
    }
    for (int m = 0; m < jobs; m++) {
      int job = m;
      boolean stopped =
          x.timeFraction(m) > 1 - TOLERANCE
              || IntStream.range(0, 3)
                  .filter(i -> needs[job][i] > 0 && used[i] >= capacity[i] * (1 - 1e-9))
                  .anyMatch(
                      i ->
                          IntStream.range(0, jobs)
                              .filter(other -> needs[other][i] > 0)
                              .allMatch(other -> level[other] <= level[job] * (1 + 1e-9)));
      assertTrue(stopped, () -> "job " + job + " of\n" + x.toTable());
    }
  }

  /** Two want the fast worker and share it by weight; the third has the other for itself. */
  @Test
  void allocate_fastestPool_isSharedByWeightWhereverElseJobsCouldRun() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(
                    Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 4)))
                .job(Job.builder("heavy").weight(3).build(), 10, 9)
                .job(Job.of("light"), 10, 9)
                .job(Job.of("other"), 1, 2)
                .build());
    assertEquals(.75, x.fraction("heavy", "v100"), TOLERANCE);
    assertEquals(.25, x.fraction("light", "v100"), TOLERANCE);
    assertEquals(1, x.fraction("other", "k80"), TOLERANCE);
    assertEquals(.25, x.certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_jobThatRunsAllTheTime_leavesTheRestToOthers() {
    Allocation x =
        policy.allocate(
            AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
                .job(Job.builder("heavy").weight(9).build(), 1)
                .job(Job.of("a"), 1)
                .job(Job.of("b"), 1)
                .job(Job.of("nowhere"), 0)
                .build());
    assertEquals(1, x.timeFraction(0), TOLERANCE);
    assertEquals(.5, x.timeFraction(1), TOLERANCE);
    assertEquals(.5, x.timeFraction(2), TOLERANCE);
    assertEquals(0, x.timeFraction(3));
  }

  /** Max-min fairness moves the second job to the worker that is only a little slower for it. */
  @Test
  void allocate_idleSecondBestType_staysIdle() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 10, 9)
            .job(Job.of("b"), 10, 9)
            .build();
    assertEquals(5, policy.allocate(problem).effectiveThroughput(0), TOLERANCE);
    assertEquals(0, policy.allocate(problem).workersUsed(1));
    assertEquals(9.5, MaxMinFairness.create().allocate(problem).effectiveThroughput(0), 1e-6);
  }

  @Test
  void allocate_impossibleDemand_namesTheJob() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("j7"), 1, 0)
            .build();
    assertError("demand of job \"j7\" for pool 1 is 1.0", problem, (p, m, k) -> 1);
    assertError("demand of job \"j7\" for pool 0 is NaN", problem, (p, m, k) -> Double.NaN);
    assertError("demands of job \"j7\" add up to 0.0", problem, (p, m, k) -> 0);
  }

  private static void assertError(
      String message, AllocationProblem problem, DominantResourceFairness.Demand demand) {
    DominantResourceFairness wrong = DominantResourceFairness.create().withDemand(demand);
    Exception error = assertThrows(IllegalArgumentException.class, () -> wrong.allocate(problem));
    assertTrue(error.getMessage().startsWith(message), error.getMessage());
  }

  /** Every job runs all the time, or wants a full pool on which nobody has a larger share. */
  @Property
  void answer_anyProblem_isTheFillingOfItsPools(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    assertEquals(0, x.maxViolation());
    boolean[] runnable = PoolShares.runnableAlone(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      int job = m;
      boolean stopped =
          !runnable[m]
              || x.timeFraction(m) > 1 - TOLERANCE
              || IntStream.range(0, problem.cluster().typeCount())
                  .filter(j -> x.fraction(job, j) > 0)
                  .allMatch(j -> isFull(x, j) && hasLargestShare(x, job, j));
      assertTrue(stopped, () -> "job " + job + " of\n" + x.toTable());
    }
  }

  private static boolean isFull(Allocation x, int k) {
    return x.workersUsed(k) >= x.problem().cluster().poolWorkers(k) * (1 - 1e-9);
  }

  private static boolean hasLargestShare(Allocation x, int m, int j) {
    return IntStream.range(0, x.problem().jobCount())
        .allMatch(i -> weightedShare(x, i, j) <= weightedShare(x, m, j) * (1 + 1e-9));
  }

  private static double weightedShare(Allocation x, int m, int j) {
    Job job = x.problem().job(m);
    return job.workers() * x.fraction(m, j) / job.weight();
  }
}
