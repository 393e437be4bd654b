package io.gavel.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What Slurm says at one moment.
 *
 * @param nowSeconds when, in seconds since 1970
 * @param jobs the jobs of {@code squeue}
 * @param nodes the nodes by name
 * @param runs the runs of the accounting data, including runs that ended in a requeue; empty if the
 *     cluster has no accounting
 */
public record Reading(
    double nowSeconds,
    List<SlurmJob> jobs,
    Map<String, SlurmNode> nodes,
    Optional<List<JobRun>> runs) {

  /** Copies the collections. */
  public Reading {
    jobs = List.copyOf(jobs);
    nodes = Map.copyOf(nodes);
    runs = runs.map(List::copyOf);
  }

  /**
   * One run of a job; a job that is requeued has several.
   *
   * @param id the job
   * @param startSeconds when it began
   * @param endSeconds when it ended; infinite while it runs
   * @param nodes where
   */
  public record JobRun(String id, double startSeconds, double endSeconds, List<String> nodes) {

    /** Copies the list. */
    public JobRun {
      nodes = List.copyOf(nodes);
    }

    /** Returns the run of a job with one more component. */
    JobRun with(JobRun component) {
      List<String> all = Stream.concat(nodes.stream(), component.nodes().stream()).toList();
      return new JobRun(id, startSeconds, Math.max(endSeconds, component.endSeconds()), all);
    }
  }

  /**
   * Returns the types of GPUs on which Slurm could start a job: a usable node of its partitions has
   * the type, the features, and enough GPUs.
   *
   * @param job the job
   * @param features a Slurm expression, usually the job's own
   * @return the types, sorted; of a co-gang its main type, whatever its features
   */
  public Set<String> typesFor(SlurmJob job, String features) {
    if (job.isCoGang()) {
      boolean usable =
          job.requested().keySet().stream()
              .allMatch(type -> nodesFor(job).anyMatch(node -> node.gpus().containsKey(type)));
      return usable ? Set.of(job.requestedType().orElseThrow()) : Set.of();
    }
    Set<String> types = new TreeSet<>();
    int perNode =
        job.requested().isEmpty() ? 1 : (job.gpus() + job.nodeCount() - 1) / job.nodeCount();
    nodesFor(job)
        .filter(node -> FeatureExpression.holds(features, node.features()).orElse(false))
        .flatMap(node -> node.gpus().entrySet().stream())
        .filter(gpus -> gpus.getValue() >= perNode)
        .map(Map.Entry::getKey)
        .filter(type -> job.requestedType().orElse(type).equals(type))
        .forEach(types::add);
    return types;
  }

  private Stream<SlurmNode> nodesFor(SlurmJob job) {
    return nodes.values().stream()
        .filter(SlurmNode::usable)
        .filter(node -> node.partitions().stream().anyMatch(job.partitions()::contains));
  }

  /** Returns the seconds that a job ran on nodes of a type since a moment. */
  double seconds(SlurmJob job, String type, double since) {
    if (runs.isEmpty()) {
      return job.state() == SlurmJob.State.RUNNING
          ? Math.max(0, nowSeconds - Math.max(since, (double) job.startTime()))
          : 0;
    }
    return runs.get().stream()
        .filter(run -> run.id().equals(job.id()) && runsOn(run, type))
        .mapToDouble(
            run -> Math.min(nowSeconds, run.endSeconds()) - Math.max(since, run.startSeconds()))
        .filter(seconds -> seconds > 0)
        .sum();
  }

  private boolean runsOn(JobRun run, String type) {
    return run.nodes().stream()
        .anyMatch(name -> nodes.containsKey(name) && nodes.get(name).gpus().containsKey(type));
  }
}
