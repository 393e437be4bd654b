package io.gavel.storm;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.storm.Incident.EmbedderKilled;
import io.gavel.storm.Incident.Moment;
import io.gavel.storm.Memory.Known;
import java.util.List;
import java.util.Optional;

/**
 * A scheduler built of the library's parts as its guides say. Each input is a turn: it changes the
 * state, the state is saved, then the messages are sent. Killed in between, it is restored from
 * what was saved last.
 *
 * <p>Saving has no effect but on a later restart, so a state is really captured only where one is
 * to come.
 */
final class Embedder {

  private static final int TEXT_EVERY = 4; // restarts; the others take the values

  private final World world;
  private final Question question;
  private Life life;
  private boolean up = true;
  private int restarts;

  private Optional<EmbedderKilled> killing = Optional.empty();
  private Optional<Memory.Saved> disk = Optional.empty();
  private Optional<Memory.Saved> before = Optional.empty(); // the round before the last

  /** The parts of an embedder from a start to the next kill. */
  private final class Life {
    final Memory memory;
    final Turn turn;
    final Dispatcher dispatcher;
    final Heartbeats heartbeats;
    final Planning planning;

    Life(Memory memory, double told) {
      this.memory = memory;
      this.turn = new Turn(world, memory, told);
      this.dispatcher = new Dispatcher(world, memory, turn);
      this.heartbeats = new Heartbeats(world, memory, turn, dispatcher);
      this.planning = new Planning(world, memory, turn, dispatcher, question);
    }
  }

  Embedder(World world) {
    this.world = world;
    this.question = new Question(world);
    this.life = new Life(new Memory(world.scenario, world.flaw), Double.NEGATIVE_INFINITY);
    startTimers();
  }

  SchedulerState state() {
    return life.memory.rounds.state();
  }

  /** The time that a job ran according to the ledger. */
  double ranSeconds(String job) {
    return life.memory.ledger.ranSeconds(job, world.now);
  }

  List<JobSpec> jobs() {
    return life.memory.jobs.values().stream().map(Known::spec).toList();
  }

  /**
   * One turn.
   *
   * @return whether its result is saved
   */
  boolean receive(Runnable input) {
    if (!up) {
      return false;
    }
    Turn turn = life.turn;
    turn.begin();
    input.run();
    life.planning.fillIfIdle();
    life.dispatcher.settle();
    Optional<Moment> death = killing.map(EmbedderKilled::moment);
    if (death.equals(Optional.of(Moment.BEFORE_SAVE))) {
      if (world.flaw == Flaw.SENT_BEFORE_SAVED) {
        turn.send(turn.messages());
      }
      die();
      return false;
    }
    turn.runEffects();
    if (death.isPresent()) {
      disk = Optional.of(life.memory.save());
      turn.send(death.get() == Moment.AFTER_SAVE ? 0 : turn.messages() / 2);
      die();
      return true;
    }
    turn.send(turn.messages());
    return true;
  }

  void killAtNextInput(EmbedderKilled kill) {
    if (up && killing.isEmpty()) {
      killing = Optional.of(kill);
      disk = Optional.of(life.memory.save());
    }
  }

  private void die() {
    world.tally.add(Tally.Of.KILLS);
    up = false;
    restarts++;
    double down = killing.orElseThrow().downSeconds();
    killing = Optional.empty();
    world.at(world.now + down, this::restart);
  }

  private void restart() {
    world.tally.add(Tally.Of.RESTORES);
    Memory.Saved saved = disk.orElseThrow();
    if (world.flaw == Flaw.OLD_STATE) {
      saved = before.orElse(saved);
    }
    double grace = world.scenario.grace();
    Memory memory =
        restarts % TEXT_EVERY == 0
            ? Memory.restoreFromText(saved, grace)
            : Memory.restore(saved, grace);
    life = new Life(memory, memory.rounds.state().nowSeconds());
    life.turn.changed = true;
    life.turn.idle = true;
    up = true;
    startTimers();
  }

  private void startTimers() {
    timer(world.now + world.round / 50, this::tick);
    timer(life.planning.dueSeconds(), this::plan);
  }

  /** Calls for a turn at a time, unless the embedder is killed before. */
  private void timer(double at, Runnable what) {
    int now = restarts;
    world.at(
        at,
        () -> {
          if (now == restarts) {
            receive(what);
          }
        });
  }

  private void plan() {
    if (world.flaw == Flaw.OLD_STATE) {
      before = Optional.of(life.memory.save());
    }
    double at = life.planning.plan();
    timer(life.planning.dueSeconds(), this::plan);
    timer(at + world.scenario.grace() * 1.01, this::tickOnce);
  }

  private void tick() {
    tickOnce();
    timer(world.now + world.round / 4, this::tick);
  }

  private void tickOnce() {
    life.dispatcher.tick();
    life.heartbeats.tick();
  }

  void on(Letter letter) {
    if (letter instanceof Letter.Beat beat) {
      life.heartbeats.on(beat);
    } else if (letter instanceof Letter.Said said) {
      life.dispatcher.on(said.message());
    }
  }

  void on(Incident incident) {
    Memory memory = life.memory;
    Turn turn = life.turn;
    if (incident instanceof Incident.JobArrives arrives) {
      memory.jobs.put(arrives.job().id(), new Known(arrives.job(), 0, world.now));
      life.planning.listed();
    } else if (incident instanceof Incident.JobCancelled cancelled) {
      if (memory.jobs.remove(cancelled.jobId()) != null) {
        turn.tell(new SchedulerEvent.JobDone(turn.clock(), cancelled.jobId()));
        turn.later(() -> world.watch.cancels(cancelled.jobId()));
        turn.later(() -> world.tally.add(Tally.Of.JOBS_CANCELLED));
        life.planning.listed();
      }
    } else if (incident instanceof Incident.WeightChanged weight) {
      memory.jobs.computeIfPresent(
          weight.jobId(),
          (id, job) ->
              new Known(job.spec().withWeight(weight.weight()), job.done(), job.arrival()));
      memory.trigger = memory.trigger.changed();
    } else if (incident instanceof Incident.LimitChanged limit) {
      memory.limits.put(limit.limit(), limit.part());
      memory.trigger = memory.trigger.changed();
    } else if (incident instanceof Incident.ServerDrained drain) {
      life.heartbeats.drain(drain.server());
      turn.later(
          () -> {
            world.tally.add(Tally.Of.SERVERS_DRAINED);
            world.at(world.now + drain.downSeconds(), () -> undrain(drain.server()));
          });
    }
  }

  private void undrain(int server) {
    if (!receive(() -> life.heartbeats.undrain(server))) {
      world.at(world.now + world.round / 10, () -> undrain(server));
    }
  }
}
