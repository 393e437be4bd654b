package io.gavel.storm;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;
import io.gavel.storm.Memory.Known;
import java.util.List;
import java.util.Optional;

/** How an embedder asks its policy and plans its rounds. */
final class Planning {

  private final World world;
  private final Scenario scenario;
  private final Memory memory;
  private final Turn turn;
  private final Dispatcher dispatcher;
  private final Question question;
  private double roundEnds;

  Planning(World world, Memory memory, Turn turn, Dispatcher dispatcher, Question question) {
    this.world = world;
    this.scenario = world.scenario;
    this.memory = memory;
    this.turn = turn;
    this.dispatcher = dispatcher;
    this.question = question;
    this.roundEnds = memory.rounds.state().lastPlan().map(RoundPlan::endSeconds).orElse(Double.NaN);
  }

  /** When the next plan is due. */
  double dueSeconds() {
    return Double.isNaN(roundEnds) ? world.now : roundEnds - scenario.lead();
  }

  /** The list of jobs has changed. */
  void listed() {
    memory.trigger = memory.trigger.changed();
    if (scenario.announced()) {
      turn.tell(new SchedulerEvent.ProblemChanged(turn.clock(), problem()));
      turn.idle = true;
    }
  }

  private AllocationProblem problem() {
    List<JobSpec> specs = memory.jobs.values().stream().map(Known::spec).toList();
    return question.of(
        memory.limits,
        builder ->
            memory
                .jobs
                .values()
                .forEach(
                    job ->
                        job.spec()
                            .addTo(builder, job.done(), Math.max(0, turn.clock() - job.arrival()))),
        specs);
  }

  /**
   * Plans a round, and extends leases that go on.
   *
   * @return when it begins
   */
  double plan() {
    boolean early = world.now < roundEnds;
    double at = early ? Math.max(turn.clock(), roundEnds) : turn.clock();
    allocate(at);
    RoundPlan plan = begun(memory.rounds.plan(at));
    turn.planned(at);
    roundEnds = plan.endSeconds();
    memory.ledger.onPlan(plan);
    turn.checkLimits(List.of(), true);
    SchedulerState state = memory.rounds.state();
    world.watch.check(plan, state);
    memory.ledger.check(state);
    turn.later(() -> world.tally.add(Tally.Of.ROUNDS));
    turn.later(() -> world.watch.planned(plan));
    for (Lease lease : plan.leases()) {
      if (lease.extended()) {
        lease.jobIds().forEach(job -> dispatcher.extend(lease, job));
      }
    }
    return at;
  }

  private RoundPlan begun(RoundPlan plan) {
    int leases = plan.leases().size();
    return world.flaw != Flaw.LEASE_FORGOTTEN || leases == 0
        ? plan
        : new RoundPlan(
            plan.round(),
            plan.startSeconds(),
            plan.endSeconds(),
            plan.leases().subList(0, leases - 1),
            plan.interruptions());
  }

  private void allocate(double at) {
    memory.next.ifPresent(allocation -> enforce(allocation, at));
    memory.next = Optional.empty();
    if (!memory.trigger.isDue(at)) {
      return;
    }
    AllocationProblem problem = problem();
    try {
      Allocation answer = question.answer(problem);
      memory.trigger = memory.trigger.computed(at);
      if (scenario.slow()) {
        memory.next = Optional.of(answer);
        turn.tell(new SchedulerEvent.ProblemChanged(at, problem));
      } else {
        enforce(answer, at);
      }
    } catch (AllocationException e) {
      world.tally.add(Tally.Of.POLICY_FAILURES);
      turn.tell(new SchedulerEvent.ProblemChanged(at, problem));
    }
  }

  /** Puts an allocation in force that may be older than the latest changes of the job list. */
  private void enforce(Allocation allocation, double at) {
    turn.tell(new SchedulerEvent.AllocationChanged(at, allocation));
    AllocationProblem problem = allocation.problem();
    for (Job job : problem.jobs()) {
      if (!memory.jobs.containsKey(job.id())) {
        turn.tell(new SchedulerEvent.JobDone(at, job.id()));
      }
    }
    if (memory.jobs.keySet().stream().anyMatch(id -> problem.find(id).isEmpty())) {
      turn.tell(new SchedulerEvent.ProblemChanged(at, problem()));
    }
  }

  /** Gives workers that became free to jobs that wait, for the rest of the round. */
  void fillIfIdle() {
    if (turn.idle && turn.clock() < roundEnds - scenario.lead()) {
      List<OpenLeaseState> before = memory.rounds.state().running();
      RoundPlan more = memory.rounds.fill(turn.clock());
      turn.checkLimits(before, false);
      memory.ledger.onFill(more);
      turn.later(() -> world.watch.planned(more));
      turn.changed |= !more.leases().isEmpty();
    }
    turn.idle = false;
  }
}
