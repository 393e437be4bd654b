package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rounds do not keep limits at each moment, so a caller must say that an average is enough. */
final class LimitsTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("gpu", 2));
  private static final RoundOptions USUAL = new RoundOptions(100);

  /** Two jobs of a team, with half of the time each. */
  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(CLUSTER)
        .entity(new Entity("team", Optional.empty(), 1, Entity.Discipline.FAIRNESS))
        .job(Job.builder("a").entity("team").build(), 1)
        .job(Job.builder("b").entity("team").build(), 1);
  }

  private static AllocationProblem under(Constraint constraint) {
    return jobs().constraint(constraint).build();
  }

  private static Constraint.Bounded workers(String name) {
    return Constraint.named(name).that(LinearForm.workers());
  }

  private static AllocationProblem quota() {
    return jobs().quota(Quota.of("team").limitedTo("gpu", 1)).build();
  }

  private static SchedulerEvent changed(AllocationProblem problem) {
    return new SchedulerEvent.AllocationChanged(0, Cases.allocation(problem, 0.5, 0.5));
  }

  private static String refusal(SchedulerEvent event) {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, USUAL);
    SchedulerState before = scheduler.state();
    String message =
        assertThrows(IllegalArgumentException.class, () -> scheduler.accept(event)).getMessage();
    assertEquals(before, scheduler.state());
    return message;
  }

  @Test
  void accept_limits_areRefusedByName() {
    String advice =
        ", and rounds do not keep limits at each moment; pass RoundOptions.exceedingLimits() if"
            + " keeping them on average is enough";
    assertEquals(
        "allocation is under limit \"limit:team:gpu\"" + advice, refusal(changed(quota())));
    assertEquals(
        "allocation is under limit \"power\"" + advice,
        refusal(changed(under(workers("power").atMost(1)))));
    assertEquals(
        "allocation is under limit \"even\"" + advice,
        refusal(changed(under(workers("even").exactly(1)))));
    AllocationProblem two =
        jobs()
            .constraint(workers("power").atMost(1))
            .quota(Quota.of("team").limitedTo("gpu", 1))
            .build();
    assertTrue(refusal(changed(two)).contains(" and 1 more, and rounds"), refusal(changed(two)));
    assertEquals(
        "allocation is under limit \"limit:team:gpu\"" + advice,
        refusal(new SchedulerEvent.ProblemChanged(0, quota())));
  }

  @Test
  void accept_guaranteesAndEligibility_areAccepted() {
    for (AllocationProblem problem :
        List.of(
            jobs().quota(Quota.of("team").reserving("gpu", 1)).build(),
            under(workers("least").atLeast(1)))) {
      RoundScheduler scheduler = RoundScheduler.create(CLUSTER, USUAL);
      assertEquals(EventOutcome.APPLIED, scheduler.accept(changed(problem)));
      assertEquals(List.of(), scheduler.limits());
    }
  }

  @Test
  void accept_callerSaysThatAnAverageIsEnough_limitsAreAcceptedAndNamed() {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, USUAL.exceedingLimits());
    assertEquals(List.of(), scheduler.limits());
    assertEquals(EventOutcome.APPLIED, scheduler.accept(changed(quota())));
    assertEquals(List.of("limit:team:gpu"), scheduler.limits());
    assertEquals(2, scheduler.plan(0).leases().size()); // one worker more than the limit
    String stored = SchedulerSnapshot.print(scheduler.state());
    assertEquals(
        List.of("limit:team:gpu"),
        RoundScheduler.restore(SchedulerSnapshot.parse(stored)).limits());
  }

  @Test
  void restore_limitsThatTheOptionsDoNotAllow_areRefused() {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, USUAL.exceedingLimits());
    scheduler.accept(changed(quota()));
    String stored =
        SchedulerSnapshot.print(scheduler.state())
            .replace(" exceeding\n", "\n")
            .replaceFirst("digest .*", "");
    SchedulerState edited = SchedulerSnapshot.parse(stored);
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> RoundScheduler.restore(edited))
            .getMessage()
            .startsWith("allocation is under limit \"limit:team:gpu\""));
  }
}
