package io.gavel.storm;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import java.util.ArrayList;
import java.util.List;

/**
 * A turn of an embedder: what it tells its scheduler, and what is to follow when the turn is saved.
 * Mutable; used for one turn after the other.
 */
final class Turn {

  private record Message(int server, Letter letter) {}

  private final World world;
  private final Memory memory;
  private final List<Message> outbox = new ArrayList<>();
  private final List<Runnable> effects = new ArrayList<>();
  private double told;

  /** Whether leases began or ended. */
  boolean changed;

  /** Whether workers may have become free within a round. */
  boolean idle;

  /**
   * Prepares the turns after a start.
   *
   * @param told the time of the latest event of the scheduler, in seconds
   */
  Turn(World world, Memory memory, double told) {
    this.world = world;
    this.memory = memory;
    this.told = told;
  }

  void begin() {
    outbox.clear();
    effects.clear();
  }

  /** The time, never before the latest event that the scheduler was told. */
  double clock() {
    return Math.max(world.now, told);
  }

  EventOutcome tell(SchedulerEvent event) {
    boolean limited = world.limited;
    List<OpenLeaseState> before = limited ? memory.rounds.state().running() : List.of();
    EventOutcome outcome = memory.rounds.accept(event);
    if (limited) {
      checkLimits(before, false);
    }
    told = Math.max(told, event.atSeconds());
    memory.ledger.on(event, outcome);
    boolean applied = outcome == EventOutcome.APPLIED || outcome == EventOutcome.GIVEN_UP;
    if (applied && !(event instanceof SchedulerEvent.ProgressReported)) {
      changed = true;
      idle |=
          event instanceof SchedulerEvent.JobDone
              || event instanceof SchedulerEvent.LeaseEnded
              || event instanceof SchedulerEvent.JobFailed
              || event instanceof SchedulerEvent.WorkersLost;
    }
    return outcome;
  }

  /** Requires that leases keep the limits; see {@link Limits#check}. */
  void checkLimits(List<OpenLeaseState> before, boolean planned) {
    SchedulerState state = memory.rounds.state();
    state
        .allocation()
        .ifPresent(
            allocation -> {
              Limits.check(allocation.problem(), before, state.running(), planned);
              world.tally.add(Tally.Of.LIMITS_CHECKED, allocation.problem().momentRows().size());
            });
  }

  /** Records that the scheduler has planned a round from a time on. */
  void planned(double at) {
    told = at;
    changed = true;
  }

  /** Does something when the turn is saved. */
  void later(Runnable effect) {
    effects.add(effect);
  }

  /** Sends a message when the turn is saved. */
  void post(int server, Letter letter) {
    outbox.add(new Message(server, letter));
  }

  void runEffects() {
    effects.forEach(Runnable::run);
  }

  int messages() {
    return outbox.size();
  }

  /** Sends the first messages. */
  void send(int count) {
    List<Message> messages = List.copyOf(outbox.subList(0, count));
    messages.forEach(each -> world.toServer(world.servers.get(each.server()), each.letter()));
  }
}
