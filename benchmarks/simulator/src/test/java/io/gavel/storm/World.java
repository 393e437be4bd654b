package io.gavel.storm;

import io.gavel.storm.Letter.Held;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** All of a storm: events in the order of time, a network, servers, one embedder. One thread. */
final class World {

  private record Due(double time, long order, Runnable what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Double.compare(time, other.time);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  private static final int REMEMBERED = 500;

  final Scenario scenario;
  final Flaw flaw;
  final double round;
  final boolean limited;
  final Tally tally = new Tally();
  final Watch watch;
  final List<Server> servers = new ArrayList<>();
  final Map<Held, Gang> gangs = new LinkedHashMap<>();
  private final Map<String, Double> ranSeconds = new HashMap<>(); // of gangs that are forgotten
  final Embedder embedder;
  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private long order;
  private long latestLease;
  double now;
  private double lossUntil;
  private double loss;
  double policyFailsUntil;

  World(Scenario scenario, Flaw flaw) {
    this.scenario = scenario;
    this.flaw = flaw;
    this.round = scenario.round();
    this.limited = scenario.isLimited();
    this.watch = new Watch(this);
    for (int s = 0; s < scenario.servers().size(); s++) {
      servers.add(new Server(this, s, scenario.servers().get(s)));
    }
    this.embedder = new Embedder(this);
    scenario.incidents().forEach(incident -> at(incident.atSeconds(), () -> happen(incident)));
    double measured = scenario.calmSeconds() + Scenario.RECOVERY_ROUNDS * round;
    at(measured, watch::beginLevels);
    at(measured + Scenario.MEASURED_ROUNDS * round, watch::checkLevels);
  }

  /**
   * Runs a world to its end.
   *
   * @throws Violation if an invariant does not hold
   */
  static Tally run(Scenario scenario, Flaw flaw) {
    World world = new World(scenario, flaw);
    world.run();
    return world.tally;
  }

  private void run() {
    try {
      while (!due.isEmpty() && due.element().time() <= scenario.endSeconds()) {
        Due next = due.remove();
        now = next.time();
        tally.add(Tally.Of.EVENTS);
        next.what().run();
      }
    } catch (Violation violation) {
      throw violation;
    } catch (RuntimeException e) {
      Violation violation = new Violation(e.getClass().getSimpleName(), "at " + now + ": " + e);
      violation.initCause(e);
      throw violation;
    }
    tally.add(Tally.Of.WORLDS);
    tally.addSeconds(scenario.endSeconds());
  }

  void at(double time, Runnable what) {
    due.add(new Due(Math.max(now, time), order++, what));
  }

  boolean isCalm() {
    return now >= scenario.calmSeconds();
  }

  private void happen(Incident incident) {
    if (incident instanceof Incident.ServerCrashes crash) {
      tally.add(Tally.Of.SERVER_CRASHES);
      servers.get(crash.server()).crash(crash.downSeconds());
    } else if (incident instanceof Incident.ServerHangs hang) {
      tally.add(Tally.Of.SERVER_HANGS);
      servers.get(hang.server()).hang(hang.downSeconds());
    } else if (incident instanceof Incident.ServerCutOff cut) {
      tally.add(Tally.Of.SERVERS_CUT_OFF);
      servers.get(cut.server()).cutOff(cut.downSeconds());
    } else if (incident instanceof Incident.ClockJumps jump) {
      tally.add(Tally.Of.CLOCK_JUMPS);
      servers.get(jump.server()).setClock(jump.offset());
    } else if (incident instanceof Incident.ProcessDies dies) {
      tally.add(Tally.Of.PROCESSES_DIED, servers.get(dies.server()).loseProcess() ? 1 : 0);
    } else if (incident instanceof Incident.MessagesLost lost) {
      lossUntil = now + lost.forSeconds();
      loss = lost.part();
    } else if (incident instanceof Incident.PolicyFails fails) {
      policyFailsUntil = now + fails.forSeconds();
    } else if (incident instanceof Incident.EmbedderKilled killed) {
      embedder.killAtNextInput(killed);
    } else {
      ask(incident);
    }
  }

  /** Somebody asks the embedder, again and again until it has saved the answer. */
  private void ask(Incident incident) {
    if (!embedder.receive(() -> embedder.on(incident))) {
      at(now + round / 10, () -> ask(incident));
    }
  }

  Gang gang(Letter.Begin begin) {
    latestLease = Math.max(latestLease, begin.lease().number());
    if (gangs.size() > 2 * REMEMBERED) {
      for (Gang gang : List.copyOf(gangs.values())) {
        if (gang.held.lease() < latestLease - REMEMBERED && gang.isOver()) {
          ranSeconds.merge(gang.held.jobId(), gang.wholeSeconds(now), Double::sum);
          gangs.remove(gang.held);
        }
      }
    }
    return gangs.computeIfAbsent(
        new Held(begin.lease().number(), begin.granted().jobId()), held -> new Gang(begin));
  }

  Gang gang(Held held) {
    return gangs.get(held);
  }

  /** The time in which the gangs of each job were in place. */
  Map<String, Double> ranSeconds() {
    Map<String, Double> sums = new HashMap<>(ranSeconds);
    for (Gang gang : gangs.values()) {
      sums.merge(gang.held.jobId(), gang.wholeSeconds(now), Double::sum);
    }
    return sums;
  }

  void toEmbedder(Server from, Letter letter) {
    post(from, () -> embedder.receive(() -> embedder.on(letter)));
  }

  void toServer(Server to, Letter letter) {
    post(to, () -> to.receive(letter));
  }

  /** Messages are lost, repeated, late, and so in any order. */
  private void post(Server server, Runnable arrival) {
    tally.add(Tally.Of.MESSAGES);
    Scenario.Network usual = scenario.network();
    double lost = now < lossUntil ? loss : isCalm() ? 0 : usual.loss();
    if (now < server.cutUntil || server.random.nextDouble() < lost) {
      tally.add(Tally.Of.MESSAGES_LOST);
      return;
    }
    boolean twice = !isCalm() && server.random.nextDouble() < usual.repeated();
    tally.add(Tally.Of.MESSAGES_REPEATED, twice ? 1 : 0);
    for (int copy = 0; copy < (twice ? 2 : 1); copy++) {
      boolean late = !isCalm() && server.random.nextDouble() < usual.late();
      tally.add(Tally.Of.MESSAGES_LATE, late ? 1 : 0);
      double delay =
          late
              ? 1.5 * round * server.random.nextDouble()
              : -usual.meanSeconds() * Math.log(1 - server.random.nextDouble());
      at(
          now + delay,
          () -> {
            if (now < server.cutUntil) {
              tally.add(Tally.Of.MESSAGES_LOST);
            } else {
              arrival.run();
            }
          });
    }
  }
}
