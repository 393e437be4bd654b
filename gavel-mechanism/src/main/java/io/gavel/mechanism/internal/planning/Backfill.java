package io.gavel.mechanism.internal.planning;

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
 * <p>Only entries with room at the start are sorted, because room does not grow; there are few of
 * them, as few groups wait while there is room.
 */
final class Backfill {

  private final AllocationProblem problem;
  private final int types;
  private final Ledger ledger;
  private final Selection selection;

  private Backfill(Ledger ledger, Selection selection) {
    this.problem = ledger.allocation().problem();
    this.types = problem.cluster().typeCount();
    this.ledger = ledger;
    this.selection = selection;
  }

  /** Adds waiting groups to the selection as long as there is room. */
  static void fill(Selection selection, Ledger ledger) {
    Backfill backfill = new Backfill(ledger, selection);
    int jobs = backfill.problem.jobCount();
    backfill.fill(0, jobs);
    backfill.fill(jobs, backfill.problem.groupCount());
  }

  private void fill(int fromGroup, int toGroup) {
    if (!selection.isFull()) {
      Candidates entries = byValue(waiting(fromGroup, toGroup));
      for (int e = 0; e < entries.count() && !selection.isFull(); e++) {
        selection.backfill(entries.group(e), entries.type(e));
      }
    }
  }

  private int[] waiting(int fromGroup, int toGroup) {
    return IntStream.range(fromGroup, toGroup)
        .filter(g -> ledger.isOpen(g) && !selection.isTaken(g))
        .toArray();
  }

  private Candidates byValue(int[] groups) {
    Candidates entries = new Candidates(groups.length * types);
    for (int g : groups) {
      Group group = problem.group(g);
      double first = bestAlone(group.member(0));
      double last = group.size() == 1 ? 0 : bestAlone(group.member(1));
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

  private double bestAlone(int m) {
    double best = 0;
    for (int j = 0; j < types; j++) {
      best = Math.max(best, problem.throughputs().stepsPerSecond(m, j));
    }
    return best;
  }

  /** Returns the relative throughput of a member; 1 for a member that runs nowhere alone. */
  private double relative(int g, int member, int j, double best) {
    return best > 0 ? problem.throughputs().stepsPerSecond(g, member, j) / best : 1;
  }
}
