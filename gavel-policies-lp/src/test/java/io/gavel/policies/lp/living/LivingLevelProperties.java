package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LivingLevelProperties {

  /** Tighter than what is promised, 1e-8; searches end at 1e-10. */
  private static final double CLOSE = 1e-9;

  /**
   * Neither proof may contradict the other: both levels are reached, and neither bound is exceeded.
   */
  @Property
  void level_afterEachEvent_isTheOneFromScratch(
      @ForAll(supplier = JobEvents.Any.class) JobEvents events) {
    LivingLevel living = LivingLevel.of(events.shape().cluster());
    MaxMinFairness scratch = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
    events.each(
        living,
        () -> {
          assertTrue(living.bound() - living.level() <= CLOSE * living.bound(), living::toString);
          Certificate other = scratch.allocate(living.problem()).certificate();
          assertTrue(living.level() <= other.bound(), () -> living + " against " + other);
          assertTrue(living.bound() >= other.objective(), () -> living + " against " + other);
        });
  }

  @Property
  void allocation_afterAllEvents_isFeasibleAndProvedFromTheProblemAlone(
      @ForAll(supplier = JobEvents.Any.class) JobEvents events) {
    LivingLevel living = LivingLevel.of(events.shape().cluster());
    events.each(living, () -> {});
    Allocation x = living.allocation();
    assertEquals(0, x.maxViolation());
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), () -> Proof.of(x).toString());
    Certificate proved = x.certificate();
    assertTrue(proved.objective() >= living.level(), () -> living + " against " + proved);
    assertTrue(proved.bound() <= living.bound() * (1 + CLOSE), () -> living + " against " + proved);
  }

  @Property
  void fractions_ofEachJob_reachTheLevel(@ForAll(supplier = JobEvents.Any.class) JobEvents events) {
    LivingLevel living = LivingLevel.of(events.shape().cluster());
    events.each(living, () -> {});
    AllocationProblem problem = living.problem();
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] x = living.fractions(problem.job(m).id());
      double throughput = 0;
      for (int j = 0; j < x.length; j++) {
        throughput += problem.throughputs().stepsPerSecond(m, j) * x[j];
        assertTrue(x[j] == 0 || problem.runs(m, j));
      }
      assertTrue(throughput >= requirement[m] * living.level(), living::toString);
    }
  }

  @Property
  void answers_toTheSameEvents_haveTheSameBits(
      @ForAll(supplier = JobEvents.Any.class) JobEvents events) {
    assertEquals(bits(events), bits(events));
  }

  private static List<Double> bits(JobEvents events) {
    LivingLevel living = LivingLevel.of(events.shape().cluster());
    List<Double> bits = new ArrayList<>();
    events.each(
        living,
        () -> {
          bits.add(living.level());
          bits.add(living.bound());
        });
    for (double x : living.allocation().fractions()) {
      bits.add(x);
    }
    return bits;
  }

  @Property
  void readers_betweenEvents_changeNothing(
      @ForAll(supplier = JobEvents.Any.class) JobEvents events) {
    LivingLevel read = LivingLevel.of(events.shape().cluster());
    events.each(read, read::allocation);
    LivingLevel unread = LivingLevel.of(events.shape().cluster());
    events.each(unread, () -> {});
    assertEquals(unread.level(), read.level());
    assertArrayEquals(unread.allocation().fractions(), read.allocation().fractions());
  }
}
