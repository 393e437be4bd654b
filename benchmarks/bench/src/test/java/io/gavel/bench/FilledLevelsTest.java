package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult.Round;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilledLevelsTest {

  /**
   * Workers that are all in use hold back at most as many sets of jobs as there are worker types,
   * though the next jobs of ten queues wait for each of them.
   */
  @Test
  void fill_queuesOfManyJobs_findsTheJobsHeldBackTogether() {
    AllocationProblem problem =
        Instances.of(1_024, 3, 7).gangs().priorities().distinct().entities(20).build();
    WaterFillingResult result = WaterFilling.create().overEntities().fill(problem);
    List<Round> rounds = result.rounds();
    int again = 0;
    for (int i = 1; i < rounds.size(); i++) {
      again += rounds.get(i).level() <= rounds.get(i - 1).level() * (1 + 1e-8) ? 1 : 0;
    }
    assertTrue(again <= problem.cluster().typeCount(), again + " rounds found more jobs");
  }
}
