package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * Where a task goes. Immutable.
 *
 * @param server the server's index in {@link Servers}
 * @param gpus the GPUs' indices in the server, ascending; empty for a task without GPU
 */
public record Placement(int server, List<Integer> gpus) {

  /**
   * Sorts the indices; whether they exist and have room is checked by {@link Servers#place}.
   *
   * @param server at least 0
   * @param gpus different, each at least 0
   * @throws IllegalArgumentException if an index is negative or a GPU there twice
   */
  public Placement {
    Require.atLeast(0, server, "server of a placement");
    gpus.forEach(gpu -> Require.atLeast(0, gpu, "GPU of a placement"));
    List<Integer> sorted = gpus.stream().distinct().sorted().toList();
    if (sorted.size() < gpus.size()) {
      throw new IllegalArgumentException(
          "GPUs of a placement are %s; each may be there once".formatted(gpus));
    }
    gpus = sorted;
  }
}
