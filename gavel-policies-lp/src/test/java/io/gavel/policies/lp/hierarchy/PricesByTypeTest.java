package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Rational;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds of jobs that share a worker in pairs by type, beside one on a worker of its own. */
class PricesByTypeTest {

  private static final double WITHIN = 1e-9;

  /** A heavy job, two light ones, and one that makes 2 steps per second elsewhere. */
  private static AllocationProblem problem(double alone) {
    double[] beside = {0.75, 0};
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
        .job(Job.builder("heavy").type("t").weight(3).build(), alone, 0)
        .job(Job.builder("x").type("t").build(), alone, 0)
        .job(Job.builder("y").type("t").build(), alone, 0)
        .job(Job.builder("z").type("u").build(), 0, 2 * alone)
        .build()
        .sharingByType(PairThroughputs.builder(2).pair("t", "t", 1, beside, beside).build());
  }

  private static WaterFillingResult filled(AllocationProblem problem, double... throughput) {
    WaterFillingResult filled = WaterFilling.create().fill(problem);
    Allocation x = filled.allocation();
    for (int m = 0; m < throughput.length; m++) {
      assertEquals(throughput[m], x.effectiveThroughput(m), WITHIN, "job " + m);
    }
    Certificate certificate = x.certificate();
    assertEquals(certificate.bound(), certificate.objective(), WITHIN);
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(x));
    Rational open = proved.levels().orElseThrow();
    assertTrue(open.compareTo(Rational.of(1e-9)) <= 0, () -> "open " + open);
    return filled;
  }

  private static List<List<Integer>> saturated(WaterFillingResult filled) {
    return filled.rounds().stream().map(r -> r.saturated()).toList();
  }

  /**
   * The heavy job is never alone, nor idle: 9 of 15 elevenths of the worker's steps are its own.
   */
  @Test
  void fill_heavyJobThatIsNeverIdle_paysForItsTimeToo() {
    WaterFillingResult filled = filled(problem(1), 9 / 11.0, 3 / 11.0, 3 / 11.0, 2);
    assertEquals(List.of(List.of(0, 1, 2), List.of(3)), saturated(filled));
    assertEquals(6 / 11.0, filled.rounds().get(0).level(), WITHIN);
    assertEquals(2, filled.rounds().get(1).level(), WITHIN);
    assertEquals(6 / 11.0, filled.allocation().certificate().objective(), WITHIN);
    List<PricedRound> rounds = filled.allocation().certificate().levels().orElseThrow().rounds();
    assertEquals(1, rounds.size(), "z is as fast as it can be");
    PricedRound round = rounds.get(0);
    double unit = round.ofPool(0);
    assertTrue(unit > 0);
    double[] throughput = {2, 2 / 3.0, 2 / 3.0};
    double[] time = {1, 0, 0};
    for (int i = 0; i < 3; i++) {
      assertEquals(i, round.job(i));
      assertEquals(throughput[i], round.ofThroughput(i) / unit, WITHIN);
      assertEquals(time[i], round.ofTime(i) / unit, WITHIN);
    }
  }

  /** A constraint holds back the other one first. */
  @Test
  void fill_constraintOnAnother_isARoundOfItsOwn() {
    Constraint cap = Constraint.named("cap").that(LinearForm.time().ofJobs("z")).atMost(0.25);
    WaterFillingResult filled =
        filled(problem(1).constraining(cap), 9 / 11.0, 3 / 11.0, 3 / 11.0, 0.5);
    assertEquals(List.of(List.of(3), List.of(0, 1, 2)), saturated(filled));
    assertEquals(0.5, filled.rounds().get(0).level(), WITHIN);
    assertEquals(6 / 11.0, filled.rounds().get(1).level(), WITHIN);
    List<PricedRound> rounds = filled.allocation().certificate().levels().orElseThrow().rounds();
    assertEquals(2, rounds.size());
    assertEquals(1, rounds.get(0).rows().get("cap"), WITHIN);
    assertEquals(0, rounds.get(0).ofPool(0), WITHIN);
    assertEquals(0, rounds.get(1).rows().getOrDefault("cap", 0.0), WITHIN);
    assertEquals(5 / 11.0, rounds.get(1).ofPool(0), WITHIN);
  }

  /** Jobs that can run in pairs only have no equal share, so that nobody rises. */
  @Test
  void fill_nobodyThatRunsAlone_isNoRound() {
    WaterFillingResult filled = WaterFilling.create().fill(problem(0));
    assertEquals(List.of(), filled.rounds());
    assertEquals(0, filled.allocation().maxViolation());
    assertEquals(4, filled.allocation().problem().jobCount());
  }

  /** Over entities and under constraints, all pairs of few jobs are listed; else the used ones. */
  @Test
  void fill_constrainedJobsOverEntities_hasAllPairs() {
    WaterFilling tree = WaterFilling.create().overEntities();
    Constraint cap = Constraint.named("cap").that(LinearForm.time().ofJobs("z")).atMost(0.25);
    int ofTypes = 4 + 3; // every two of the three
    assertEquals(ofTypes, groups(tree, problem(1).constraining(cap)));
    assertTrue(groups(tree, problem(1)) < ofTypes);
    assertTrue(groups(WaterFilling.create(), problem(1).constraining(cap)) < ofTypes);
  }

  private static int groups(WaterFilling policy, AllocationProblem problem) {
    return policy.fill(problem).allocation().problem().groupCount();
  }
}
