package io.gavel.slurm;

import java.util.Map;
import java.util.Set;

/**
 * A node of a Slurm cluster.
 *
 * @param name its name
 * @param gpus its GPUs by type; GPUs without a type have the type {@code gpu}
 * @param features the features that jobs can ask for
 * @param partitions the partitions that it belongs to
 * @param usable whether Slurm may start jobs there: it is neither down, drained nor reserved
 */
public record SlurmNode(
    String name,
    Map<String, Integer> gpus,
    Set<String> features,
    Set<String> partitions,
    boolean usable) {

  /** Copies the collections. */
  public SlurmNode {
    gpus = Map.copyOf(gpus);
    features = Set.copyOf(features);
    partitions = Set.copyOf(partitions);
  }
}
