package io.gavel.storm;

import io.gavel.mechanism.lease.LeaseClient;
import io.gavel.mechanism.lease.LeaseClient.Phase;
import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Job;
import io.gavel.storm.Gang.Rank;
import io.gavel.storm.Letter.Begin;
import io.gavel.storm.Letter.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A server: an agent, workers, and the processes on them, with a clock of its own. */
final class Server {

  private static final double RETRIES_PER_ROUND = 8;
  private static final double BEATS_PER_ROUND = 4;
  private static final int REMEMBERED = 400;

  final int index;
  final List<Worker> workers;
  final SplittableRandom random;
  private final World world;
  private final Map<Member, Rank> processes = new LinkedHashMap<>();
  private final Set<Member> seen = new HashSet<>();
  private final Set<Member> failed = new HashSet<>();
  private boolean up = true;
  private double hungUntil;
  double cutUntil;
  private double offset;
  private int boot;
  private long beats;

  Server(World world, int index, List<Worker> workers) {
    this.world = world;
    this.index = index;
    this.workers = workers;
    this.random = new SplittableRandom(world.scenario.seed() * 31 + index);
    this.offset = (2 * random.nextDouble() - 1) * world.scenario.network().skewSeconds();
    world.at(random.nextDouble() * world.round / BEATS_PER_ROUND, this::beat);
  }

  private double clock() {
    return world.now + offset;
  }

  void crash(double downSeconds) {
    if (up) {
      up = false;
      boot++;
      beats = 0;
      processes.values().forEach(this::leave);
      processes.clear();
      seen.clear();
      failed.clear();
      world.at(world.now + downSeconds, () -> up = true);
    }
  }

  void hang(double seconds) {
    hungUntil = Math.max(hungUntil, world.now + seconds);
  }

  void cutOff(double seconds) {
    cutUntil = Math.max(cutUntil, world.now + seconds);
  }

  void setClock(double part) {
    offset = part * world.scenario.network().skewSeconds();
  }

  /** One of the processes ends by itself. */
  boolean loseProcess() {
    List<Rank> running = processes.values().stream().filter(Rank::isRunning).toList();
    if (!up || running.isEmpty()) {
      return false;
    }
    Rank dying = running.get(random.nextInt(running.size()));
    processes.remove(dying.key);
    failed.add(dying.key);
    leave(dying);
    return true;
  }

  private void leave(Rank process) {
    process.gone = true;
    process.gang.look(world.now);
  }

  private boolean isHung() {
    return world.now < hungUntil;
  }

  private void beat() {
    if (up && !isHung()) {
      List<Member> failures = failed.isEmpty() ? List.of() : List.copyOf(failed);
      world.toEmbedder(
          this,
          new Letter.Beat(
              index, boot, beats++, world.now, List.copyOf(processes.keySet()), failures));
      if (seen.size() > REMEMBERED) {
        long latest = seen.stream().mapToLong(Member::lease).max().orElseThrow();
        seen.removeIf(member -> member.lease() < latest - REMEMBERED);
        failed.removeIf(member -> member.lease() < latest - REMEMBERED);
      }
    }
    world.at(world.now + world.round / BEATS_PER_ROUND, this::beat);
  }

  void receive(Letter letter) {
    if (!up) {
      world.tally.add(Tally.Of.MESSAGES_LOST);
    } else if (isHung()) {
      world.at(hungUntil, () -> receive(letter));
    } else if (letter instanceof Begin begin) {
      begin(begin);
    } else if (letter instanceof Letter.Said said) {
      hear(said.message());
    }
  }

  private void begin(Begin begin) {
    LeaseMessage.Granted granted = begin.granted();
    Member key = new Member(granted.lease(), granted.jobId(), granted.member());
    if (begin.boot() != boot) {
      return; // meant for the server as it was; the next beat tells
    } else if (seen.contains(key)) {
      hear(granted);
      return;
    }
    Worker worker = begin.lease().workers().get(key.index());
    Map<Long, Integer> held = new LinkedHashMap<>();
    List<Rank> holders = new ArrayList<>();
    for (Rank other : processes.values()) {
      boolean here = other.gang.lease.workers().get(other.key.index()).equals(worker);
      if (here && other.holdsWorker() && other.key.lease() != key.lease()) {
        held.put(other.key.lease(), other.gang.lease.gpuMilli());
        holders.add(other);
      }
    }
    int taken = held.values().stream().mapToInt(Integer::intValue).sum();
    if (taken + begin.lease().gpuMilli() > Job.WHOLE_WORKER) {
      world.watch.refused(begin, key, holders);
      return; // the embedder will ask again
    }
    seen.add(key);
    Gang gang = world.gang(begin);
    Rank process =
        new Rank(
            this, gang, key, LeaseClient.begin(granted, begin.steps(), clock()), begin.steps());
    world.watch.begins(process, begin);
    gang.members[key.index()] = process;
    processes.put(key, process);
    gang.look(world.now);
    wake(process);
    wakeOthers(process);
  }

  private void hear(LeaseMessage message) {
    Member key = new Member(message.lease(), message.jobId(), message.member());
    Rank process = processes.get(key);
    if (message instanceof LeaseMessage.EndNoted) {
      world.watch.isNoted(key);
    }
    if (process == null) {
      if (message instanceof LeaseMessage.KillOrdered) {
        seen.add(key); // the order to start it may still come
      }
      return;
    }
    process.client = process.client.on(message, clock());
    process.gang.look(world.now);
    if (process.client.phase() == Phase.CLOSED) {
      processes.remove(key);
      leave(process);
    } else {
      wake(process);
    }
  }

  private void wakeAt(Rank process, double time) {
    double at = Math.max(time, world.now);
    if (at < process.wakes) {
      process.wakes = at;
      world.at(at, () -> wakeIfDue(process, at));
    }
  }

  private void wakeIfDue(Rank process, double at) {
    if (process.wakes == at && !process.isGone()) {
      process.wakes = Double.POSITIVE_INFINITY;
      wake(process);
    }
  }

  /** Does what is due in a process, and sets when it is to look again. */
  private void wake(Rank process) {
    if (process.isGone()) {
      return;
    } else if (isHung()) {
      wakeAt(process, hungUntil);
      return;
    }
    double clock = clock();
    boolean wasRunning = process.isRunning();
    boolean done = wasRunning && process.inStep && process.stepEnds <= world.now;
    if (done) {
      process.inStep = false;
      process.steps++;
      world.tally.add(Tally.Of.STEPS_RUN);
    }
    Phase before = process.client.phase();
    boolean deaf = world.flaw == Flaw.END_IGNORED && before == Phase.RUNNING;
    double heard = deaf ? Math.min(clock, process.client.terms().endSeconds() - 1) : clock;
    LeaseClient.Turn turn = process.client.at(process.steps, heard);
    process.client = turn.holder();
    if (!turn.messages().isEmpty() && world.now >= process.speaksAgain) {
      process.speaksAgain = world.now + 0.99 * world.round / RETRIES_PER_ROUND;
      send(turn.messages());
    }
    if (process.isRunning() && !process.inStep) {
      boolean ready = world.flaw == Flaw.HALF_GANG || process.gang.isReadyFor(process);
      if (ready && process.client.mayRun(heard)) {
        world.watch.stepBegins(process);
        process.inStep = true;
        double jitter = 0.9 + 0.2 * random.nextDouble();
        process.stepEnds = world.now + jitter * process.gang.stepSeconds;
      }
    }
    save(process, clock);
    if (!process.isRunning()) {
      process.inStep = false; // a step that its end cuts short is not kept
    }
    process.gang.look(world.now);
    wakeAgain(process);
    if (done || (wasRunning && !process.isRunning())) {
      wakeOthers(process);
    }
  }

  private void save(Rank process, double clock) {
    if (process.client.phase() != Phase.SAVING) {
      return;
    }
    if (Double.isNaN(process.savedAt)) {
      process.savedAt = world.now + world.round / 500 * (1 + random.nextDouble());
    } else if (world.now >= process.savedAt) {
      process.gang.saved[process.key.index()] = process.steps;
      LeaseClient.Turn turn = process.client.saved(clock);
      process.client = turn.holder();
      process.speaksAgain = world.now + 0.99 * world.round / RETRIES_PER_ROUND;
      send(turn.messages());
    }
  }

  private void wakeAgain(Rank process) {
    double retry = world.now + world.round / RETRIES_PER_ROUND;
    switch (process.client.phase()) {
      case RUNNING -> {
        double ask = process.client.askSeconds() - offset;
        double end = process.client.terms().endSeconds() - offset + world.round * 1e-9;
        double late = end + process.client.terms().lateSeconds();
        wakeAt(process, ask > world.now ? ask : retry);
        if (end > world.now || late > world.now) {
          wakeAt(process, end > world.now ? end : late);
        }
        if (process.inStep) {
          wakeAt(process, process.stepEnds);
        }
      }
      case SAVING -> wakeAt(process, process.savedAt);
      case ENDED -> wakeAt(process, retry);
      case CLOSED -> throw new IllegalStateException("a closed process wakes");
    }
  }

  private void wakeOthers(Rank process) {
    for (Rank other : process.gang.members) {
      if (other != null && other != process && !other.isGone() && !other.inStep) {
        other.server.wakeAt(other, world.now);
      }
    }
  }

  private void send(List<LeaseMessage> messages) {
    List<Letter> letters = new ArrayList<>(messages.size());
    messages.forEach(message -> letters.add(new Letter.Said(message)));
    letters.forEach(letter -> world.toEmbedder(this, letter));
  }
}
