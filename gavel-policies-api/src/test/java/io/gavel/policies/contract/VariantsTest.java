package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VariantsTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 2)))
          .job(Job.of("a"), 4, 1)
          .job(Job.of("b"), 2, 1)
          .forbid("b", "k80")
          .build();

  @Test
  void select_jobWithAForbiddenType_keepsIt() {
    assertArrayEquals(
        new int[] {1}, Variants.select(PROBLEM, 1).eligibility().forbiddenTypes(0), "of b");
  }

  @Test
  void withTypes_typesSwapped_forbidsTheSameType() {
    List<WorkerType> swapped = List.of(new WorkerType("k80", 2), new WorkerType("v100", 1));
    AllocationProblem variant = Variants.withTypes(PROBLEM, swapped, 1, 0);
    assertArrayEquals(new int[] {}, variant.eligibility().forbiddenTypes(0), "of a");
    assertArrayEquals(new int[] {0}, variant.eligibility().forbiddenTypes(1), "of b");
  }
}
