package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * The server and the GPUs of a task. Immutable.
 *
 * @param server the server's index in {@link Servers}
 * @param gpus the GPUs' indices in the server, ascending; empty for a task without GPU
 */
public record Placement(int server, List<Integer> gpus) {

  /**
   * Sorts the indices. {@link Servers#place} checks that they exist and have room.
   *
   * @param server at least 0
   * @param gpus different, each at least 0
   * @throws IllegalArgumentException if an index is negative or a GPU is listed twice
   */
  public Placement {
    Require.atLeast(0, server, "server of a placement");
    gpus.forEach(gpu -> Require.atLeast(0, gpu, "GPU of a placement"));
    List<Integer> sorted = gpus.stream().distinct().sorted().toList();
    if (sorted.size() < gpus.size()) {
      throw new IllegalArgumentException(
          "GPUs of a placement are %s; each may be listed only once".formatted(gpus));
    }
    gpus = sorted;
  }

  /**
   * A task that was placed, and where it runs. Immutable.
   *
   * @param request the request of the task
   * @param placement the server and the GPUs of the task
   */
  public record PlacedTask(PlacementRequest request, Placement placement) {}
}
