package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jobs that hold different amounts on different worker types, against rows written by hand. */
final class HoldingsTest {

  private static final double TOLERANCE = 1e-6;

  private static void assertOptimal(double expected, Allocation x) {
    assertEquals(
        expected, x.certificate().objective(), TOLERANCE * Math.max(1, expected), x.toTable());
    assertTrue(x.maxViolation() <= TOLERANCE, x.toTable());
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), Proof.of(x).toString());
  }

  @Property
  void sizesByType_matchTheRowsByHand(@ForAll Draws random) {
    assertOptimal(new DrawnWays(random, false));
  }

  @Property
  void coGangs_matchTheRowsByHand(@ForAll Draws random) {
    assertOptimal(new DrawnWays(random, true));
  }

  private static void assertOptimal(DrawnWays drawn) {
    AllocationProblem problem = drawn.problem();
    assertOptimal(drawn.mostThroughput(), MaxTotalThroughput.create().allocate(problem));
    assertOptimal(drawn.mostLevel(), MaxMinFairness.create().allocate(problem));
    assertOptimal(drawn.mostLevel(), WaterFilling.create().allocate(problem));
  }

  /** Prefill on two a100 and decode on two h100, beside a batch job that takes two of either. */
  @Test
  void coGang_besideAJobOnEitherType_sharesBothPools() {
    Cluster cluster = Cluster.of(new WorkerType("a100", 2), new WorkerType("h100", 2));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("serve").scaleFactor(2).alongside("h100", 2).build(), 1, 0)
            .job(Job.builder("batch").scaleFactor(2).build(), 1, 1)
            .build();
    Allocation x = NashWelfare.create().allocate(problem);
    assertEquals(0.5, x.fraction("serve", "a100"), 1e-5);
    assertEquals(1, x.timeFraction(1), 1e-5);
    assertEquals(2, x.workersUsed(1), 1e-5);
    assertEquals(1, EqualShare.throughput(problem, 0), TOLERANCE);
    assertEquals(0.5, IsolatedShare.throughput(problem, 0), TOLERANCE);
    assertEquals(
        "max_envy_free does not support co-gangs; \"serve\" holds workers of several types at the"
            + " same time",
        assertThrows(IllegalArgumentException.class, () -> MaxEnvyFree.create().allocate(problem))
            .getMessage());
  }

  @Test
  void coGang_constrainedToNothing_namesTheStatedConstraint() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", 2), new WorkerType("h100", 2)))
            .job(Job.builder("serve").alongside("h100", 1).build(), 1, 0)
            .job(Job.of("batch"), 1, 1)
            .constraint(
                Constraint.named("no h100")
                    .that(LinearForm.workers().ofJobs("serve").onTypes("h100"))
                    .atMost(0))
            .build();
    assertEquals(
        List.of("no h100"),
        assertThrows(InfeasibleProblemException.class, () -> NashWelfare.create().allocate(problem))
            .conflict());
  }

  /** The profiles 1g, 2g, 3g, 4g and 7g of an A100: slices of memory, and where they may begin. */
  private static final int[] SLICES = {1, 2, 4, 4, 8};

  private static final int[][] PLACES = {{0, 1, 2, 3, 4, 5, 6}, {0, 2, 4}, {0, 4}, {0}, {0}};

  /** The thousandths of a card by which profiles are stated as shares. */
  private static final int[] MILLI = {126, 251, 496, 501, 1000};

  private static boolean hasPlaces(int[] profiles, int used) {
    for (int p = profiles.length - 1; p >= 0; p--) {
      if (profiles[p] > 0) {
        int[] rest = profiles.clone();
        rest[p]--;
        int slices = (1 << SLICES[p]) - 1;
        return Arrays.stream(PLACES[p])
            .filter(place -> (used & slices << place) == 0)
            .anyMatch(place -> hasPlaces(rest, used | slices << place));
      }
    }
    return true;
  }

  /** All sets of profiles of up to nine instances. */
  @Test
  void migProfiles_haveAPlaceIfTheirSharesFit() {
    int placed = 0;
    for (int code = 0; code < 100_000; code++) {
      int[] profiles = new int[SLICES.length];
      int milli = 0;
      for (int p = 0, rest = code; p < profiles.length; p++, rest /= 10) {
        profiles[p] = rest % 10;
        milli += MILLI[p] * profiles[p];
      }
      assertEquals(milli <= Job.WHOLE_WORKER, hasPlaces(profiles, 0), Arrays.toString(profiles));
      placed += milli <= Job.WHOLE_WORKER ? 1 : 0;
    }
    assertEquals(38, placed);
  }

  /** Three jobs need a card of 40 GB or half a card of 80 GB. */
  @Test
  void halfOfALargeCard_isWhatAJobOfASmallCardHoldsThere() {
    Cluster cluster = Cluster.of(new WorkerType("a100-40", 1), new WorkerType("a100-80", 1));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String id : new String[] {"a", "b", "c"}) {
      problem.job(Job.of(id), 3, 0).configuration(id, "half", Holding.share(500), 0, 3);
    }
    Allocation x = MaxMinFairness.create().allocate(problem.build());
    for (int m = 0; m < 3; m++) {
      assertEquals(1, x.timeFraction(m), TOLERANCE);
      assertEquals(3, x.effectiveThroughput(m), TOLERANCE);
    }
  }
}
