package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Every job gets what the jobs before it leave, compared with rational arithmetic. */
class StrictFifoExactTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  /** Up to 15 jobs with ordinary rates, a third of them whole numbers, so that there are ties. */
  private static AllocationProblem random(long seed) {
    Random random = new Random(seed);
    int types = 1 + random.nextInt(4);
    int jobs = 2 + random.nextInt(14);
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, 1 + random.nextInt(4)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0; m < jobs; m++) {
      int gang = random.nextInt(4) == 0 ? 2 : 1;
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        if (random.nextInt(8) > 0) {
          random.nextDouble();
          rates[j] = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0.5 + 4 * random.nextDouble();
        }
      }
      problem.job(Job.builder("j" + m).scaleFactor(gang).build(), rates);
    }
    return problem.build();
  }

  @Test
  void allocate_ordinaryRates_isExactToABillionth() {
    // Some of the first seeds are so degenerate that floors cost up to 6e-7 of a job.
    LongStream seeds =
        LongStream.concat(
            LongStream.of(39, 196, 214, 275, 278, 424, 433, 510, 677),
            LongStream.range(0, NIGHTLY ? 2_000 : 30));
    seeds.forEach(
        seed -> {
          AllocationProblem problem = random(seed);
          requireExact(problem, "seed " + seed);
        });
  }

  @Test
  void allocate_equalRates_movesEarlierJobsToOtherTypes() {
    LongStream.range(0, NIGHTLY ? 500 : 20)
        .forEach(seed -> requireExact(equalRates(seed), "seed " + seed));
  }

  /** Jobs that are as fast on two or three types of five as on their best, in gangs. */
  private static AllocationProblem equalRates(long seed) {
    Random random = new Random(seed);
    WorkerType[] workers = new WorkerType[5];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, 1 + random.nextInt(5)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0; m < 12; m++) {
      double[] rates = new double[workers.length];
      Arrays.setAll(rates, j -> random.nextInt(4));
      rates[random.nextInt(rates.length)] = 3;
      problem.job(Job.builder("j" + m).scaleFactor(1 + random.nextInt(3)).build(), rates);
    }
    return problem.build();
  }

  private static void requireExact(AllocationProblem problem, String which) {
    double[] exact = ExactOrder.throughputs(problem);
    Allocation x = StrictFifo.create().allocate(problem);
    requireProved(x, which);
    for (int m = 0; m < exact.length; m++) {
      double fastest = 0;
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
      }
      assertEquals(exact[m], x.effectiveThroughput(m), 1e-9 * fastest, which + ", job " + m);
    }
  }

  private static void requireProved(Allocation x, String which) {
    assertEquals(0, x.maxViolation(), which);
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), which);
  }

  @Test
  void allocate_manyTypes_isProvedStageByStage() {
    requireProved(StrictFifo.create().allocate(large(500, 16)), "500 jobs on 16 types");
    // The prices of all stages together would span more than 16 digits.
    Allocation x = StrictFifo.create().allocate(large(600, 100, 8));
    requireProved(x, "600 jobs on 100 types");
    assertEquals(0, Arrays.stream(x.certificate().prices().pools()).sum());
  }

  @Test
  void allocate_newcomersBehindThousands_changeNothing() {
    AllocationProblem all = large(3_000, 3);
    AllocationProblem first = firstJobs(all, 2_000);
    Allocation x = StrictFifo.create().allocate(all);
    Allocation before = StrictFifo.create().allocate(first);
    requireProved(x, "3,000 jobs");
    for (int m = 0; m < first.jobCount(); m++) {
      double expected = before.effectiveThroughput(m);
      assertEquals(expected, x.effectiveThroughput(m), 1e-9, "job " + m);
    }
  }

  /** Jobs with rates of their own, three times as many as there are workers. */
  private static AllocationProblem large(int jobs, int types) {
    return large(jobs, types, jobs / types / 3);
  }

  private static AllocationProblem large(int jobs, int types, int ofEach) {
    Random random = new Random(1);
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, ofEach));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      Arrays.setAll(rates, j -> 0.1 + random.nextDouble());
      problem.job(Job.builder("j" + m).scaleFactor(1 << random.nextInt(3)).build(), rates);
    }
    return problem.build();
  }

  private static AllocationProblem firstJobs(AllocationProblem problem, int jobs) {
    AllocationProblem.Builder first = AllocationProblem.builder(problem.cluster());
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[problem.cluster().typeCount()];
      for (int j = 0; j < rates.length; j++) {
        rates[j] = problem.throughputs().stepsPerSecond(m, j);
      }
      first.job(problem.job(m), rates);
    }
    return first.build();
  }
}
