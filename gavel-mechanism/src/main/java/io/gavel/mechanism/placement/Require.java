package io.gavel.mechanism.placement;

import io.gavel.policies.Job;
import java.util.List;

/** Guards of this package: the name, the value, what is allowed. */
final class Require {

  private Require() {}

  static void name(String value, String what) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; it must not be blank".formatted(what, value));
    }
  }

  static void atLeast(long least, long value, String what) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s is %d; it must be at least %d".formatted(what, value, least));
    }
  }

  static void between(long least, long value, long most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; it must be from %d to %d".formatted(what, value, least, most));
    }
  }

  /** GPUs that a task asks for: none, one or a share of one, or several whole ones. */
  static void gpus(int gpus, int gpuMilli, String where) {
    between(0, gpus, 1000, "gpus" + where);
    if (gpus == 0) {
      between(0, gpuMilli, 0, "gpuMilli" + where + " without GPUs");
    } else if (gpus == 1) {
      between(1, gpuMilli, Job.WHOLE_WORKER, "gpuMilli" + where);
    } else {
      between(
          Job.WHOLE_WORKER,
          gpuMilli,
          Job.WHOLE_WORKER,
          "gpuMilli" + where + " with %d GPUs".formatted(gpus));
    }
  }

  /** Sorted, each model once, so that equal sets are equal lists. */
  static List<String> models(List<String> models, String where) {
    models.forEach(model -> name(model, "a model" + where));
    return models.stream().distinct().sorted().toList();
  }
}
