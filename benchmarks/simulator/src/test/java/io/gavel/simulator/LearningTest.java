package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.throughput.ReportRules;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rounds of 100 s on a cluster of slow and fast workers. */
final class LearningTest {

  private static final int KINDS = 24;
  private static final ThroughputTable TABLE = table();
  private static final int REFERENCES = 12;
  private static final int[] LIARS = {9, 14, 19};
  private static final Learning LEARNING = Learning.standard(1e6, REFERENCES, 0);

  private static JobKind kind(int type) {
    return new JobKind("type" + type, 1);
  }

  /** Types that gain two to five times on the fast workers. */
  private static ThroughputTable table() {
    ThroughputTable.Builder table = ThroughputTable.builder();
    Random random = new Random(1);
    for (int i = 0; i < KINDS; i++) {
      double rate = 1 + random.nextDouble();
      table.alone("slow", kind(i), rate);
      table.alone("fast", kind(i), rate * (2 + 3 * random.nextDouble()));
    }
    return table.build();
  }

  private static SimulationSetup told(Policy policy) {
    return SimulationSetup.builder(
            Cluster.of(new WorkerType("slow", 4), new WorkerType("fast", 2)), TABLE, policy)
        .rounds(new RoundOptions(100))
        .build();
  }

  private static SimulationSetup learning(Policy policy, Learning how) {
    return told(policy).under(RunConditions.NONE.with(how));
  }

  private static SimulationResult run(SimulationSetup setup, int count, int kinds) {
    List<TraceJob> jobs = new ArrayList<>();
    OptionalDouble none = OptionalDouble.empty();
    for (int i = 0; i < count; i++) {
      jobs.add(new TraceJob("job" + i, 250.0 * i, kind(i % kinds), 5000, 1, none, none));
    }
    return Simulator.run(setup, jobs, SimulationObserver.none());
  }

  private static double jct(SimulationResult result, int job) {
    return result.jobs().get(job).jctSeconds().orElseThrow();
  }

  /** Rules by which a job is believed whatever it says, and nobody else. */
  private static Learning gullible(Learning how) {
    ReportRules rules = new ReportRules(0.03, 1000, 0.95, 1e6, Integer.MAX_VALUE);
    return new Learning(rules, REFERENCES, 0, 0, 0.02, how.drift(), how.lies(), how.seed());
  }

  /** Knows the whole table, and hears no reports. */
  private static Learning deaf(long seed) {
    ReportRules rules = new ReportRules(0.03, 1000, 0.95, 1e6, Integer.MAX_VALUE);
    return new Learning(rules, KINDS, 0, 0, 0.02, Optional.empty(), Map.of(), seed);
  }

  @Test
  void run_everythingKnownAndNobodyAsked_isTheRunOfAPolicyThatIsTold() {
    Policy policy = MaxMinFairness.create();
    SimulationResult told = run(told(policy), 24, KINDS);
    SimulationResult learnt = run(learning(policy, deaf(3)), 24, KINDS);
    assertEquals(told.jobs(), learnt.jobs());
    assertEquals(told.recomputations(), learnt.recomputations());
  }

  /**
   * The policy gives fast workers to whom they add most steps. A job that is believed to be ten
   * times as fast as it is has them for itself; by the rules it gains nothing, whether others of
   * its type report or not.
   */
  @Test
  void run_jobThatReportsTenTimesTooFast_gainsNothing() {
    for (int kinds : new int[] {3, KINDS}) {
      double byTheRules = 0;
      double believed = 0;
      int liars = 0;
      for (long seed = 0; seed < 6; seed++) {
        Learning rules = Learning.standard(1e6, REFERENCES, seed).measuring(1);
        byTheRules += jctOfLiars(rules, kinds);
        believed += jctOfLiars(gullible(rules), kinds);
        liars += LIARS.length;
      }
      double ratio = byTheRules / liars;
      assertTrue(ratio > 1, "%s types: JCT of liars %s".formatted(kinds, ratio));
      double naive = believed / liars;
      assertTrue(kinds < KINDS || naive < 0.9, "JCT of liars who are believed: " + naive);
    }
  }

  /** Returns the sum of the completion times of jobs that lie, relative to honest ones. */
  private static double jctOfLiars(Learning how, int kinds) {
    Policy policy = MaxTotalThroughput.create();
    SimulationResult honest = run(learning(policy, how), KINDS, kinds);
    double sum = 0;
    for (int job : LIARS) {
      Learning lying = how.lying(Map.of("job" + job, 10.0));
      sum += jct(run(learning(policy, lying), KINDS, kinds), job) / jct(honest, job);
    }
    return sum;
  }

  /** One of two worker types becomes a fifth as fast for each job type. */
  @Test
  void run_drift_isFollowed() {
    Policy policy = MaxMinFairness.create();
    double heard = 0;
    double unheard = 0;
    for (long seed = 0; seed < 2; seed++) {
      Learning.Drift drift = new Learning.Drift(3000, 0.2);
      Learning hearing = Learning.standard(1e6, KINDS, seed).with(drift);
      Learning deaf = deaf(seed).with(drift);
      heard += run(learning(policy, hearing), 60, 3).averageJctSeconds().orElseThrow();
      unheard += run(learning(policy, deaf), 60, 3).averageJctSeconds().orElseThrow();
    }
    assertTrue(heard < 0.9 * unheard, heard + " against " + unheard);
  }

  /** Each job keeps the rest of its throughput, and so needs at most 1 / rest of the time. */
  @Test
  void run_exploration_costsNoMoreThanItsShare() {
    Policy policy = MaxMinFairness.create();
    Learning none = Learning.standard(1e6, REFERENCES, 0).measuring(1);
    double without = run(learning(policy, none), 40, KINDS).averageJctSeconds().orElseThrow();
    for (double share : new double[] {0.05, 0.2}) {
      SimulationResult with = run(learning(policy, none.exploring(share)), 40, KINDS);
      double ratio = with.averageJctSeconds().orElseThrow() / without;
      assertTrue(ratio != 1 && ratio <= 1 / (1 - share), share + ": " + ratio);
    }
  }

  @Test
  void run_sameSeed_isTheSameRun() {
    SimulationSetup setup = learning(MaxMinFairness.create(), LEARNING.measuring(0).exploring(0.1));
    assertEquals(run(setup, 24, KINDS), run(setup, 24, KINDS));
  }

  @Test
  void setup_whatIsNotLearnt_isRefused() {
    SimulationSetup setup = learning(MaxMinFairness.create(), LEARNING);
    assertThrows(InvalidInputException.class, () -> setup.toBuilder().packed(true).build());
    assertThrows(InvalidInputException.class, () -> setup.toBuilder().elasticWorkers(2).build());
    List<TraceJob> none = List.of();
    assertThrows(
        InvalidInputException.class,
        () -> FluidSimulator.run(setup, none.iterator(), SimulationObserver.none()));
    SimulationSetup many = learning(MaxMinFairness.create(), Learning.standard(1, KINDS + 1, 0));
    assertThrows(InvalidInputException.class, () -> run(many, 1, 1));
    for (Runnable wrong :
        List.<Runnable>of(
            () -> Learning.standard(0, 1, 0),
            () -> Learning.standard(1, 0, 0),
            () -> LEARNING.exploring(1),
            () -> LEARNING.measuring(-1),
            () -> LEARNING.lying(Map.of("job", 0.0)),
            () -> new Learning.Drift(-1, 1),
            () -> new Learning.Drift(0, 0))) {
      assertThrows(IllegalArgumentException.class, wrong::run);
    }
  }
}
