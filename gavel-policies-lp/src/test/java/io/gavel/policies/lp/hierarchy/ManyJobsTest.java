package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Water filling of so many jobs that their prices are found from samples and earlier prices. */
class ManyJobsTest {

  private static AllocationProblem problem(int jobs, int entities) {
    return problem(jobs, entities, 3);
  }

  private static AllocationProblem problem(int jobs, int entities, int typeCount) {
    SplittableRandom random = new SplittableRandom(11);
    WorkerType[] types = new WorkerType[typeCount];
    Arrays.setAll(types, j -> new WorkerType("t" + j, jobs / typeCount));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int e = 0; e < entities; e++) {
      Entity.Discipline discipline =
          e % 2 == 0 ? Entity.Discipline.FAIRNESS : Entity.Discipline.FIFO;
      problem.entity(new Entity("team" + e, 1 + e % 4, discipline));
    }
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[typeCount];
      Arrays.setAll(rates, j -> random.nextDouble(1, 2) / (1 + 2 * j));
      Job.Builder job =
          Job.builder("j" + m).scaleFactor(1 << random.nextInt(3)).weight(1 << random.nextInt(4));
      problem.job(entities > 0 ? job.entity("team" + m % entities).build() : job.build(), rates);
    }
    return problem.build();
  }

  private static void assertSameAsInteriorPoint(WaterFilling policy, AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    CertifiedSolver interior =
        CertifiedSolver.of(List.of(new StructuredSolver()), Tolerance.CERTIFIED);
    Allocation other = policy.withSolver(interior).allocate(problem);
    assertTrue(x.certificate().relativeGap() <= 1e-12, x.certificate()::toString);
    for (int m = 0; m < problem.jobCount(); m++) {
      double expected = other.effectiveThroughput(m);
      assertEquals(expected, x.effectiveThroughput(m), 1e-6 * expected, "job " + m);
    }
  }

  @Test
  void allocate_manyJobs_hasTheLevelsOfAnInteriorPoint() {
    assertSameAsInteriorPoint(WaterFilling.create(), problem(9_000, 0));
  }

  @Test
  void overEntities_manyJobs_hasTheLevelsOfAnInteriorPoint() {
    assertSameAsInteriorPoint(WaterFilling.create().overEntities(), problem(2_000, 6));
  }

  @Test
  void allocate_manyJobs_provesAllLevels() {
    Allocation x = WaterFilling.create().allocate(problem(9_000, 0));
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(x));
    assertTrue(proved.levels().orElseThrow().compareTo(Rational.of(1e-8)) <= 0);
  }

  /** Programs that keep all jobs have prices of all magnitudes, which proved no level here. */
  @Test
  void overEntities_manyTypes_provesAllLevels() {
    Allocation x = WaterFilling.create().overEntities().allocate(problem(1_000, 20, 8));
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(x));
    Rational part = proved.levels().orElseThrow();
    assertTrue(part.compareTo(Rational.of(1e-2)) <= 0, part::toString);
  }

  @Test
  void overEntities_manyTypes_hasTheLevelsOfAnInteriorPoint() {
    assertSameAsInteriorPoint(WaterFilling.create().overEntities(), problem(1_000, 20, 8));
  }
}
