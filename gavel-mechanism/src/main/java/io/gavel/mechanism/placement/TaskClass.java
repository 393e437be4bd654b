package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * A class of tasks and its frequency; memory is ignored. Immutable.
 *
 * @param cpuMilli thousandths of a core, {@code >= 0}
 * @param gpus the number of GPUs, {@code >= 0}
 * @param gpuMilli thousandths of each GPU, as in {@link PlacementRequest}
 * @param models the GPU models it can use, sorted; empty = any
 * @param count the number of such tasks, {@code >= 1}; only proportions matter
 */
public record TaskClass(int cpuMilli, int gpus, int gpuMilli, List<String> models, long count) {

  /**
   * Checks the amounts; sorts the models and drops duplicates.
   *
   * @param cpuMilli at least 0
   * @param gpus 0 to 1,000
   * @param gpuMilli 0 if {@code gpus} is 0, 1 to 1,000 if it is 1, else 1,000
   * @param models none of them blank
   * @param count 1 to 1,000,000,000
   * @throws IllegalArgumentException naming the wrong amount
   */
  public TaskClass {
    String where = " of a class of tasks";
    Require.atLeast(0, cpuMilli, "cpuMilli" + where);
    PlacementRequest.requireGpus(gpus, gpuMilli, where);
    models = PlacementRequest.sortedModels(models, where);
    Require.between(1, count, 1_000_000_000, "count" + where);
  }
}
