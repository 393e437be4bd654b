package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Time received since the last reset, deficits and priorities of all groups. Mutable. */
final class OriginalLedger {

  private final int types;
  private final double halfRound;
  private final Map<List<String>, OriginalRow> rows = new LinkedHashMap<>(); // in order of arrival
  private final Set<String> done = new HashSet<>(); // jobs that the problem still lists
  final double[] typeSeconds;
  double lastReset;
  private @Nullable AllocationProblem problem;
  private @Nullable Groups groups;
  private @Nullable Allocation allocation;
  private @Nullable Groups allocated;

  OriginalLedger(int types, double roundSeconds) {
    this.types = types;
    this.halfRound = roundSeconds / 2;
    this.typeSeconds = new double[types];
  }

  /** Adds rows for the groups that are new; those of jobs that are not listed are dropped. */
  void list(AllocationProblem changed) {
    problem = changed;
    Groups known = new Groups(changed);
    groups = known;
    done.removeIf(id -> known.jobOf(id) < 0);
    rows.keySet().removeIf(ids -> known.indexOf(ids) < 0);
    List<List<Integer>> pairsOf = new ArrayList<>();
    for (int m = 0; m < changed.jobCount(); m++) {
      pairsOf.add(new ArrayList<>());
    }
    for (int g = changed.jobCount(); g < changed.groupCount(); g++) {
      pairsOf.get(changed.group(g).member(1)).add(g);
    }
    for (int m = 0; m < changed.jobCount(); m++) {
      add(known.idsOf(m), halfRound);
      pairsOf.get(m).forEach(g -> add(known.idsOf(g), 0));
    }
    rows.values().forEach(row -> row.listed(changed, known.indexOf(row.ids)));
  }

  private void add(List<String> ids, double received) {
    if (!rows.containsKey(ids) && ids.stream().noneMatch(done::contains)) {
      OriginalRow row = new OriginalRow(ids, types);
      Arrays.fill(row.received, received);
      row.allocated = allocatedIndex(ids);
      rows.put(ids, row);
    }
  }

  /** A reset under the old allocation; from then on the new one counts. */
  void change(double now, Allocation changed) {
    list(changed.problem());
    Arrays.fill(typeSeconds, 0);
    for (OriginalRow row : rows.values()) {
      for (int j = 0; j < types; j++) {
        row.reset(j, fraction(row, j), now - lastReset, halfRound);
        typeSeconds[j] += halfRound;
      }
    }
    lastReset = now;
    allocate(changed);
  }

  private void allocate(Allocation changed) {
    allocation = changed;
    allocated = new Groups(changed.problem());
    rows.values().forEach(row -> row.allocated = allocatedIndex(row.ids));
  }

  private int allocatedIndex(List<String> ids) {
    return allocated == null ? OriginalRow.NOWHERE : allocated.indexOf(ids);
  }

  double fraction(OriginalRow row, int j) {
    return allocation != null && row.isAllocated() ? allocation.fraction(row.allocated, j) : 0;
  }

  boolean lists(String jobId) {
    return groups != null && groups.jobOf(jobId) >= 0;
  }

  int openJobs() {
    return problem == null
        ? 0
        : (int) problem.jobs().stream().filter(job -> !done.contains(job.id())).count();
  }

  void markDone(String jobId) {
    done.add(jobId);
    rows.keySet().removeIf(ids -> ids.contains(jobId));
  }

  void credit(List<String> ids, int j, double seconds) {
    OriginalRow row = rows.get(ids);
    if (row != null) {
      row.received[j] += seconds;
    }
    typeSeconds[j] += seconds;
  }

  void prioritise() {
    for (OriginalRow row : rows.values()) {
      for (int j = 0; j < types; j++) {
        row.prioritise(j, fraction(row, j), typeSeconds[j]);
      }
    }
  }

  List<OriginalRow> rows() {
    return List.copyOf(rows.values());
  }

  Optional<AllocationProblem> problem() {
    return Optional.ofNullable(problem);
  }

  Optional<Allocation> allocation() {
    return Optional.ofNullable(allocation);
  }

  List<String> doneJobIds() {
    return done.stream().sorted().toList();
  }

  List<OriginalEntry> entries() {
    List<OriginalEntry> entries = new ArrayList<>();
    for (OriginalRow row : rows.values()) {
      for (int j = 0; j < types; j++) {
        entries.add(row.entry(j));
      }
    }
    return entries;
  }

  void restore(SchedulerState state, OriginalState own) {
    done.addAll(state.doneJobIds());
    own.problem().ifPresent(this::list);
    rows.clear(); // in the order of the entries, which is that of arrival
    for (OriginalEntry entry : own.entries()) {
      int g = groups == null ? -1 : groups.indexOf(entry.jobIds());
      if (problem == null || g < 0 || entry.workerType() >= types) {
        throw new IllegalArgumentException(
            "state has %s, but its problem lists no such group or type".formatted(entry));
      }
      OriginalRow row = rows.computeIfAbsent(entry.jobIds(), ids -> new OriginalRow(ids, types));
      row.listed(problem, g);
      row.received[entry.workerType()] = entry.receivedSeconds();
      row.deficit[entry.workerType()] = entry.deficitSeconds();
      row.priority[entry.workerType()] = entry.priority();
    }
    state.allocation().ifPresent(this::allocate);
    for (int j = 0; j < types; j++) {
      typeSeconds[j] = own.typeSeconds().get(j);
    }
    lastReset = own.lastResetSeconds();
  }
}
