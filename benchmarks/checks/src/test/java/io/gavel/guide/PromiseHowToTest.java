package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.throughput.IsolatedEstimate;
import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.explain.MeasurementWorth;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.BudgetedMaxMin;
import io.gavel.policies.lp.variant.Robust;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of the how-to page on promises. */
class PromiseHowToTest {

  @Test
  void twoMeasurements_becomeAPromise() {
    // estimate for a promise: begin
    List<String> types = List.of("k80", "p100", "v100", "a100");
    double[][] earlier = { // steps per second of earlier jobs, one row a job; 0 = not measured
      {2.0, 6.5, 12.0, 21.0}, {5.0, 12.0, 19.0, 0}, {1.0, 4.5, 0, 22.0}, {3.0, 8.0, 14.0, 23.0}
    };
    IsolatedEstimate job =
        IsolatedThroughputs.fit(types, earlier).estimate(Map.of("k80", 1.5, "v100", 8.0));
    double level = 0.8;
    boolean enough = job.isCalibrated(level); // false: measure more jobs, or ask for less
    // estimate for a promise: end
    assertTrue(enough);
    assertFalse(job.isCalibrated(0.9));
    // promise of a policy: begin
    Cluster cluster =
        Cluster.of(types.stream().map(name -> new WorkerType(name, 1)).toArray(WorkerType[]::new));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("new"), job.stepsPerSecond())
            .within(job.low(level), job.high(level)) // a row without this is known
            .job(Job.of("known"), 3, 8, 14, 23)
            .job(Job.of("fast"), 2, 6.5, 12, 21)
            .build();
    Allocation hoped = MaxMinFairness.create().allocate(problem); // with the estimates
    Allocation x = Robust.of(MaxMinFairness.create()).allocate(problem);
    double promised = x.effectiveThroughput("new"); // steps/s, or more
    Proof proof = Proof.of(x); // of the level at the lower ends
    // promise of a policy: end
    assertTrue(promised > 0 && promised < hoped.effectiveThroughput("new"));
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED));
    // bad types: begin
    Allocation careful = BudgetedMaxMin.create(1).allocate(problem);
    double least = careful.certificate().objective(); // level whichever one type is bad
    // bad types: end
    double lowest = BudgetedMaxMin.create(4).allocate(problem).certificate().objective();
    double highest = hoped.certificate().objective();
    assertTrue(lowest <= least + 1e-6 && least <= highest + 1e-6, () -> lowest + " " + least);
    assertEquals(problem, careful.problem());
    // worth of measurements: begin
    List<MeasurementWorth> next = MeasurementWorth.of(MaxMinFairness.create(), problem);
    String measure = cluster.type(next.get(0).type()).name(); // the type to measure "new" on
    // worth of measurements: end
    assertTrue(next.size() == 2 && List.of("p100", "a100").contains(measure), next::toString);
  }
}
