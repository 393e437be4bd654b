package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small cases of the schedulers whose answers can be worked out. */
class SchedulersTest {

  static Cluster workers(int fast, int slow) {
    return Cluster.of(new WorkerType("fast", fast), new WorkerType("slow", slow));
  }

  /** A problem on single workers of one type. */
  static AllocationProblem.Builder gpus(int workers) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("gpu", workers)));
  }

  static Job job(String id, double stepsLeft, double stepsDone) {
    return Job.builder(id)
        .stepsRemaining(stepsLeft)
        .secondsSinceStart(stepsDone)
        .history(History.none().withService(stepsDone, stepsDone))
        .build();
  }

  private static Allocation nothing(AllocationProblem problem) {
    return Allocation.of(
        problem,
        new double[problem.groupCount() * problem.cluster().typeCount()],
        new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  /** The fraction of time for which a job runs. */
  static double time(Allocation x, String id) {
    return x.timeFraction(x.problem().indexOf(id));
  }

  static AllocationProblem random(Random random, int jobs, boolean gangs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(workers(1 + random.nextInt(3), 1 + random.nextInt(3)));
    for (int m = 0; m < jobs; m++) {
      double slow = 1 + random.nextDouble();
      problem.job(
          job("job" + m, 100 + 900 * random.nextDouble(), 100 * random.nextInt(3)).toBuilder()
              .scaleFactor(gangs ? 1 + random.nextInt(2) : 1)
              .build(),
          slow * (1 + 4 * random.nextDouble()),
          slow);
    }
    return problem.build();
  }

  private static double remaining(AllocationProblem problem, Allocation x) {
    double sum = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      sum += problem.job(m).stepsRemaining().getAsDouble() / x.effectiveThroughput(m);
    }
    return sum;
  }

  @Test
  void optimus_twoTypes_isWithinAThirdOfTheOptimum() {
    Random random = new Random(2);
    for (int i = 0; i < 30; i++) {
      AllocationProblem problem = random(random, 2 + random.nextInt(6), false);
      double[] steps =
          problem.jobs().stream().mapToDouble(j -> j.stepsRemaining().orElseThrow()).toArray();
      // the largest Σ −steps / throughput
      double least =
          -CertifiedSolver.standard()
              .solve(AllocationProgram.maximizeUtility(problem, steps, -1))
              .objective();
      double coarse = remaining(problem, Optimus.create().allocate(problem));
      double fine = remaining(problem, new Optimus(2000).allocate(problem));
      assertTrue(fine >= least * (1 - 1e-6), "less than the least");
      assertTrue(fine <= 1.35 * least, "%s, at least %s".formatted(fine, least));
      assertTrue(coarse <= 1.5 * least, "%s, at least %s".formatted(coarse, least));
    }
  }

  @Test
  void optimus_oneWorker_dividesByTheRootOfTheWork() {
    AllocationProblem problem =
        gpus(1)
            .job(job("1", 100, 0), 1)
            .job(job("2", 400, 0), 1)
            .job(job("done", 0, 50), 1)
            .build();
    Allocation x = new Optimus(300).allocate(problem);
    assertEquals(1.0 / 3, x.timeFraction(0), 1e-9); // least 100/x + 400/y
    assertEquals(2.0 / 3, x.timeFraction(1), 1e-9);
    assertEquals(0.5, x.certificate().objective(), 1e-9);
    assertThrows(IllegalArgumentException.class, () -> new Optimus(0));
  }

  @Test
  void optimus_gang_countsWhatItHolds() {
    AllocationProblem problem =
        gpus(2)
            .job(job("two", 200, 0).toBuilder().scaleFactor(2).build(), 1)
            .job(job("a", 100, 0), 1)
            .job(job("b", 100, 0), 1)
            .build();
    Allocation x = new Optimus(300).allocate(problem);
    for (int m = 0; m < 3; m++) { // least 200/x + 100/y + 100/z with 2x + y + z = 2
      assertEquals(0.5, x.timeFraction(m), 0.01);
    }
  }

  @Test
  void slaq_convergedJob_waitsForOneThatStillLearns() {
    AllocationProblem problem =
        gpus(1).job(job("old", 10_000, 90_000), 1).job(job("new", 90_000, 10_000), 1).build();
    Allocation x = Slaq.create().allocate(problem);
    assertEquals(1, x.timeFraction(1), 1e-9);
    assertEquals(0, x.timeFraction(0), 1e-9);
    // flat losses: nobody gains
    Allocation flat = new Slaq(j -> k -> 1, 360, 4).allocate(problem);
    assertEquals(0, flat.workersUsed(0));
    assertThrows(IllegalArgumentException.class, () -> new Slaq(Slaq.create().curves(), 0, 20));
  }

  @Test
  void slaq_losesNoInterval_againstAnyOtherSplit() {
    Random random = new Random(4);
    for (int i = 0; i < 100; i++) {
      double a = 1 + 1000 * random.nextDouble();
      double b = 1 + 1000 * random.nextDouble();
      AllocationProblem problem =
          gpus(1).job(job("1", 5000, a), 1).job(job("2", 5000, b), 1).build();
      Allocation x = new Slaq(Slaq.create().curves(), 360, 10).allocate(problem);
      double best = 0;
      for (int slices = 0; slices <= 10; slices++) {
        best = Math.max(best, fall(a, slices / 10.0) + fall(b, 1 - slices / 10.0));
      }
      assertEquals(best, fall(a, x.timeFraction(0)) + fall(b, x.timeFraction(1)), 1e-12);
    }
  }

  private static double fall(double done, double time) {
    LossCurve curve = LossCurve.ofWork(5000 + done);
    double now = curve.loss(done);
    return (now - curve.loss(done + 360 * time)) / (curve.loss(0) - now);
  }

  @Test
  void fairAdmission_smallAlpha_letsTheLeastServedGoFirst() {
    AllocationProblem problem =
        gpus(1).job(job("short", 10, 500), 1).job(job("long", 9000, 0), 1).build();
    assertEquals(1, new AlloX().allocate(problem).timeFraction(0));
    Allocation fair = new FairAdmission(new AlloX(), 0.5).allocate(problem);
    assertEquals(1, fair.timeFraction(1));
    assertEquals(0, fair.timeFraction(0));
    assertEquals(
        new AlloX().allocate(problem).effectiveThroughput(0),
        new FairAdmission(new AlloX(), 1).allocate(problem).effectiveThroughput(0));
    assertThrows(IllegalArgumentException.class, () -> new FairAdmission(new AlloX(), 0));
  }

  @Test
  void fairAdmission_nobodyRuns_doublesAlpha() {
    AllocationProblem problem =
        gpus(2)
            .job(Job.builder("1").entity("a").stepsRemaining(1).build(), 1)
            .job(Job.builder("2").entity("a").stepsRemaining(1).build(), 1)
            .job(Job.builder("3").stepsRemaining(1).build(), 1)
            .entity(new Entity("a", 1, Entity.Discipline.FAIRNESS))
            .build();
    Allocation both = new FairAdmission(new AlloX(), 0.5).allocate(problem);
    assertEquals(2, both.timeFraction(0) + both.timeFraction(1)); // both jobs of the first user
    Allocation third =
        new FairAdmission(GangQueue.of(p -> IntStream.range(0, p.jobCount()).toArray()), 0.1)
            .allocate(problem);
    assertEquals(0, third.timeFraction(2));
  }

  @Test
  void fairAdmission_admittedCannotRun_admitsTwiceAsMany() {
    AllocationProblem.Builder builder = gpus(4);
    IntStream.range(0, 4).forEach(m -> builder.job(job("job" + m, 10, 0), 1));
    GangQueue queue = GangQueue.of(QueueDiscipline.arrival());
    Policy onlyMany = p -> p.jobCount() < 3 ? nothing(p) : queue.allocate(p);
    AllocationProblem problem = builder.build();
    Allocation x = new FairAdmission(queue, 0.1).allocate(problem);
    assertEquals(1, x.workersUsed(0), 1e-12); // a tenth of four users is one
    assertEquals(4, new FairAdmission(onlyMany, 0.1).allocate(problem).workersUsed(0), 1e-12);
  }

  @Test
  void gandiva_pairThatMakesLessTogether_isNotPacked() {
    AllocationProblem problem =
        gpus(1)
            .job(Job.of("a"), 10)
            .job(Job.of("b"), 10)
            .pair("a", "b", new double[] {5}, new double[] {4})
            .build();
    Allocation x = new Gandiva().allocate(problem);
    assertEquals(0, x.fraction(2, 0));
    assertEquals(0.5, x.timeFraction(0), 1e-12);
  }

  @Test
  void gandiva_overload_slicesTimeAndPacksWhatPays() {
    AllocationProblem.Builder builder = gpus(1);
    for (int m = 0; m < 3; m++) {
      builder.job(Job.of("job" + m), 10);
    }
    builder.pair("job0", "job1", new double[] {4}, new double[] {5}); // 0.9 together: worse
    builder.pair("job1", "job2", new double[] {8}, new double[] {6}); // 1.4: better
    AllocationProblem problem = builder.build();
    Allocation alone = new Gandiva().allocate(problem.withoutPairs());
    assertEquals(1.0 / 3, alone.timeFraction(0), 1e-12);
    Allocation packed = new Gandiva().allocate(problem);
    assertEquals(0.5, packed.fraction(0, 0), 1e-12);
    assertEquals(0.5, packed.fraction(4, 0), 1e-12); // the second pair
    assertEquals(0, packed.fraction(3, 0));
    assertEquals(3, packed.effectiveThroughput(2), 1e-12);
  }

  @Test
  void gandiva_freeWorkersElsewhere_migratesTheLatest() {
    Job running = Job.builder("1").history(History.none().runningOn("fast", 0)).build();
    AllocationProblem problem =
        AllocationProblem.builder(workers(1, 1))
            .job(running, 9, 1)
            .job(Job.builder("2").history(running.history()).build(), 9, 1)
            .build();
    Allocation x = new Gandiva().allocate(problem);
    assertEquals(1, x.fraction("1", "fast"));
    assertEquals(1, x.fraction("2", "slow"));
  }
}
