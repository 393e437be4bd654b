package io.gavel.baselines;

import static io.gavel.baselines.SchedulersTest.gpus;
import static io.gavel.baselines.SchedulersTest.job;
import static io.gavel.baselines.SchedulersTest.random;
import static io.gavel.baselines.SchedulersTest.time;
import static io.gavel.baselines.SchedulersTest.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sia, Pollux and Shockwave, which plan for a window, against what their papers state. */
class PlannersTest {

  @Test
  void sia_singleWorkers_isTheBestAssignment() {
    Random random = new Random(8);
    for (int i = 0; i < 200; i++) {
      AllocationProblem problem = random(random, 1 + random.nextInt(5), i % 2 == 1);
      Allocation x = Sia.create().allocate(problem);
      double best = bestAssignment(problem, 0, workersOf(problem));
      double tolerance = i % 2 == 0 ? 2e-3 : 0.35; // gangs may be rounded badly, but say so
      assertTrue(x.certificate().objective() >= best * (1 - tolerance));
      assertTrue(x.certificate().bound() >= best - 1e-9);
      assertTrue(x.certificate().objective() <= best + 1e-9);
    }
  }

  private static int[] workersOf(AllocationProblem problem) {
    return new int[] {problem.cluster().poolWorkers(0), problem.cluster().poolWorkers(1)};
  }

  /** The largest Σ (1.1 − A^−0.5) over all assignments of jobs from the given one on. */
  private static double bestAssignment(AllocationProblem problem, int m, int[] free) {
    if (m == problem.jobCount()) {
      return 0;
    }
    double best = bestAssignment(problem, m + 1, free);
    int size = problem.scaleFactor(m);
    boolean both = problem.runs(m, 0) && problem.runs(m, 1);
    double slowest = both ? problem.throughputs().stepsPerSecond(m, 1) : 0;
    for (int j = 0; j < 2; j++) {
      if (free[j] >= size && problem.runs(m, j)) {
        double rate = problem.throughputs().stepsPerSecond(m, j);
        free[j] -= size;
        double gain = 1.1 - StrictMath.pow(rate / (both ? slowest : rate), -0.5);
        best = Math.max(best, gain + bestAssignment(problem, m + 1, free));
        free[j] += size;
      }
    }
    return best;
  }

  private static Sia freeRestarts() {
    return new Sia(CertifiedSolver.standard(), -0.5, 0);
  }

  @Test
  void sia_restart_keepsAJobWhereItIs() {
    Job.Builder job =
        Job.builder("1").secondsSinceStart(100).history(History.none().runningOn("slow", 0));
    AllocationProblem near =
        AllocationProblem.builder(workers(1, 1)).job(job.build(), 1.2, 1).build();
    // off its type 1.2 becomes 1.2 * 100/130, less than 1
    assertEquals(1, Sia.create().allocate(near).fraction("1", "slow"));
    AllocationProblem far =
        AllocationProblem.builder(workers(1, 1)).job(job.build(), 1.4, 1).build();
    assertEquals(1, Sia.create().allocate(far).fraction("1", "fast"));
    assertEquals(1, freeRestarts().allocate(near).fraction("1", "fast"));
    AllocationProblem often =
        far.withJobs(
            List.of(job.history(History.none().withRestarts(4).runningOn("slow", 0)).build()));
    assertEquals(1, Sia.create().allocate(often).fraction("1", "slow"));
    assertThrows(IllegalArgumentException.class, () -> new Sia(CertifiedSolver.standard(), 0, 30));
    assertThrows(
        IllegalArgumentException.class, () -> new Sia(CertifiedSolver.standard(), -0.5, -1));
  }

  @Test
  void pollux_identicalCluster_agreesWithTheMeanOverEqualShares() {
    Random random = new Random(9);
    for (int i = 0; i < 20; i++) {
      AllocationProblem problem = random(random, 5, false);
      Allocation x = Pollux.create().allocate(problem);
      assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED));
      double sum = 0;
      for (int m = 0; m < 5; m++) {
        sum += IsolatedShare.throughput(problem, m) / x.effectiveThroughput(m);
      }
      assertEquals(5 / sum, x.certificate().objective(), 1e-9);
      assertTrue(x.certificate().objective() >= 1 - 1e-6); // isolated shares are feasible
      // with single workers and more jobs than workers both yardsticks are proportional
      if (problem.cluster().workers() <= 5) {
        Allocation mean = MeanFairness.of(-1).allocate(problem);
        assertEquals(mean.effectiveThroughput(0), x.effectiveThroughput(0), 1e-3);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> Pollux.of(0));
    assertThrows(IllegalArgumentException.class, () -> Pollux.of(1));
  }

  /** Of each type one worker, with rates such that the best for one job is in the way of others. */
  @Test
  void sia_threeTypes_isTheBestAssignmentOfWholeJobs() {
    Random random = new Random(3);
    for (int i = 0; i < 40; i++) {
      AllocationProblem.Builder builder =
          AllocationProblem.builder(
              Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1), new WorkerType("c", 1)));
      for (int m = 0; m < 3; m++) {
        builder.job(Job.of("job" + m), random.doubles(3, 1, 9).toArray());
      }
      AllocationProblem problem = builder.build();
      double best = 0;
      for (int[] types : PERMUTATIONS) {
        double sum = 0;
        for (int m = 0; m < 3; m++) {
          double[] rates = SubProblem.row(problem, m);
          double slowest = Math.min(rates[0], Math.min(rates[1], rates[2]));
          sum += 1.1 - StrictMath.pow(rates[types[m]] / slowest, -0.5);
        }
        best = Math.max(best, sum);
      }
      // the bonus of earlier jobs is a thousandth
      assertEquals(best, Sia.create().allocate(problem).certificate().objective(), 2e-3 * best);
    }
  }

  private static final List<int[]> PERMUTATIONS =
      List.of(
          new int[] {0, 1, 2},
          new int[] {0, 2, 1},
          new int[] {1, 0, 2},
          new int[] {1, 2, 0},
          new int[] {2, 0, 1},
          new int[] {2, 1, 0});

  @Test
  void sia_equalJobs_runInOrderOfArrival() {
    AllocationProblem problem =
        gpus(2).job(Job.of("1"), 3).job(Job.of("2"), 3).job(Job.of("3"), 3).build();
    Allocation x = Sia.create().allocate(problem);
    assertEquals(1, time(x, "1"));
    assertEquals(1, time(x, "2"));
    assertEquals(0, time(x, "3"));
  }

  /** The first type is as good a place to be as any. */
  /**
   * The order of arrival decides between gains that are almost equal, and counts only such jobs.
   */
  @Test
  void sia_jobsThatRunNowhere_changeNothing() {
    AllocationProblem.Builder two =
        AllocationProblem.builder(Cluster.of(new WorkerType("fast", 1), new WorkerType("slow", 1)))
            .job(Job.of("earlier"), 4, 1)
            .job(Job.of("later"), 4.0029, 1)
            .forbid("earlier", "slow")
            .forbid("later", "slow");
    assertEquals(1, Sia.create().allocate(two.build()).fraction("earlier", "fast"));
    for (int i = 0; i < 8; i++) {
      two.job(Job.of("nowhere" + i), 0, 0);
    }
    assertEquals(1, Sia.create().allocate(two.build()).fraction("earlier", "fast"));
  }

  @Test
  void sia_restartFromTheFirstType_costsAsMuch() {
    Job job =
        Job.builder("1")
            .secondsSinceStart(100)
            .history(History.none().runningOn("fast", 0))
            .build();
    AllocationProblem problem = AllocationProblem.builder(workers(1, 1)).job(job, 1, 1.2).build();
    assertEquals(1, Sia.create().allocate(problem).fraction("1", "fast"));
    assertEquals(1, freeRestarts().allocate(problem).fraction("1", "slow"));
  }

  @Test
  void pollux_anyPower_leavesOutJobsThatCannotRun() {
    AllocationProblem problem =
        gpus(1).job(Job.of("nowhere"), 0).job(Job.of("1"), 2).job(Job.of("2"), 2).build();
    for (double power : new double[] {-100, -1, 0.5}) {
      Allocation x = Pollux.of(power).allocate(problem);
      assertEquals(0.5, time(x, "1"), 1e-4);
      assertEquals(0, time(x, "nowhere"));
      assertEquals(1, x.certificate().objective(), 1e-5); // what an isolated share gives
    }
    assertThrows(IllegalArgumentException.class, () -> Pollux.of(Math.nextDown(-100.0)));
  }

  @Test
  void pollux_pairs_areRefused() {
    double[] half = {0.6};
    AllocationProblem problem =
        gpus(1).job(Job.of("1"), 1).job(Job.of("2"), 1).pair("1", "2", half, half).build();
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Pollux.create().allocate(problem));
    assertTrue(refused.getMessage().contains("Pollux"), refused.getMessage());
  }

  /** A mean of inverses and a product have no optimum with a 0. */
  @Test
  void meansAndProducts_jobWithoutTime_areRefusedByName() {
    AllocationProblem problem =
        gpus(1)
            .job(Job.of("x"), 2)
            .job(Job.of("nowhere"), 0)
            .job(Job.of("y"), 2)
            .constraint(Constraint.named("never x").that(LinearForm.time().ofJobs("x")).atMost(0))
            .build();
    for (Policy policy : new Policy[] {Pollux.create(), PartialAllocation.create()}) {
      InfeasibleProblemException refused =
          assertThrows(InfeasibleProblemException.class, () -> policy.allocate(problem));
      assertEquals(List.of("x"), refused.jobIds());
    }
  }

  /** A mean of roots counts a 0 as 0, though no slope is steeper than that at 0. */
  @Test
  void pollux_jobWithoutTimeAndPositivePower_isAnswered() {
    for (double power : new double[] {0.01, 0.25, 0.5, 0.75, 0.99}) {
      for (int jobs = 2; jobs < 6; jobs++) {
        AllocationProblem.Builder problem = gpus(jobs - 1).job(Job.of("x"), 2);
        for (int m = 1; m < jobs; m++) {
          problem.job(Job.of("y" + m), 1 + m);
        }
        problem.constraint(Constraint.named("never").that(LinearForm.time().ofJobs("x")).atMost(0));
        for (Policy policy : new Policy[] {Pollux.of(power), MeanFairness.of(power)}) {
          Allocation x = policy.allocate(problem.build());
          assertEquals(0, x.timeFraction(0), 1e-9);
          assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), policy::toString);
        }
      }
    }
  }

  @Test
  void shockwave_makespanPrice_shortensTheLongestRest() {
    AllocationProblem problem =
        gpus(1).job(job("short", 2000, 0), 1).job(job("long", 50_000, 20_000), 1).build();
    Allocation fair = new Shockwave(0).allocate(problem);
    Allocation fast = new Shockwave(1000).allocate(problem);
    assertTrue(fair.timeFraction(0) > 0.5, fair.toTable());
    assertTrue(fast.timeFraction(1) > fair.timeFraction(1), fast.toTable());
    assertEquals(1, fast.workersUsed(0), 1e-9);
    assertThrows(IllegalArgumentException.class, () -> new Shockwave(-1));
  }

  @Test
  void shockwave_jobThatEndsWithinTheWindow_runsAllTheTimeIfItCan() {
    AllocationProblem problem =
        gpus(2).job(job("short", 600, 0), 1).job(job("done", 0, 600), 1).build();
    Allocation x = Shockwave.create().allocate(problem);
    assertEquals(1, x.timeFraction(0), 1e-6);
    assertEquals(0, x.timeFraction(1));
    // four times its work, and the end three quarters of a window before the window's
    assertEquals(StrictMath.log(4) + 0.75, x.certificate().objective(), 1e-6);
    assertTrue(x.certificate().bound() - x.certificate().objective() < 1e-6);
  }

  @Test
  void shockwave_lateJob_countsByTheFifthPowerOfItsRho() {
    AllocationProblem.Builder builder = gpus(1);
    double hours = 100 * 3600;
    for (String id : List.of("late", "on time")) {
      // 100 hours of 200 are done, by two jobs on average
      double age = id.equals("late") ? 6 * hours : hours;
      Job job =
          job(id, hours, hours).toBuilder()
              .secondsSinceStart(age)
              .history(History.none().withService(hours, hours).withContendedSeconds(2 * age))
              .build();
      builder.job(job, 1);
    }
    AllocationProblem problem = builder.build();
    assertEquals(1.75, Themis.rho(problem, 0), 1e-12);
    assertEquals(0.5, Themis.rho(problem, 1), 1e-12);
    // 150 windows done each: one more of 150 is worth ρ^5 = 16 times as much to the late one
    Allocation x = new Shockwave(0).allocate(problem);
    assertEquals(1, x.timeFraction(0), 1e-6);
    double worth = StrictMath.pow(1.75, 5) * StrictMath.log(151.0 / 300) + StrictMath.log(0.5);
    assertEquals(worth / 2, x.certificate().objective(), 1e-6);
  }
}
