package io.gavel.policies.snapshot;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes and reads the workers that a co-gang holds of further types. Stateless. */
final class AlongsideCodec {

  private AlongsideCodec() {}

  static void write(SnapshotWriter to, SortedMap<String, Integer> alongside) {
    if (!alongside.isEmpty()) {
      to.counts("alongside", alongside.values().stream().mapToInt(Integer::intValue).toArray());
      to.names(alongside.keySet());
    }
  }

  static SortedMap<String, Integer> read(SnapshotReader from) {
    SortedMap<String, Integer> alongside = new TreeMap<>();
    if (from.has("alongside")) {
      int[] workers = from.counts("alongside");
      List<String> types = from.names();
      if (types.size() != workers.length) {
        throw from.expected("a worker type for each number alongside");
      }
      for (int i = 0; i < workers.length; i++) {
        alongside.put(types.get(i), workers[i]);
      }
    }
    return alongside;
  }
}
