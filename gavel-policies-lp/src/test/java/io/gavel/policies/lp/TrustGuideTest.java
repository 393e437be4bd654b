package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.Audit;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the guides to auditing and explaining. */
class TrustGuideTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 2)))
          .job(Job.of("bert"), 4, 1)
          .job(Job.of("gan"), 5, 1)
          .build();

  @Test
  void audit_foreignAllocation_isJudged() {
    AllocationProblem problem = PROBLEM;
    // audit: begin
    Auditor auditor = Auditor.create().withParetoCheck(ParetoProgram.create());
    Audit audit = auditor.audit(problem, new double[] {0.5, 0, 0.5, 0.5}); // job by job
    String report = audit.toText(); // a line for each invariant
    boolean wasteful = audit.of(Invariant.WORK_CONSERVATION) instanceof Finding.Violated;
    // audit: end
    assertTrue(wasteful);
    assertTrue(report.contains("capacity: holds\n"), report);
    assertTrue(audit.of(Invariant.CAPACITY) instanceof Finding.Holds);
    assertTrue(audit.of(Invariant.PARETO_EFFICIENCY) instanceof Finding.Violated);
  }

  @Test
  void explain_job_saysWhy() {
    AllocationProblem problem = PROBLEM;
    // explain: begin
    Policy policy = WaterFilling.create();
    Allocation x = policy.allocate(problem);
    Explanation bert = Explanation.of(x, "bert");
    String why = bert.toText();
    String difference = bert.compare(Explanation.of(x, "gan")).text();
    // explain: end
    assertEquals(Verdict.PARTIAL, bert.verdict());
    assertTrue(why.startsWith("bert: PARTIAL"), why);
    assertTrue(difference.startsWith("\"bert\" has "), difference);
    assertEquals(1, bert.actions().size());
    // what if: begin
    Cluster larger = Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2));
    WhatIf whatIf = WhatIf.compare(policy, problem, problem.withCluster(larger));
    List<WhatIf.Change> losers = whatIf.losers(); // none
    // what if: end
    assertEquals(2, whatIf.winners().size());
    assertTrue(losers.isEmpty());
  }

  /** The price is what one more worker brings at most, as long as the yardstick stays. */
  @Test
  void action_oneMoreWorker_bringsNoMoreThanItsPrice() {
    Policy policy = MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE);
    for (int v100 = 1; v100 < 4; v100++) {
      Cluster small = Cluster.of(new WorkerType("v100", v100), new WorkerType("k80", 1));
      Cluster large = Cluster.of(new WorkerType("v100", v100 + 1), new WorkerType("k80", 1));
      WhatIf whatIf =
          WhatIf.compare(policy, PROBLEM.withCluster(small), PROBLEM.withCluster(large));
      double price = whatIf.before().certificate().prices().ofPool(0);
      double rise =
          whatIf.after().certificate().objective() - whatIf.before().certificate().objective();
      assertTrue(rise <= price + 1e-6, rise + " > " + price);
    }
  }
}
