package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.estimator.throughput.ReportRules;
import io.gavel.estimator.throughput.ReportedThroughputs;
import io.gavel.estimator.throughput.ReportedThroughputs.ProgressReport;
import io.gavel.estimator.throughput.ReportedThroughputs.ReportVerdict;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.explain.MeasurementWorth;
import io.gavel.policies.explain.Staleness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.BudgetedMaxMin;
import io.gavel.policies.lp.variant.Exploring;
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

  @Test
  void reports_keepThePromiseTrue() {
    List<String> types = List.of("k80", "v100");
    double[][] earlier = {{2, 12}, {5, 19}, {1, 7}, {3, 14}};
    Cluster cluster = Cluster.of(new WorkerType("k80", 2), new WorkerType("v100", 2));
    // throughputs from reports: begin
    double maxAge = 24 * 3600; // seconds after which a report counts no more
    ReportedThroughputs reported =
        ReportedThroughputs.of(
                IsolatedThroughputs.fit(types, earlier), ReportRules.standard(maxAge))
            .withMeasured("resnet", Map.of("k80", 1.5));
    // throughputs from reports: end
    ReportedThroughputs before = reported;
    // policy that explores: begin
    Policy policy = Exploring.of(Robust.of(MaxMinFairness.create()), 0.05, 1.5);
    // policy that explores: end
    Allocation today = policy.allocate(problem(cluster, reported, 0));
    for (String job : List.of("a", "b", "c", "d")) {
      for (double now = 360; now <= 1080; now += 360) {
        double stepsPerSecond = 4;
        // report of a lease: begin
        reported =
            reported.withReport(new ProgressReport(job, "resnet", "v100", now, stepsPerSecond));
        // report of a lease: end
      }
    }
    assertEquals(4, reported.estimate("e", "resnet", 1080).stepsPerSecond("v100"));
    double now = 1080;
    // decide when it pays: begin
    AllocationProblem problem = problem(cluster, reported, now);
    AllocationProblem atLowerEnds = problem.withThroughputs(problem.throughputs().low());
    if (Staleness.of(today, atLowerEnds) > 0.05 + 0.02) { // exploration, and worth of a change
      today = policy.allocate(problem);
    }
    // decide when it pays: end
    assertTrue(today.effectiveThroughput("e") > 0);
    String job = "a";
    reported = before.withReport(new ProgressReport(job, "resnet", "v100", now, 40));
    // who reports what cannot be: begin
    ReportVerdict verdict = reported.verdict(job, "resnet", "v100", now); // DEVIATES
    // who reports what cannot be: end
    assertEquals(ReportVerdict.DEVIATES, verdict);
  }

  private static AllocationProblem problem(
      Cluster cluster, ReportedThroughputs reported, double now) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String id : List.of("a", "b", "c", "d", "e")) {
      // problem from reports: begin
      IsolatedEstimate job = reported.estimate(id, "resnet", now);
      problem.job(Job.of(id), job.stepsPerSecond()).within(job.low(0.9), job.high(0.9));
      // problem from reports: end
    }
    return problem.build();
  }
}
