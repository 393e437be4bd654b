package io.gavel.mechanism;

import io.gavel.policies.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Arrays;

/** What only {@link Method#ORIGINAL} remembers, as a section of a {@link SchedulerSnapshot}. */
final class OriginalLines {

  private static final String SECTION = "original";

  private OriginalLines() {}

  static void write(SnapshotWriter to, OriginalState state) {
    to.section(SECTION, 1);
    to.line("times").number("reset", state.lastResetSeconds());
    to.number("billed", state.billedFromSeconds());
    to.numbers("received", state.typeSeconds().stream().mapToDouble(Double::doubleValue).toArray());
    to.counts("order", state.typeOrder().stream().mapToInt(Integer::intValue).toArray());
    state.problem().ifPresent(problem -> ProblemSnapshot.FORMAT.write(to, problem));
    state.entries().forEach(entry -> write(to, "entry", entry));
    state.selected().forEach(entry -> write(to, "selected", entry));
    to.end();
  }

  static OriginalState read(SnapshotReader from) {
    from.section(SECTION, 1);
    from.line("times");
    double reset = from.number("reset");
    double billed = from.number("billed");
    double[] received = from.numbers("received");
    int[] order = from.counts("order");
    OriginalState state =
        from.checked(
            () -> {
              var problem = from.optional("problem", () -> ProblemSnapshot.FORMAT.read(from));
              var entries = from.lines("entry", () -> readEntry(from));
              var selected = from.lines("selected", () -> readEntry(from));
              return new OriginalState(
                  problem,
                  entries,
                  Arrays.stream(received).boxed().toList(),
                  Arrays.stream(order).boxed().toList(),
                  selected,
                  reset,
                  billed);
            });
    from.end(SECTION);
    return state;
  }

  private static void write(SnapshotWriter to, String keyword, OriginalEntry entry) {
    to.line(keyword).names(entry.jobIds()).whole("type", entry.workerType());
    to.number("priority", entry.priority()).number("deficit", entry.deficitSeconds());
    to.number("received", entry.receivedSeconds());
  }

  private static OriginalEntry readEntry(SnapshotReader from) {
    return new OriginalEntry(
        from.names(),
        from.count("type"),
        from.number("priority"),
        from.number("deficit"),
        from.number("received"));
  }
}
