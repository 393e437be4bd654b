package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * The resources that a task asks one server for. Immutable.
 *
 * @param id the caller's name for the task
 * @param cpuMilli thousandths of a core, {@code >= 0}
 * @param memoryMib memory in MiB, {@code >= 0}
 * @param gpus the number of different GPUs, {@code >= 0}
 * @param gpuMilli thousandths of each GPU: 1 to 1,000 of one GPU, 1,000 of several, 0 without GPU
 * @param models the GPU models it can use, sorted; empty = any
 */
public record PlacementRequest(
    String id, int cpuMilli, long memoryMib, int gpus, int gpuMilli, List<String> models) {

  /**
   * Checks the amounts; sorts the models and drops duplicates.
   *
   * @param id not blank
   * @param cpuMilli at least 0
   * @param memoryMib at least 0
   * @param gpus 0 to 1,000
   * @param gpuMilli 0 if {@code gpus} is 0, 1 to 1,000 if it is 1, else 1,000
   * @param models none of them blank
   * @throws IllegalArgumentException naming the task and the wrong amount
   */
  public PlacementRequest {
    Require.name(id, "id of a task");
    String where = " of task \"" + id + "\"";
    Require.atLeast(0, cpuMilli, "cpuMilli" + where);
    Require.atLeast(0, memoryMib, "memoryMib" + where);
    requireGpus(gpus, gpuMilli, where);
    models = sortedModels(models, where);
  }

  /**
   * Returns the same request for another task.
   *
   * @param newId not blank
   * @return a copy with the id
   */
  public PlacementRequest withId(String newId) {
    return new PlacementRequest(newId, cpuMilli, memoryMib, gpus, gpuMilli, models);
  }

  /**
   * Returns the GPU capacity that the task takes.
   *
   * @return thousandths of a GPU, over all its GPUs
   */
  public long totalGpuMilli() {
    return (long) gpus * gpuMilli;
  }

  boolean isShared() {
    return gpus == 1 && gpuMilli < Server.GPU_MILLI;
  }

  boolean allows(Server server) {
    return gpus == 0 || models.isEmpty() || models.contains(server.gpuModel());
  }

  /** Requires no GPU, one GPU or a share of it, or several entire GPUs. */
  static void requireGpus(int gpus, int gpuMilli, String where) {
    Require.between(0, gpus, 1000, "gpus" + where);
    if (gpus == 0) {
      Require.between(0, gpuMilli, 0, "gpuMilli" + where + " without GPUs");
    } else if (gpus == 1) {
      Require.between(1, gpuMilli, Server.GPU_MILLI, "gpuMilli" + where);
    } else {
      Require.between(
          Server.GPU_MILLI,
          gpuMilli,
          Server.GPU_MILLI,
          "gpuMilli" + where + " with %s GPUs".formatted(gpus));
    }
  }

  /** Sorts the models and drops duplicates, so that equal sets are equal lists. */
  static List<String> sortedModels(List<String> models, String where) {
    models.forEach(model -> Require.name(model, "a model" + where));
    return models.stream().distinct().sorted().toList();
  }
}
