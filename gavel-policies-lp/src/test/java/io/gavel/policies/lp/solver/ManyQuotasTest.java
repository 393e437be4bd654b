package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A level of many jobs under fifty limits that add up to four fifths of each type. */
class ManyQuotasTest {

  private static final int JOBS = 32_768;

  private static final int TYPES = 5;

  private static final int ENTITIES = 10;

  @Test
  void solve_jobsUnderFiftyQuotas_isCertified() {
    SplittableRandom random = new SplittableRandom(10);
    WorkerType[] types = new WorkerType[TYPES];
    Arrays.setAll(types, j -> new WorkerType("type" + j, JOBS / TYPES));
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(types));
    for (int e = 0; e < ENTITIES; e++) {
      builder.entity(new Entity("e" + e, 1, Entity.Discipline.FAIRNESS));
    }
    double[] requirement = new double[JOBS];
    for (int m = 0; m < JOBS; m++) {
      double[] rates = random.doubles(TYPES, 0.5, 4).toArray();
      int workers = 1 << random.nextInt(4);
      builder.job(
          Job.builder("job" + m).entity("e" + m % ENTITIES).scaleFactor(workers).build(), rates);
      requirement[m] = Arrays.stream(rates).sum() / workers;
    }
    AllocationProblem problem = builder.build();
    for (int e = 0; e < ENTITIES; e++) {
      Quota quota = Quota.of("e" + e);
      for (WorkerType type : types) {
        quota = quota.limitedTo(type.name(), 0.08 * type.workers());
      }
      problem = problem.withConstraints(problem.constraintSet().and(quota));
    }
    CertifiedSolution found =
        CertifiedSolver.standard().solve(AllocationProgram.maximizeMinimum(problem, requirement));
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
  }
}
