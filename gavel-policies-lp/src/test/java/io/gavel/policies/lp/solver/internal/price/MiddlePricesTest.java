package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Many jobs of which a coupling row holds some back, while there are workers for all others. */
final class MiddlePricesTest {

  private static final int JOBS = 9_000;

  private static AllocationProgram quota() {
    SplittableRandom random = new SplittableRandom(3);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("slow", JOBS / 2),
                    new WorkerType("fast", JOBS / 2),
                    new WorkerType("other", JOBS / 2)))
            .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS));
    double[] requirement = new double[JOBS];
    for (int m = 0; m < JOBS; m++) {
      double[] rates = {
        random.nextDouble(1, 2), random.nextDouble(2, 6), random.nextDouble(1, 4),
      };
      Job.Builder job = Job.builder("job" + m);
      problem.job(m % 4 == 0 ? job.entity("team").build() : job.build(), rates);
      requirement[m] = Arrays.stream(rates).sum();
    }
    AllocationProblem limited =
        problem
            .build()
            .constraining(
                Constraint.named("team")
                    .that(LinearForm.workers().ofEntity("team"))
                    .atMostPartOfCapacity(0.1));
    return AllocationProgram.maximizeMinimum(limited, requirement);
  }

  /** At a vertex, prices of workers may all be 0, and all jobs run where they are fastest. */
  @Test
  void solve_rowMayLimitTheLevelAlone_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(quota());
  }
}
