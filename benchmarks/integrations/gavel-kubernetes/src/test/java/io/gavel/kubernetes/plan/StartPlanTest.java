package io.gavel.kubernetes.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StartPlanTest {

  private static final List<String> FLAVORS = List.of("a10", "h100");

  private static StartPlan plan(Moment moment) {
    return StartPlan.of(moment, FairShares.of(moment, NashWelfare.create()), 600);
  }

  private static WorkloadAnswer answer(Moment moment, Contender contender) {
    FairShares shares = FairShares.of(moment, NashWelfare.create());
    StartPlan plan = StartPlan.of(moment, shares, 600);
    return new Outlook(moment, shares, plan, plan).answer(contender).orElseThrow();
  }

  private static Optional<String> flavor(StartPlan plan, String id) {
    return plan.starts().stream()
        .filter(start -> start.contender().id().equals(id))
        .map(StartPlan.Start::flavor)
        .findFirst();
  }

  /** Kueue's issue 9406: three teams with 5 h100 each, and 50 a10 of nobody in particular. */
  private static List<Team> threeTeams() {
    return List.of(
        new Team("a", 1, Map.of("h100", FlavorQuota.of(5), "a10", FlavorQuota.of(0))),
        new Team("b", 1, Map.of("h100", FlavorQuota.of(5), "a10", FlavorQuota.of(0))),
        new Team("c", 1, Map.of("h100", FlavorQuota.of(5), "a10", FlavorQuota.of(0))),
        new Team("pool", 1, Map.of("a10", FlavorQuota.of(50))));
  }

  @Test
  void of_borrowedOneFlavour_keepsTheQuotaOnTheOther() {
    List<Contender> all = new ArrayList<>();
    // Team a has borrowed 45 a10; by share of all GPUs, it is far above the others.
    all.add(Contender.of("a-batch", "a", 45, Map.of("a10", 1.0)).holding("a10", 0));
    for (int i = 0; i < 15; i++) {
      all.add(Contender.of("b-" + i, "b", 1, Map.of("h100", 3.0, "a10", 1.0)));
      all.add(Contender.of("c-" + i, "c", 1, Map.of("h100", 3.0, "a10", 1.0)));
    }
    all.add(Contender.of("a-train", "a", 5, Map.of("h100", 3.0)));
    StartPlan plan = plan(new Moment(100, FLAVORS, threeTeams(), all));
    assertEquals(Optional.of("h100"), flavor(plan, "a-train"));
    for (String team : List.of("b", "c")) {
      long h100 =
          plan.starts().stream()
              .filter(s -> s.contender().team().equals(team) && s.flavor().equals("h100"))
              .count();
      assertEquals(5, h100, "team " + team);
    }
  }

  @Test
  void of_gangOfItsQuotaWaits_borrowersLeaveItsRoom() {
    List<Team> teams =
        List.of(
            new Team("a", 1, Map.of("h100", FlavorQuota.of(4))),
            new Team("b", 1, Map.of("h100", FlavorQuota.of(4))));
    Contender gang = Contender.of("gang", "a", 4, Map.of("h100", 1.0));
    Contender small = Contender.of("small", "b", 1, Map.of("h100", 1.0));
    Contender holder = Contender.of("holder", "b", 5, Map.of("h100", 1.0)).holding("h100", 0);
    Moment moment = new Moment(10, List.of("h100"), teams, List.of(gang, small, holder));
    assertEquals(List.of(), plan(moment).starts());
    String message = answer(moment, small).message();
    assertTrue(
        message.startsWith(
            "Waits for 1 workers; h100 lacks 1 of them (3 are kept for quotas of other queues)."),
        message);
    Moment without = new Moment(10, List.of("h100"), teams, List.of(small, holder));
    assertEquals(Optional.of("h100"), flavor(plan(without), "small"));
  }

  @Test
  void of_keptQuota_isNotLent() {
    List<Team> teams =
        List.of(
            new Team("a", 1, Map.of("h100", new FlavorQuota(4, 4, 3))),
            new Team("b", 1, Map.of("h100", FlavorQuota.of(2))));
    Contender three = Contender.of("three", "b", 3, Map.of("h100", 1.0));
    Contender four = Contender.of("four", "b", 4, Map.of("h100", 1.0));
    assertEquals(
        Optional.of("h100"),
        flavor(plan(new Moment(0, List.of("h100"), teams, List.of(three))), "three"));
    assertEquals(
        Optional.empty(),
        flavor(plan(new Moment(0, List.of("h100"), teams, List.of(four))), "four"));
  }

  @Test
  void of_quotaLentOut_stillLeavesWhatOthersNeverLend() {
    List<Team> teams =
        List.of(
            new Team("a", 1, Map.of("h100", FlavorQuota.of(1))),
            new Team("b", 1, Map.of("h100", new FlavorQuota(6, 7, 3))),
            new Team("c", 1, Map.of("h100", new FlavorQuota(1, 2, 1))));
    Contender borrowed = Contender.of("borrowed", "a", 2, Map.of("h100", 1.0)).holding("h100", 0);
    Contender six = Contender.of("six", "b", 6, Map.of("h100", 1.0));
    Contender own = Contender.of("own", "c", 1, Map.of("h100", 1.0)).since(9);
    Moment without = new Moment(10, List.of("h100"), teams, List.of(borrowed, six));
    assertEquals(List.of(), plan(without).starts());
    Moment with = new Moment(10, List.of("h100"), teams, List.of(borrowed, six, own));
    assertEquals(Optional.of("h100"), flavor(plan(with), "own"));
  }

  @Test
  void of_borrowingLimit_isNotExceededAndTheMessageNamesIt() {
    List<Team> teams =
        List.of(
            new Team("a", 1, Map.of("h100", new FlavorQuota(2, 3, 0))),
            new Team("b", 1, Map.of("h100", FlavorQuota.of(8))));
    Contender running = Contender.of("running", "a", 2, Map.of("h100", 1.0)).holding("h100", 0);
    Contender two = Contender.of("two", "a", 2, Map.of("h100", 1.0));
    Moment moment = new Moment(10, List.of("h100"), teams, List.of(running, two));
    WorkloadAnswer answer = answer(moment, two);
    assertEquals(WorkloadAnswer.State.PENDING, answer.state());
    assertTrue(
        answer.message().startsWith("Waits because queue a is at its borrowing limit of h100."),
        answer.message());
    assertTrue(
        answer.message().contains("Would help: a borrowing limit of h100 that is higher by 1."),
        answer.message());
  }

  /** Kueue's issue 15614: would it start, when, why not, and what would help. */
  @Test
  void answer_beforeItIsSubmitted_saysWhenWhyNotAndWhatWouldHelp() {
    List<Team> teams = List.of(new Team("a", 1, Map.of("h100", FlavorQuota.of(8))));
    Contender first =
        Contender.of("first", "a", 4, Map.of("h100", 1.0)).running(3600).holding("h100", 0);
    Contender second =
        Contender.of("second", "a", 2, Map.of("h100", 1.0)).running(7200).holding("h100", 0);
    Contender asked = Contender.of("asked", "a", 4, Map.of("h100", 1.0)).since(600).unreserved();
    Moment moment = new Moment(600, List.of("h100"), teams, List.of(first, second, asked));
    WorkloadAnswer answer = answer(moment, asked);
    assertEquals(WorkloadAnswer.State.PENDING, answer.state());
    assertTrue(
        answer
            .message()
            .startsWith(
                "Waits for 4 workers; h100 lacks 2 of them. Expected to start on h100 by"
                    + " 1970-01-01T01:00:00Z. Would help: 2 more workers of h100, or to ask for"
                    + " 2."),
        answer.message());
    Contender smaller = Contender.of("smaller", "a", 2, Map.of("h100", 1.0)).unreserved();
    Moment other = new Moment(600, List.of("h100"), teams, List.of(first, second, smaller));
    assertTrue(answer(other, smaller).message().contains("Would start on h100 now."));
  }

  @Test
  void of_firstOfItsQueueWaitsLong_isNotOvertakenAnyMore() {
    List<Team> teams = List.of(new Team("a", 1, Map.of("h100", FlavorQuota.of(4))));
    Contender holder = Contender.of("holder", "a", 2, Map.of("h100", 1.0)).holding("h100", 0);
    Contender gang = Contender.of("gang", "a", 4, Map.of("h100", 1.0));
    Contender small = Contender.of("small", "a", 1, Map.of("h100", 1.0)).since(590);
    List<Contender> all = List.of(holder, gang, small);
    StartPlan early = plan(new Moment(599, List.of("h100"), teams, all));
    assertEquals(Optional.of("h100"), flavor(early, "small"));
    StartPlan late = plan(new Moment(650, List.of("h100"), teams, all));
    assertEquals(Optional.empty(), flavor(late, "small"));
  }

  @Test
  void of_bothQueuesHaveALargeGangThatWaitsLong_theyDoNotKeepTheWorkersFromEachOther() {
    List<Team> teams =
        List.of(
            new Team("a", 1, Map.of("h100", FlavorQuota.of(4))),
            new Team("b", 1, Map.of("h100", FlavorQuota.of(4))));
    List<Contender> all =
        List.of(
            Contender.of("large-a", "a", 5, Map.of("h100", 1.0)).running(100),
            Contender.of("small-a", "a", 4, Map.of("h100", 1.0)).running(100).since(4900),
            Contender.of("large-b", "b", 5, Map.of("h100", 1.0)).running(100),
            Contender.of("small-b", "b", 4, Map.of("h100", 1.0)).running(100).since(4900));
    StartPlan plan = plan(new Moment(5000, List.of("h100"), teams, all));
    assertFalse(plan.starts().isEmpty(), "all 8 workers are free");
    for (Contender waiting : all) {
      assertTrue(
          plan.forecast(waiting.id()).isPresent() || flavor(plan, waiting.id()).isPresent(),
          waiting.id());
    }
  }

  @Test
  void of_move_isOnlyToAFasterFlavourNotVisitedBeforeAndWhenItPays() {
    List<Team> teams =
        List.of(new Team("a", 1, Map.of("h100", FlavorQuota.of(2), "a10", FlavorQuota.of(2))));
    Contender slow =
        Contender.of("slow", "a", 2, Map.of("h100", 2.0, "a10", 1.0)).holding("a10", 0);
    assertEquals(List.of(), moves(teams, slow, 599), "saves 299.5 s, costs 300 s");
    assertEquals(List.of("h100"), moves(teams, slow, 601));
    assertEquals(List.of(), moves(teams, slow.moving(300, Set.of("h100")), 601));
    assertEquals(List.of(), moves(teams, slow.running(1000), 601), "only 399 s are left");
    Contender fast =
        Contender.of("fast", "a", 2, Map.of("h100", 2.0, "a10", 1.0)).holding("h100", 0);
    assertEquals(List.of(), moves(teams, fast, 1e6));
  }

  private static List<String> moves(List<Team> teams, Contender contender, double now) {
    Moment moment = new Moment(now, FLAVORS, teams, List.of(contender));
    return plan(moment).moves().stream().map(StartPlan.Move::to).toList();
  }

  @Test
  void of_someoneWaitsForTheBetterFlavour_nobodyMovesThere() {
    List<Team> teams =
        List.of(new Team("a", 1, Map.of("h100", FlavorQuota.of(2), "a10", FlavorQuota.of(2))));
    Contender slow =
        Contender.of("slow", "a", 2, Map.of("h100", 2.0, "a10", 1.0)).holding("a10", 0);
    Contender waiting = Contender.of("waiting", "a", 1, Map.of("h100", 1.0));
    StartPlan plan = plan(new Moment(5000, FLAVORS, teams, List.of(slow, waiting)));
    assertEquals(Optional.of("h100"), flavor(plan, "waiting"));
    assertEquals(List.of(), plan.moves());
  }

  @Test
  void of_policyFails_nominalQuotasAreTheShares() {
    List<Team> teams = List.of(new Team("a", 1, Map.of("h100", FlavorQuota.of(2))));
    Contender one = Contender.of("one", "a", 2, Map.of("h100", 1.0));
    Moment moment = new Moment(0, List.of("h100"), teams, List.of(one));
    FairShares shares =
        FairShares.of(
            moment,
            problem -> {
              throw new IllegalStateException("stopped");
            });
    assertEquals(2, shares.entitled("a", "h100"));
    assertTrue(shares.fault().orElseThrow().contains("stopped"));
    assertFalse(StartPlan.of(moment, shares, 0).starts().isEmpty());
  }
}
