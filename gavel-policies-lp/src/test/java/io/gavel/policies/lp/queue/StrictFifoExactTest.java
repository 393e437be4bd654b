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
          double[] exact = ExactOrder.throughputs(problem);
          Allocation x = StrictFifo.create().allocate(problem);
          assertEquals(0, x.maxViolation(), "seed " + seed);
          assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), "seed " + seed);
          for (int m = 0; m < exact.length; m++) {
            double fastest = 0;
            for (int j = 0; j < problem.cluster().typeCount(); j++) {
              fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
            }
            assertEquals(
                exact[m],
                x.effectiveThroughput(m),
                1e-9 * fastest,
                "seed %s, job %s".formatted(seed, m));
          }
        });
  }
}
