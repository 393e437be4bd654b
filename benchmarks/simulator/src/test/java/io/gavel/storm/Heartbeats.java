package io.gavel.storm;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.lease.LeaseSnapshot.TrackedLease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.storm.Letter.Held;
import io.gavel.storm.Letter.Member;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an embedder makes of the servers that it hears, or hears no more. */
final class Heartbeats {

  private static final double SILENT_ROUNDS = 1.2;

  private final World world;
  private final Memory memory;
  private final Turn turn;
  private final Dispatcher dispatcher;
  private final double[] heard; // by server, seconds
  private final long[] beats; // by server

  Heartbeats(World world, Memory memory, Turn turn, Dispatcher dispatcher) {
    this.world = world;
    this.memory = memory;
    this.turn = turn;
    this.dispatcher = dispatcher;
    this.heard = new double[world.scenario.servers().size()];
    this.beats = new long[heard.length];
    Arrays.fill(heard, world.now);
    Arrays.fill(beats, -1);
  }

  void on(Letter.Beat beat) {
    int s = beat.server();
    int known = memory.boots[s];
    if (beat.boot() < known || (beat.boot() == known && beat.number() <= beats[s])) {
      return;
    }
    heard[s] = world.now;
    beats[s] = beat.number();
    if (beat.boot() != known && world.flaw != Flaw.REBOOT_MISSED) {
      lose(s);
    }
    memory.boots[s] = beat.boot();
    if (memory.lost.contains(s) && !memory.drained.contains(s)) {
      memory.lost.remove(s);
      turn.tell(new SchedulerEvent.WorkersReturned(turn.clock(), workersOf(s)));
      memory.trigger = memory.trigger.changed();
    }
    compare(beat);
  }

  /** Compares the processes of a server with those that it should have. */
  private void compare(Letter.Beat beat) {
    Set<Held> open = new HashSet<>();
    for (TrackedLease lease : memory.leases.state()) {
      open.add(new Held(lease.lease(), lease.jobId()));
    }
    for (Member member : beat.running()) {
      if (!open.contains(member.held())) {
        turn.post(beat.server(), new Letter.Said(killing(member)));
      }
    }
    for (Member member : beat.failed()) {
      if (open.contains(member.held()) && memory.sent.containsKey(member.held())) {
        dispatcher.fail(member.held());
      }
    }
    Set<Member> running = new HashSet<>(beat.running());
    for (TrackedLease lease : memory.leases.state()) {
      dispatcher.startAgain(lease, beat, running);
    }
  }

  private static LeaseMessage killing(Member member) {
    return new LeaseMessage.KillOrdered(member.lease(), member.jobId(), member.index());
  }

  /** Gives up servers that were silent for too long. */
  void tick() {
    for (int s = 0; s < heard.length; s++) {
      if (world.now - heard[s] > SILENT_ROUNDS * world.round && !memory.lost.contains(s)) {
        lose(s);
      }
    }
  }

  /** The workers of a server are gone, and all that ran on them. */
  private void lose(int server) {
    if (memory.lost.add(server)) {
      if (world.flaw != Flaw.LOSS_UNTOLD) {
        turn.tell(new SchedulerEvent.WorkersLost(turn.clock(), workersOf(server)));
      }
      turn.later(() -> world.tally.add(Tally.Of.WORKERS_LOST, workersOf(server).size()));
      memory.trigger = memory.trigger.changed();
    }
    dispatcher.revokeOn(server);
  }

  void drain(int server) {
    memory.drained.add(server);
    turn.tell(new SchedulerEvent.WorkersDrained(turn.clock(), workersOf(server)));
    memory.trigger = memory.trigger.changed();
  }

  void undrain(int server) {
    memory.drained.remove(server);
    if (!memory.lost.contains(server)) {
      turn.tell(new SchedulerEvent.WorkersReturned(turn.clock(), workersOf(server)));
    }
    memory.trigger = memory.trigger.changed();
  }

  private List<Worker> workersOf(int server) {
    return world.scenario.servers().get(server);
  }
}
