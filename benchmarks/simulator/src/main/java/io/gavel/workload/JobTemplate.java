package io.gavel.workload;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A job type that a workload draws from. Immutable.
 *
 * @param jobType the job type
 * @param distributed whether it may run on several workers
 */
public record JobTemplate(String jobType, boolean distributed) {

  /**
   * Returns the 26 templates of Gavel's simulations (its table 2), in the order used for drawing.
   *
   * @return an immutable list
   */
  public static List<JobTemplate> published() {
    return Stream.of(
            batches("ResNet-18", true, 16, 32, 64, 128, 256),
            batches("ResNet-50", true, 16, 32, 64, 128),
            batches("Transformer", true, 16, 32, 64, 128, 256),
            batches("LM", true, 5, 10, 20, 40, 80),
            batches("Recommendation", false, 512, 1024, 2048, 4096, 8192),
            Stream.of(new JobTemplate("A3C", false), new JobTemplate("CycleGAN", false)))
        .flatMap(templates -> templates)
        .toList();
  }

  private static Stream<JobTemplate> batches(String model, boolean distributed, int... sizes) {
    return IntStream.of(sizes)
        .mapToObj(
            size -> new JobTemplate("%s (batch size %s)".formatted(model, size), distributed));
  }
}
