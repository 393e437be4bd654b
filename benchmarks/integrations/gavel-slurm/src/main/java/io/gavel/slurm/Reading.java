package io.gavel.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Slurm says at one moment.
 *
 * @param nowSeconds when, in seconds since 1970
 * @param jobs the jobs of {@code squeue}
 * @param nodes the nodes by name
 * @param runs the runs of the accounting data, with those that ended in a requeue; empty if the
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
