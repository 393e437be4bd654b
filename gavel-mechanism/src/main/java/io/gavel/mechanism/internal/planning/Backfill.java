package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.internal.ledger.AllocationEpoch;
import io.gavel.mechanism.internal.ledger.BackfillOrder;
import io.gavel.mechanism.internal.ledger.Candidates;
import io.gavel.mechanism.internal.ledger.Ledger;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.stream.IntStream;

/**
 * Gives workers that no candidate can use to groups that wait, as far as limits leave room. Jobs in
 * their first way come before pairs and configurations. Within each, entries are ordered by the
 * throughput of their members relative to the best of each member alone on any type, so that a job
 * goes first to the type where it is at its best. Ties go to the earlier group, then type.
 *
 * <p>Of pairs and configurations, only entries with room at the start are sorted, because room does
 * not grow; there are few of them, as few groups wait while there is room.
 */
final class Backfill {

  private static final int NONE = -1;

  private final AllocationProblem problem;
  private final int types;
  private final Ledger ledger;
  private final BackfillOrder order;
  private final Selection selection;

  private Backfill(AllocationEpoch open, Selection selection) {
    this.ledger = open.ledger;
    this.order = open.backfillOrder;
    this.problem = ledger.allocation().problem();
    this.types = problem.cluster().typeCount();
    this.selection = selection;
  }

  /** Adds waiting groups to the selection as long as there is room. */
  static void fill(Selection selection, AllocationEpoch open) {
    Backfill backfill = new Backfill(open, selection);
    backfill.fillAlone();
    backfill.fillOthers();
  }

  /** Merges the orders of the types that have idle workers. */
  private void fillAlone() {
    int[] next = new int[types];
    for (int j = first(next); j != NONE; j = first(next)) {
      int m = order.of(j).group(next[j]++);
      if (ledger.isOpen(m)) {
        selection.backfill(m, j);
      }
    }
  }

  /** Returns the type whose next job comes first; {@link #NONE} if no job is left. */
  private int first(int[] next) {
    int first = NONE;
    for (int j = 0; j < types; j++) {
      if (selection.isIdle(j)
          && next[j] < order.of(j).count()
          && (first == NONE || precedes(j, first, next))) {
        first = j;
      }
    }
    return first;
  }

  private boolean precedes(int j, int other, int[] next) {
    Candidates here = order.of(j);
    Candidates there = order.of(other);
    int compared = Double.compare(here.weight(next[j]), there.weight(next[other]));
    return compared > 0 || (compared == 0 && here.group(next[j]) < there.group(next[other]));
  }

  private void fillOthers() {
    if (!selection.isFull()) {
      Candidates entries = waiting();
      for (int e = 0; e < entries.count() && !selection.isFull(); e++) {
        selection.backfill(entries.group(e), entries.type(e));
      }
    }
  }

  /** Returns the pairs and configurations that could run. */
  private Candidates waiting() {
    int[] groups =
        IntStream.range(problem.jobCount(), problem.groupCount())
            .filter(g -> ledger.isOpen(g) && !selection.isTaken(g))
            .toArray();
    Candidates entries = new Candidates(groups.length * types);
    for (int g : groups) {
      Group group = problem.group(g);
      double first = order.best(group.member(0));
      double last = group.size() == 1 ? 0 : order.best(group.member(1));
      for (int j = 0; j < types; j++) {
        if (problem.runs(g, j) && selection.hasRoomToBackfill(g, j)) {
          double value =
              relative(g, 0, j, first) + (group.size() == 1 ? 0 : relative(g, 1, j, last));
          entries.add(g, j, value, 0);
        }
      }
    }
    entries.sort();
    return entries;
  }

  /** Returns the relative throughput of a member; 1 for a member that runs nowhere alone. */
  private double relative(int g, int member, int j, double best) {
    return best > 0 ? problem.throughputs().stepsPerSecond(g, member, j) / best : 1;
  }
}
