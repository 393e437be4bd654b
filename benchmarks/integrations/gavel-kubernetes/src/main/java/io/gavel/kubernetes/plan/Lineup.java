package io.gavel.kubernetes.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The waiting workloads of all queues, and whose turn it is. Mutable.
 *
 * <p>The order is: workloads entitled to a flavour before workloads that use spare capacity; then
 * workloads within their queue's nominal quota; then the queue with the smallest fraction of its
 * entitlement; then the order of the queue. A workload that is first in its queue and has waited
 * longer than the patience is not overtaken by smaller ones of its queue, unless it would borrow
 * what other queues wait for: else two queues whose first ones are larger than their quotas would
 * keep free workers from each other.
 *
 * <p>Flavours without a change since no workload could start there are skipped.
 */
final class Lineup {

  /** A smaller part of the time is a rounding error of the policy. */
  private static final double LEAST_FRACTION = 1e-6;

  /** In place of the column of a flavour that is left out. */
  private static final int OUT = -2;

  /** Workloads of one queue and one size on one flavour, so that all of them fit or none does. */
  private static final class Line {
    final Place place;
    final int workers;
    final List<Entry> arriving = new ArrayList<>();
    PriorityQueue<Entry> entries = new PriorityQueue<>();

    Line(Place place, int workers) {
      this.place = place;
      this.workers = workers;
    }
  }

  /** One queue on one flavour. */
  private static final class Place {
    final int t;
    final int j;
    final double entitled;
    final Map<Integer, Line> bySize = new HashMap<>();
    final List<Line> lines = new ArrayList<>();

    Place(int t, int j, double entitled) {
      this.t = t;
      this.j = j;
      this.entitled = entitled;
    }

    Line line(int workers) {
      return bySize.computeIfAbsent(
          workers,
          size -> {
            lines.add(new Line(this, size));
            return lines.get(lines.size() - 1);
          });
    }
  }

  /** Whose turn it is. */
  record Turn(Contender contender, int t, int j) {}

  private final Moment moment;
  private final Room room;
  private final double patienceSeconds;
  private final BitSet gone = new BitSet();
  private final BitSet entitled = new BitSet();
  private final BitSet changed = new BitSet();
  private final Place[][] places;
  private final double[] speeds;

  /**
   * Lines up.
   *
   * @param full whether to leave out flavours without a free worker
   * @param who which of the waiting workloads
   */
  Lineup(
      Moment moment,
      FairShares shares,
      Room room,
      double patienceSeconds,
      boolean full,
      Predicate<Contender> who) {
    this.moment = moment;
    this.room = room;
    this.patienceSeconds = patienceSeconds;
    int types = moment.flavors().size();
    speeds = new double[types];
    places = new Place[types][moment.teams().size()];
    changed.set(0, types);
    Map<String, Integer> teams = new HashMap<>();
    for (int t = 0; t < moment.teams().size(); t++) {
      Team team = moment.teams().get(t);
      teams.put(team.name(), t);
      for (int j = 0; j < types; j++) {
        double due = shares.entitled(team.name(), moment.flavors().get(j));
        places[j][t] = new Place(t, j, due);
      }
    }
    int[] columns = shares.columns(moment);
    for (int j = 0; j < types; j++) {
      columns[j] = full && room.free(j) <= 0 ? OUT : columns[j];
    }
    for (int m = 0; m < moment.contenders().size(); m++) {
      Contender contender = moment.contenders().get(m);
      if (contender.waits() && who.test(contender)) {
        add(contender, m, requireNonNull(teams.get(contender.team())), shares, columns);
      }
    }
    for (Place[] row : places) {
      for (Place place : row) {
        for (Line line : place.lines) {
          line.entries = new PriorityQueue<>(line.arriving); // linear, unlike one by one
        }
      }
    }
  }

  private void add(Contender contender, int m, int t, FairShares shares, int[] columns) {
    double best = 0;
    for (int j = 0; j < columns.length; j++) {
      speeds[j] = contender.speed(moment.flavors().get(j));
      best = Math.max(best, speeds[j]);
    }
    int row = shares.row(contender);
    double waited = Math.max(0, moment.nowSeconds() - contender.sinceSeconds());
    for (int j = 0; j < columns.length; j++) {
      if (columns[j] != OUT && speeds[j] > 0 && room.isPossible(t, j, contender.workers())) {
        double relative = speeds[j] / best;
        double fraction = shares.fraction(row, columns[j], relative);
        boolean due = fraction > LEAST_FRACTION;
        double value = due ? fraction * waited : relative;
        Entry entry = new Entry(contender, m, due, value);
        places[j][t].line(contender.workers()).arriving.add(entry);
        if (due) {
          entitled.set(m * columns.length + j);
          want(t, j, contender.workers(), 1);
        }
      }
    }
  }

  /** Reserves, within its quota, capacity for the workloads that a queue could start. */
  private void want(int t, int j, int workers, int times) {
    if (workers <= room.quota(t, j).nominal()) {
      room.want(t, j, times * workers);
    }
  }

  /** States that workers of a flavour have become free. */
  void freed(int j) {
    changed.set(j);
  }

  /**
   * Returns the next workload to start, which then is in line no more and holds its workers.
   *
   * @param nowSeconds when it starts
   * @return empty if no workload can start
   */
  Optional<Turn> next(double nowSeconds) {
    Line best = null;
    for (int j = changed.nextSetBit(0); j >= 0; j = changed.nextSetBit(j + 1)) {
      Line first = first(places[j], nowSeconds);
      changed.set(j, first != null);
      if (first != null && (best == null || isBefore(first, best))) {
        best = first;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    Entry entry = best.entries.remove();
    leave(best.place.t, entry);
    room.take(best.place.t, best.place.j, best.workers);
    return Optional.of(new Turn(entry.contender(), best.place.t, best.place.j));
  }

  private @Nullable Line first(Place[] ofFlavor, double nowSeconds) {
    Line best = null;
    for (Place place : ofFlavor) {
      Line leader = null;
      boolean fits = false;
      for (Line line : place.lines) {
        if (refresh(line)) {
          fits |= room.fits(place.t, place.j, line.workers);
          leader = leader == null || isAhead(line, leader) ? line : leader;
        }
      }
      for (int i = 0; fits && i < place.lines.size(); i++) {
        Line line = place.lines.get(i);
        if (!line.entries.isEmpty()
            && room.fits(place.t, place.j, line.workers)
            && !isHeldBack(line, leader, nowSeconds)
            && (best == null || isBefore(line, best))) {
          best = line;
        }
      }
    }
    return best;
  }

  /** Drops workloads at the front that have started elsewhere; returns whether any remains. */
  private boolean refresh(Line line) {
    while (!line.entries.isEmpty() && gone.get(line.entries.element().index())) {
      line.entries.remove();
    }
    return !line.entries.isEmpty();
  }

  private static boolean isAhead(Line line, Line other) {
    return line.entries.element().compareTo(other.entries.element()) < 0;
  }

  private void leave(int t, Entry entry) {
    gone.set(entry.index());
    int types = moment.flavors().size();
    for (int j = 0; j < types; j++) {
      if (entitled.get(entry.index() * types + j)) {
        want(t, j, entry.contender().workers(), -1);
        changed.set(j);
      }
    }
  }

  private boolean isHeldBack(Line line, @Nullable Line leader, double nowSeconds) {
    if (leader == null || leader == line) {
      return false;
    }
    Entry first = leader.entries.element();
    return first.entitled()
        && nowSeconds - first.contender().sinceSeconds() > patienceSeconds
        && !room.isClaimed(leader.place.t, leader.place.j, leader.workers);
  }

  private boolean isBefore(Line line, Line other) {
    Entry entry = line.entries.element();
    Entry last = other.entries.element();
    if (entry.entitled() != last.entitled()) {
      return entry.entitled();
    }
    boolean within = room.isWithinQuota(line.place.t, line.place.j, line.workers);
    if (within != room.isWithinQuota(other.place.t, other.place.j, other.workers)) {
      return within;
    }
    int order = entry.entitled() ? 0 : Double.compare(last.value(), entry.value());
    if (order == 0) {
      order = Double.compare(part(line), part(other));
    }
    return (order != 0 ? order : entry.compareTo(last)) < 0;
  }

  private double part(Line line) {
    double held = room.held(line.place.t, line.place.j) + line.workers;
    return line.place.entitled > 0 ? held / line.place.entitled : Double.POSITIVE_INFINITY;
  }
}
