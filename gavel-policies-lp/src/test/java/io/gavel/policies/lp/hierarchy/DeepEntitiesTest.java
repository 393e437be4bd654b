package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Chains of entities that are longer than the stack. */
class DeepEntitiesTest {

  private static final int DEEP = 30_000;

  /** Entities e0 to e(n-1), each below the one before it. */
  private static AllocationProblem.Builder chain(int length) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int e = 0; e < length; e++) {
      Optional<String> parent = e == 0 ? Optional.empty() : Optional.of("e" + (e - 1));
      Discipline discipline = e % 2 == 0 ? Discipline.FAIRNESS : Discipline.FIFO;
      problem.entity(new Entity("e" + e, parent, 1 + e % 3, discipline));
    }
    return problem;
  }

  @Test
  void allocate_longChain_isAsIfItWereOneEntity() {
    AllocationProblem problem =
        chain(DEEP)
            .entity(new Entity("other", 3, Discipline.FAIRNESS))
            .job(Job.builder("a").entity("e" + (DEEP - 1)).build(), 1)
            .job(Job.builder("b").entity("other").build(), 1)
            .build();
    Allocation x = WaterFilling.create().overEntities().allocate(problem);
    assertEquals(1.0 / 4, x.effectiveThroughput(0), 1e-9); // weights 1 and 3 at the top
    assertEquals(3.0 / 4, x.effectiveThroughput(1), 1e-9);
    AllocationProblem parsed = ProblemSnapshot.parse(ProblemSnapshot.print(problem));
    assertEquals(problem, parsed);
  }

  @Test
  void build_chainBelowItself_namesTheEntity() {
    var builder = AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int e = 0; e < DEEP; e++) {
      builder.entity(
          new Entity("e" + e, Optional.of("e" + (e + 1) % DEEP), 1, Discipline.FAIRNESS));
    }
    var error = assertThrows(IllegalArgumentException.class, builder::build);
    assertTrue(error.getMessage().contains("is its own ancestor"), error.getMessage());
  }

  @Test
  void demands_jobsAtEveryLevel_halveFromLevelToLevel() {
    int levels = FairnessTree.MOST_LEVELS;
    AllocationProblem.Builder problem = fair(levels);
    problem.job(Job.builder("last").entity("e" + (levels - 1)).build(), 1);
    FairnessTree tree = FairnessTree.of(problem.build());
    double[] expected = new double[levels + 1];
    for (int m = 0; m < levels; m++) {
      expected[m] = Math.scalb(1.0, -(m + 1));
    }
    expected[levels] = expected[levels - 1];
    double[] full = new double[levels + 1];
    Arrays.fill(full, 1);
    assertArrayEquals(expected, tree.demands(full).at(1));
    assertArrayEquals(full, tree.demands(full).at(levels + 1));
    assertEquals(levels + 1, tree.demands(full).fullAt().length);
  }

  /** A chain in which each entity has a job of its own. */
  private static AllocationProblem.Builder fair(int levels) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int e = 0; e < levels; e++) {
      Optional<String> parent = e == 0 ? Optional.empty() : Optional.of("e" + (e - 1));
      problem.entity(new Entity("e" + e, parent, 1, Discipline.FAIRNESS));
      problem.job(Job.builder("j" + e).entity("e" + e).build(), 1);
    }
    return problem;
  }

  @Test
  void of_jobsAtMoreLevelsThanTheStackHolds_isRefused() {
    int levels = FairnessTree.MOST_LEVELS + 1;
    AllocationProblem.Builder problem = fair(levels);
    problem.job(Job.builder("last").entity("e" + (levels - 1)).build(), 1);
    AllocationProblem built = problem.build();
    var error = assertThrows(IllegalArgumentException.class, () -> FairnessTree.of(built));
    assertEquals(
        "entities below entity \"e0\" are nested more than 1000 deep; entities with one child do"
            + " not count",
        error.getMessage());
  }
}
