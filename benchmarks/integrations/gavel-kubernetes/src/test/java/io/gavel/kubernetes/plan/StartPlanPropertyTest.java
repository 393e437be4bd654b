package io.gavel.kubernetes.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

final class StartPlanPropertyTest {

  private static final List<String> FLAVORS = List.of("a10", "h100", "l4");
  private static final double NOW = 5000;
  private static final int MOST_CONTENDERS = 14;

  @Provide
  Arbitrary<Moment> moments() {
    Arbitrary<FlavorQuota> quota =
        Combinators.combine(
                Arbitraries.integers().between(0, 8),
                Arbitraries.integers().between(0, 8),
                Arbitraries.integers().between(0, 8))
            .as((own, more, kept) -> new FlavorQuota(own, own + more, Math.min(own, kept)));
    Arbitrary<Map<String, FlavorQuota>> quotas =
        Arbitraries.maps(Arbitraries.of(FLAVORS), quota).ofMinSize(1);
    Arbitrary<Contender> contender =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(1, 6),
                Arbitraries.maps(Arbitraries.of(FLAVORS), Arbitraries.doubles().between(0.01, 100))
                    .ofMinSize(1),
                Arbitraries.doubles().between(0, NOW),
                Arbitraries.integers().between(0, 3),
                Arbitraries.doubles().between(1, 10_000))
            .as(
                (team, workers, speeds, since, kind, run) -> {
                  Contender made = Contender.of("?", "team-" + team, workers, speeds).since(since);
                  made = kind == 1 ? made.unreserved() : made;
                  return kind == 2 ? made.running(run) : made;
                });
    return Combinators.combine(quotas.list().ofSize(3), contender.list().ofMaxSize(MOST_CONTENDERS))
        .as(
            (ofTeams, all) -> {
              List<Team> teams = new ArrayList<>();
              for (int t = 0; t < 3; t++) {
                teams.add(new Team("team-" + t, 1 + t, ofTeams.get(t)));
              }
              List<Contender> named = new ArrayList<>();
              for (int m = 0; m < all.size(); m++) {
                named.add(named(all.get(m), "w" + m));
              }
              return running(new Moment(NOW, FLAVORS, teams, named));
            });
  }

  private static Contender named(Contender c, String id) {
    return new Contender(
        id,
        c.team(),
        c.workers(),
        c.speeds(),
        c.weight(),
        c.sinceSeconds(),
        c.reserved(),
        c.runSeconds(),
        c.moves(),
        c.holding());
  }

  /** The first half of those that start have started earlier. */
  private static Moment running(Moment moment) {
    List<Contender> all = new ArrayList<>(moment.contenders());
    List<StartPlan.Start> starts = plan(moment).starts();
    for (StartPlan.Start start : starts.subList(0, starts.size() / 2)) {
      int m = all.indexOf(start.contender());
      all.set(m, start.contender().holding(start.flavor(), start.contender().sinceSeconds()));
    }
    return new Moment(moment.nowSeconds(), moment.flavors(), moment.teams(), all);
  }

  private static StartPlan plan(Moment moment) {
    return StartPlan.of(moment, FairShares.of(moment, NashWelfare.create()), 600);
  }

  /** Workers held by queue and flavour after the plan, counted anew. */
  private static Map<String, Integer> held(Moment moment, StartPlan plan) {
    Map<String, Integer> held = new HashMap<>();
    for (Contender c : moment.contenders()) {
      c.holding().ifPresent(h -> held.merge(c.team() + h.flavor(), c.workers(), Integer::sum));
    }
    for (StartPlan.Start s : plan.starts()) {
      held.merge(s.contender().team() + s.flavor(), s.contender().workers(), Integer::sum);
    }
    for (StartPlan.Move s : plan.moves()) {
      held.merge(s.contender().team() + s.to(), s.contender().workers(), Integer::sum);
    }
    return held;
  }

  @Property(tries = 150)
  void of_anything_keepsCapacityLimitsAndWhatIsNotLent(@ForAll("moments") Moment moment) {
    StartPlan plan = plan(moment);
    Map<String, Integer> held = held(moment, plan);
    for (String flavor : FLAVORS) {
      int all = 0;
      int kept = 0;
      for (Team team : moment.teams()) {
        int own = held.getOrDefault(team.name() + flavor, 0);
        FlavorQuota quota = team.quotas().getOrDefault(flavor, new FlavorQuota(0, 0, 0));
        assertTrue(own <= quota.most(), team + " holds " + own + " of " + flavor);
        all += own;
        kept += Math.max(0, quota.kept() - own);
      }
      assertTrue(all + kept <= moment.capacity(flavor), flavor + ": " + held);
    }
  }

  @Property(tries = 150)
  void of_anything_startsEachOnceWhereItRunsAndOnlyIfReserved(@ForAll("moments") Moment moment) {
    StartPlan plan = plan(moment);
    Set<String> started = new HashSet<>();
    for (StartPlan.Start start : plan.starts()) {
      assertTrue(started.add(start.contender().id()));
      assertTrue(start.contender().reserved() && start.contender().waits());
      assertTrue(start.contender().speed(start.flavor()) > 0);
    }
    for (StartPlan.Move move : plan.moves()) {
      assertTrue(move.contender().speed(move.to()) > move.contender().speed(move.from()));
      assertFalse(move.contender().waits());
    }
  }

  @Property(tries = 150)
  void of_nobodyKeepsRoom_leavesNobodyWaitingWhoWouldFit(@ForAll("moments") Moment moment) {
    FairShares shares = FairShares.of(moment, NashWelfare.create());
    StartPlan plan = StartPlan.of(moment, shares, Double.POSITIVE_INFINITY);
    Set<String> started = new HashSet<>();
    plan.starts().forEach(start -> started.add(start.contender().id()));
    for (Contender c : moment.contenders()) {
      for (int j = 0; j < FLAVORS.size(); j++) {
        if (c.waits() && c.reserved() && !started.contains(c.id()) && c.speed(FLAVORS.get(j)) > 0) {
          assertFalse(plan.room().fits(plan.team(c), j, c.workers()), c + " fits");
        }
      }
    }
  }

  @Property(tries = 150)
  void of_otherOrder_decidesTheSame(
      @ForAll("moments") Moment moment, @ForAll @Size(MOST_CONTENDERS) List<Integer> places) {
    FairShares shares = FairShares.of(moment, NashWelfare.create());
    List<Contender> shuffled =
        IntStream.range(0, moment.contenders().size())
            .boxed()
            .sorted(Comparator.comparing(places::get))
            .map(moment.contenders()::get)
            .toList();
    Moment other = new Moment(NOW, FLAVORS, moment.teams(), shuffled);
    assertEquals(
        flavors(StartPlan.of(moment, shares, 600)), flavors(StartPlan.of(other, shares, 600)));
  }

  private static Map<String, String> flavors(StartPlan plan) {
    Map<String, String> flavors = new HashMap<>();
    plan.starts().forEach(s -> flavors.put(s.contender().id(), s.flavor()));
    plan.moves().forEach(s -> flavors.put(s.contender().id(), "to " + s.to()));
    return flavors;
  }

  @Property(tries = 100)
  void forecast_allSayHowLongTheyRun_isOfExactlyThoseWhoCanEverStart(
      @ForAll("moments") Moment moment) {
    List<Contender> timed = new ArrayList<>();
    for (Contender c : moment.contenders()) {
      timed.add(c.runSeconds().isEmpty() ? c.running(1000) : c);
    }
    Moment all = new Moment(NOW, FLAVORS, moment.teams(), timed);
    StartPlan plan = plan(all);
    Set<String> now = new HashSet<>();
    plan.starts().forEach(start -> now.add(start.contender().id()));
    for (Contender c : all.contenders()) {
      if (c.waits() && !now.contains(c.id())) {
        Optional<StartPlan.Start> start = plan.forecast(c.id());
        boolean possible = FLAVORS.stream().anyMatch(flavor -> isPossible(all, c, flavor));
        assertEquals(possible, start.isPresent(), () -> c + " of " + all);
        start.ifPresent(
            then -> {
              assertTrue(then.atSeconds() >= NOW);
              assertTrue(isPossible(all, c, then.flavor()), () -> then + " of " + all);
            });
      }
    }
  }

  /** Whether a workload could start there if nobody else was there. */
  private static boolean isPossible(Moment moment, Contender c, String flavor) {
    int lent = 0;
    int most = 0;
    for (Team team : moment.teams()) {
      FlavorQuota quota = team.quotas().getOrDefault(flavor, new FlavorQuota(0, 0, 0));
      boolean own = team.name().equals(c.team());
      lent += own ? quota.nominal() : quota.nominal() - quota.kept();
      most = own ? quota.most() : most;
    }
    return c.speed(flavor) > 0 && c.workers() <= Math.min(lent, most);
  }
}
