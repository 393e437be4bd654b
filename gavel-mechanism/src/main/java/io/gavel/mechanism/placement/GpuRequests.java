package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.List;

/** What tasks may ask for of GPUs. */
final class GpuRequests {

  private GpuRequests() {}

  /** None, one or a share of one, or several whole ones. */
  static void require(int gpus, int gpuMilli, String where) {
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
          "gpuMilli" + where + " with %d GPUs".formatted(gpus));
    }
  }

  /** Sorted, each model once, so that equal sets are equal lists. */
  static List<String> models(List<String> models, String where) {
    models.forEach(model -> Require.notBlank(model, "a model" + where));
    return models.stream().distinct().sorted().toList();
  }
}
