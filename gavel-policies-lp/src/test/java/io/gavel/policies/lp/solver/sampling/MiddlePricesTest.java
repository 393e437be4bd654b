package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
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
  void solve_rowMayLimitTheLevelAlone_takesMiddlePricesOfTheSample() {
    AtomicInteger centred = new AtomicInteger();
    SmallSolver small =
        new SmallSolver() {
          @Override
          public CertifiedSolution solve(
              AllocationProgram program, Tolerance tolerance, SolveLimits limits) {
            return Samples.solveSmall(program, tolerance, limits);
          }

          @Override
          public SmallSolver centred() {
            centred.incrementAndGet();
            return this;
          }
        };
    AllocationProgram program = quota();
    CertifiedSolution found =
        new SampledSolver(new StructuredSolver(), small)
            .fromSample(program, SolveLimits.none())
            .orElseThrow();
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
    assertEquals(1, centred.get());
    AllocationProgram plain = program.withRows(CouplingRows.none());
    new SampledSolver(new StructuredSolver(), small).fromSample(plain, SolveLimits.none());
    assertEquals(1, centred.get());
  }
}
