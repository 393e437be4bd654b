package io.gavel.kubernetes.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The workloads that start now with their flavours, the workloads that move, and the expected start
 * of all other workloads.
 *
 * <p>A workload moves to a faster flavour if it has capacity that no waiting workload may use, and
 * if the move costs less time than it saves. How long a workload will run is not known; it is
 * expected to run once more as long as until now, but no longer than it may. A workload never moves
 * to a flavour to which it was moved before, and never to a slower one, so it cannot move in
 * circles.
 *
 * <p>The forecast is the same plan at later times: when workloads end that say how long they run at
 * most, the next ones start. Not thread-safe.
 */
final class StartPlan {

  /** A workload that starts. */
  record Start(Contender contender, String flavor, double atSeconds) {}

  /** A workload that moves, and the time that it saves. */
  record Move(Contender contender, String from, String to, double savedSeconds) {}

  private record End(double atSeconds, int t, int j, int workers) {}

  private final Moment moment;
  private final FairShares shares;
  private final double patienceSeconds;
  private final Map<String, Integer> teams = new HashMap<>();
  private final Room room;
  private final Room roomThen;
  private final List<Start> starts = new ArrayList<>();
  private final List<Move> moves = new ArrayList<>();
  private final Map<String, Start> forecast = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private boolean isForecast;

  private StartPlan(Moment moment, FairShares shares, double patienceSeconds) {
    this.moment = moment;
    this.shares = shares;
    this.patienceSeconds = patienceSeconds;
    moment.teams().forEach(team -> teams.put(team.name(), teams.size()));
    room = new Room(moment);
    resume();
    Lineup lineup = new Lineup(moment, shares, room, patienceSeconds, true, Contender::reserved);
    startAll(lineup, moment.nowSeconds(), starts);
    move();
    roomThen = room.copy();
  }

  /**
   * Plans.
   *
   * @param patienceSeconds how long a workload waits until smaller ones of its queue no longer
   *     overtake it
   */
  static StartPlan of(Moment moment, FairShares shares, double patienceSeconds) {
    return new StartPlan(moment, shares, patienceSeconds);
  }

  List<Start> starts() {
    return starts;
  }

  List<Move> moves() {
    return moves;
  }

  /** Returns the held workers after the present starts and moves. */
  Room room() {
    return roomThen;
  }

  int team(Contender contender) {
    return teams.getOrDefault(contender.team(), -1);
  }

  /**
   * When and where a workload would start, if Kueue reserves quota for it and no other workload
   * arrives.
   *
   * @return empty if that is not known
   */
  Optional<Start> forecast(String id) {
    if (!isForecast) {
      isForecast = true;
      moment.contenders().forEach(contender -> known.add(contender.id()));
      forecast();
    }
    return Optional.ofNullable(forecast.get(id));
  }

  /** Returns whether the forecast has looked at a workload. */
  boolean knows(String id) {
    return known.contains(id);
  }

  /** Starts moved workloads on the capacity that was kept for them. */
  private void resume() {
    for (Contender contender : moment.contenders()) {
      if (contender.reserved()) {
        contender
            .holding()
            .filter(holding -> !holding.running())
            .ifPresent(
                holding -> starts.add(new Start(contender, holding.flavor(), moment.nowSeconds())));
      }
    }
  }

  private void startAll(Lineup lineup, double now, List<Start> into) {
    for (Optional<Lineup.Turn> turn = lineup.next(now); turn.isPresent(); turn = lineup.next(now)) {
      String flavor = moment.flavors().get(turn.get().j());
      into.add(new Start(turn.get().contender(), flavor, now));
    }
  }

  private void move() {
    List<Move> worthwhile = new ArrayList<>();
    for (Contender contender : moment.contenders()) {
      contender
          .holding()
          .filter(Holding::running)
          .ifPresent(holding -> best(contender, holding).ifPresent(worthwhile::add));
    }
    worthwhile.sort(
        Comparator.comparingDouble(Move::savedSeconds)
            .reversed()
            .thenComparing(move -> move.contender().id()));
    for (Move move : worthwhile) {
      int t = team(move.contender());
      int to = moment.flavors().indexOf(move.to());
      if (room.fits(t, to, move.contender().workers())) {
        room.take(t, to, move.contender().workers());
        moves.add(move);
      }
    }
  }

  private Optional<Move> best(Contender contender, Holding holding) {
    double before = contender.speed(holding.flavor());
    double ran = moment.nowSeconds() - holding.sinceSeconds();
    double more = Math.min(ran, contender.runSeconds().orElse(Double.POSITIVE_INFINITY) - ran);
    Move best = null;
    for (int j = 0; j < moment.flavors().size() && before > 0; j++) {
      if (room.free(j) < contender.workers()) {
        continue;
      }
      String flavor = moment.flavors().get(j);
      double saved = more * (1 - before / contender.speed(flavor));
      if (contender.speed(flavor) > before
          && saved > Math.max(contender.moves().seconds(), best == null ? 0 : best.savedSeconds())
          && !contender.moves().before().contains(flavor)
          && room.fits(team(contender), j, contender.workers())) {
        best = new Move(contender, holding.flavor(), flavor, saved);
      }
    }
    return Optional.ofNullable(best);
  }

  private void forecast() {
    Comparator<End> order = Comparator.comparingDouble(End::atSeconds);
    PriorityQueue<End> ends = new PriorityQueue<>(order);
    Map<String, Start> started = new HashMap<>();
    starts.forEach(start -> started.put(start.contender().id(), start));
    Map<String, Move> moving = new HashMap<>();
    moves.forEach(move -> moving.put(move.contender().id(), move));
    for (Contender contender : moment.contenders()) {
      Move move = moving.get(contender.id());
      if (move != null) {
        double there = moment.nowSeconds() + contender.moves().seconds();
        int from = moment.flavors().indexOf(move.from());
        ends.add(new End(there, team(contender), from, contender.workers()));
        end(contender, move.to(), there, ends);
      } else if (contender.holding().isPresent()) {
        Holding holding = contender.holding().get();
        end(contender, holding.flavor(), holding.sinceSeconds(), ends);
      }
    }
    starts.stream()
        .filter(start -> start.contender().waits())
        .forEach(start -> end(start.contender(), start.flavor(), start.atSeconds(), ends));
    room.wantNothing();
    Lineup lineup =
        new Lineup(
            moment, shares, room, patienceSeconds, false, who -> !started.containsKey(who.id()));
    double now = moment.nowSeconds();
    while (true) {
      List<Start> next = new ArrayList<>();
      startAll(lineup, now, next);
      for (Start start : next) {
        forecast.put(start.contender().id(), start);
        end(start.contender(), start.flavor(), start.atSeconds(), ends);
      }
      if (ends.isEmpty()) {
        return;
      }
      now = Math.max(now, ends.element().atSeconds());
      while (!ends.isEmpty() && ends.element().atSeconds() <= now) {
        End end = ends.remove();
        room.take(end.t(), end.j(), -end.workers());
        lineup.freed(end.j());
      }
    }
  }

  private void end(Contender contender, String flavor, double since, PriorityQueue<End> ends) {
    int j = moment.flavors().indexOf(flavor);
    if (contender.runSeconds().isPresent() && j >= 0) {
      double at = Math.max(moment.nowSeconds(), since + contender.runSeconds().getAsDouble());
      ends.add(new End(at, team(contender), j, contender.workers()));
    }
  }
}
