package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import java.util.List;
import org.junit.jupiter.api.Test;

/** SLOs that cannot all be met, and purchases of nothing, in numbers that can be counted. */
class LeastCostConflictTest {

  private static final double PART = 0.52;

  /** Each job has its own rate and needs the same part of a worker. */
  private static AllocationProblem problem(int jobs, int workers) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", workers)));
    for (int m = 0; m < jobs; m++) {
      double rate = 1 + m / 7.;
      builder.job(
          Job.builder("job" + m).stepsRemaining(1000).sloSeconds(1000 / (PART * rate)).build(),
          rate);
    }
    return builder.build();
  }

  private static LeastCost buying(int most) {
    return LeastCost.create().buying(List.of(new Purchasable("gpu", most, 3)));
  }

  @Test
  void purchase_moreSlosThanWorkers_namesAsManyAsExceedThem() {
    InfeasibleProblemException refusal =
        assertThrows(InfeasibleProblemException.class, () -> buying(5).purchase(problem(150, 10)));
    assertEquals(29, refusal.conflict().size(), "29 · 0.52 > 15 > 28 · 0.52");
    assertEquals(29, refusal.jobIds().size());
    assertTrue(refusal.conflict().stream().allMatch(name -> name.startsWith("slo:job")));
  }

  @Test
  void purchase_asManyWorkersAsNeeded_buysTheRest() {
    Solution solution = buying(100).purchase(problem(150, 10));
    assertEquals(150 * PART - 10, solution.purchased().get("gpu"), 1e-6);
  }

  @Test
  void purchase_moreWorkersThanNeeded_buysNothing() {
    Solution solution = buying(100).purchase(problem(150, 80));
    assertEquals(0, solution.purchased().get("gpu"), 1e-12);
    assertEquals(0, solution.certificate(0).bound(), 1e-12);
  }
}
