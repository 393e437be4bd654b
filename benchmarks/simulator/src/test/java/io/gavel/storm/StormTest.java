package io.gavel.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cluster-years of rounds, leases, faults and kills. A failure prints its seed and the incidents
 * that are left of it after shrinking; {@code -Dgavel.storm.seed} plays a seed again.
 */
final class StormTest {

  private static final String COUNTED_ONCE = "no step is lost or counted twice";
  private static final String BEGINS = "a lease begins with the steps counted so far";
  private static final String STARTS_ONCE = "a member of a gang starts once";

  private static final long ENOUGH = 60; // seeds, for a flaw to be noticed

  /** The invariants that notice a flaw. */
  private static final Map<Flaw, Set<String>> NOTICED =
      Map.ofEntries(
          Map.entry(Flaw.EXTENDED_TWICE, Set.of("no step beyond a lease")),
          Map.entry(Flaw.END_IGNORED, Set.of("no step beyond a lease")),
          Map.entry(Flaw.COUNTED_TWICE, Set.of(COUNTED_ONCE, "steps counted were saved")),
          Map.entry(Flaw.OLD_STATE, Set.of(BEGINS, STARTS_ONCE, COUNTED_ONCE)),
          Map.entry(Flaw.HALF_GANG, Set.of("gangs run whole")),
          Map.entry(
              Flaw.SENT_BEFORE_SAVED,
              Set.of(
                  "ends are saved before they are noted",
                  "leases are saved before they begin",
                  "no step beyond a lease")),
          Map.entry(
              Flaw.NOT_WAITED, Set.of("one lease a worker runs", "one lease a job runs", BEGINS)),
          Map.entry(Flaw.REBOOT_MISSED, Set.of(STARTS_ONCE)),
          Map.entry(Flaw.LOSS_UNTOLD, Set.of("time received is time run")),
          Map.entry(Flaw.END_UNTOLD, Set.of(COUNTED_ONCE)),
          Map.entry(Flaw.LEASE_FORGOTTEN, Set.of("no job waits for idle workers")),
          Map.entry(Flaw.LIMITS_IGNORED, Set.of("limits hold at each moment")));

  /** Runs seeds from the first on until the clusters have lived for some years. */
  private static Tally storm(long firstSeed, double years) {
    Tally all = new Tally();
    for (long seed = firstSeed; all.years() < years; seed++) {
      Scenario scenario = Scenario.of(seed);
      try {
        all.add(World.run(scenario, Flaw.NONE));
      } catch (Violation violation) {
        fail(Shrinker.report(scenario, Flaw.NONE, violation), violation);
      }
    }
    return all;
  }

  @Test
  void storm_tenClusterYears_keepsAllInvariants() {
    Tally all = storm(Long.getLong("gavel.storm.seed", 0), 10);
    for (Tally.Of what : Tally.Of.values()) {
      if (what != Tally.Of.JOBS_GIVEN_UP) { // which is rare
        assertTrue(all.of(what) > 0, () -> "nothing of " + what + " in\n" + all.toText());
      }
    }
    assertTrue(all.largestLag > 0.5 && all.largestLoss > 0, all::toText); // there are such worlds
  }

  /** The same, a thousand times longer; prints the figures of the page on the storm. */
  @Test
  @Tag("nightly")
  void storm_nightly_keepsAllInvariants() {
    System.out.println(storm(1_000_000, 10_000).toText());
  }

  /** Seeds that once violated an invariant, mended since. */
  @ParameterizedTest
  @ValueSource(longs = {0, 24, 1_002_462, 1_012_973, 1_016_676})
  void storm_seedThatFailedOnce_keepsAllInvariants(long seed) {
    assertEquals(Optional.empty(), Shrinker.violation(Scenario.of(seed), Flaw.NONE));
  }

  @Test
  void run_sameSeed_isTheSameWorld() {
    Scenario scenario = Scenario.of(3);
    assertEquals(
        World.run(scenario, Flaw.NONE).toText(), World.run(Scenario.of(3), Flaw.NONE).toText());
  }

  /** What is wrong on purpose is noticed, by an invariant and not by an exception. */
  @ParameterizedTest
  @EnumSource(value = Flaw.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void flaw_ofTransportLedgerOrSnapshot_isNoticed(Flaw flaw) {
    for (long seed = 0; seed < ENOUGH; seed++) {
      Optional<Violation> violation = Shrinker.violation(Scenario.of(seed), flaw);
      if (violation.isPresent()) {
        assertTrue(NOTICED.get(flaw).contains(violation.get().rule), violation.get().getMessage());
        return;
      }
    }
    fail(flaw + " is not noticed in " + ENOUGH + " worlds");
  }

  @Test
  void shrink_violation_leavesFewIncidentsOfTheSameRule() {
    Scenario scenario =
        LongStream.range(0, ENOUGH)
            .mapToObj(Scenario::of)
            .filter(world -> Shrinker.violation(world, Flaw.NOT_WAITED).isPresent())
            .findFirst()
            .orElseThrow();
    Violation violation = Shrinker.violation(scenario, Flaw.NOT_WAITED).orElseThrow();
    Scenario small = Shrinker.shrink(scenario, Flaw.NOT_WAITED, violation.rule);
    assertTrue(small.incidents().size() < scenario.incidents().size() / 2, small::toString);
    assertEquals(
        Optional.of(violation.rule),
        Shrinker.violation(small, Flaw.NOT_WAITED).map(found -> found.rule));
  }
}
