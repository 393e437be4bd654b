package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Worker types that are selected by name. */
final class TypeNames {

  private TypeNames() {}

  /** Returns the indices of the named types; of all types if none is named. */
  static int[] in(Cluster cluster, List<String> names, String place) {
    return names.isEmpty()
        ? IntStream.range(0, cluster.typeCount()).toArray()
        : names.stream().mapToInt(name -> indexOf(cluster, name, place)).toArray();
  }

  static int indexOf(Cluster cluster, String name, String place) {
    List<String> known = cluster.types().stream().map(WorkerType::name).toList();
    int j = known.indexOf(name);
    if (j < 0) {
      throw Require.unknown(place, "worker type", name, known);
    }
    return j;
  }

  /** Returns the workers of some types; a pool that they share counts once. */
  static double workers(Cluster cluster, int[] types) {
    return Arrays.stream(types)
        .map(cluster::poolOf)
        .distinct()
        .mapToDouble(cluster::poolWorkers)
        .sum();
  }
}
