package io.gavel.mechanism.planning;

import io.gavel.mechanism.ledger.Candidates;
import io.gavel.mechanism.ledger.Ledger;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.stream.IntStream;

/**
 * Gives workers that nobody with a claim can use to groups that still want to run. Jobs alone come
 * before pairs. Then an entry counts by the throughput of its members relative to the best of each
 * anywhere alone: a job is first put where it is at its best. Ties go to the earlier group, then
 * type.
 *
 * <p>Only what finds room at first is sorted, for room does not grow: few wait while there is some.
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

  /** Takes groups as long as there is room. */
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
        selection.take(entries.group(e), entries.type(e));
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
        if (problem.runs(g, j) && selection.hasRoom(g, problem.cluster().poolOf(j))) {
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

  /** Of a member; one that runs nowhere alone is at its best wherever it runs. */
  private double relative(int g, int member, int j, double best) {
    return best > 0 ? problem.throughputs().stepsPerSecond(g, member, j) / best : 1;
  }
}
