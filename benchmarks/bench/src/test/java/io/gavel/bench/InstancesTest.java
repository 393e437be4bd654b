package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class InstancesTest {

  @Test
  void build_sameSeed_isTheSameProblem() {
    assertEquals(
        Instances.of(50, 3, 7).gangs().distinct().build(),
        Instances.of(50, 3, 7).gangs().distinct().build());
    assertNotEquals(Instances.of(50, 3, 7).build(), Instances.of(50, 3, 8).build());
  }

  @Test
  void build_distinctOrNot_hasAsManyRowsAsPromised() {
    assertEquals(300, rows(Instances.of(300, 3, 1).distinct().build()));
    assertEquals(Instances.TYPES, rows(Instances.of(1000, 3, 1).build()));
  }

  private static int rows(AllocationProblem problem) {
    Set<Double> first = new HashSet<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      first.add(problem.throughputs().stepsPerSecond(m, 0));
    }
    return first.size();
  }

  @Test
  void build_gangsPrioritiesEntities_haveTheirRanges() {
    AllocationProblem problem = Instances.of(400, 2, 1).gangs().priorities().entities(5).build();
    assertTrue(
        problem.jobs().stream().allMatch(job -> Set.of(1, 2, 4, 8).contains(job.scaleFactor())));
    assertEquals(4, problem.jobs().stream().map(job -> job.weight()).distinct().count());
    assertEquals(5, problem.jobs().stream().map(job -> job.entity()).distinct().count());
    assertEquals(400, problem.cluster().workers());
  }
}
