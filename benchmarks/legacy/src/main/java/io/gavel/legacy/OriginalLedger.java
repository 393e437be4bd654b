package io.gavel.legacy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Time received since the last reset, deficits and priorities of all groups. Mutable. */
final class OriginalLedger {

  private final int types;
  private final double halfRound;
  private final Map<List<String>, OriginalRow> rows = new LinkedHashMap<>(); // in order of arrival
  private final Set<String> done = new HashSet<>(); // completed jobs that the problem still lists
  final double[] typeSeconds;
  private double lastReset;
  private @Nullable OriginalGroups groups;
  private @Nullable Allocation allocation;
  private @Nullable OriginalGroups allocated;

  OriginalLedger(int types, double roundSeconds) {
    this.types = types;
    this.halfRound = roundSeconds / 2;
    this.typeSeconds = new double[types];
  }

  /** Adds rows for new groups and drops rows of jobs that are no longer listed. */
  OriginalGroups list(AllocationProblem changed) {
    OriginalGroups known = new OriginalGroups(changed);
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
    return known;
  }

  private void add(List<String> ids, double received) {
    if (!rows.containsKey(ids) && ids.stream().noneMatch(done::contains)) {
      OriginalRow row = new OriginalRow(ids, types);
      Arrays.fill(row.received, received);
      allocate(row);
      rows.put(ids, row);
    }
  }

  /** Resets the counters under the old allocation, then switches to the new one. */
  void change(double now, Allocation changed) {
    OriginalGroups listed = list(changed.problem());
    Arrays.fill(typeSeconds, 0);
    for (OriginalRow row : rows.values()) {
      for (int j = 0; j < types; j++) {
        row.reset(j, now - lastReset, halfRound);
        typeSeconds[j] += halfRound;
      }
    }
    lastReset = now;
    allocate(changed, listed);
  }

  private void allocate(Allocation changed, OriginalGroups listed) {
    allocation = changed;
    allocated = listed;
    rows.values().forEach(this::allocate);
  }

  private void allocate(OriginalRow row) {
    if (allocation != null && allocated != null) {
      row.allocated(allocation, allocated.indexOf(row.ids));
    }
  }

  boolean lists(String jobId) {
    return groups != null && groups.jobOf(jobId) >= 0;
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
        row.prioritise(j, typeSeconds[j]);
      }
    }
  }

  /** Returns the rows in order of arrival; a view. */
  Collection<OriginalRow> rows() {
    return Collections.unmodifiableCollection(rows.values());
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
}
