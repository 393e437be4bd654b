package io.gavel.simulator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunRecorderTest {

  private static List<Double> recorded(double objective, double... prices) {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(List.of(new WorkerType("v100", 4), new WorkerType("k80", 2))))
            .job(Job.of("a"), 4, 1)
            .build();
    Certificate certificate =
        new Certificate(
            objective, objective, 0, Prices.of(prices, new double[] {0}, new double[] {0}));
    RunRecorder recorder = new RunRecorder(0);
    recorder.allocated(60, Allocation.of(problem, new double[] {1, 0}, certificate));
    return recorder.quotes().get(0).pools();
  }

  /** Four workers at 2.4e-7 are worth 9.6e-7 of the objective, at 2.6e-7 more than a millionth. */
  @Test
  void allocated_pricesThatCertificatesCannotTellFromZero_areZero() {
    assertEquals(List.of(0.0, 0.5), recorded(1, 2.4e-7, 0.5));
    assertEquals(List.of(2.6e-7, 0.0), recorded(1, 2.6e-7, 4.9e-7));
    assertEquals(List.of(0.0, 0.0), recorded(1e6, 0.2, 0.4));
    assertEquals(List.of(3e-12, 0.0), recorded(-1e-6, 3e-12, 0));
  }
}
