package io.gavel.policies;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Which row each job has, by its id. A builder adds to it until a problem {@linkplain #keep keeps}
 * it.
 */
final class JobIndex {

  private final List<Job> jobs;
  private final Map<String, Integer> rowById;
  private boolean kept;

  /** No jobs yet. */
  JobIndex() {
    this(new ArrayList<>(), new HashMap<>());
  }

  private JobIndex(List<Job> jobs, Map<String, Integer> rowById) {
    this.jobs = jobs;
    this.rowById = rowById;
  }

  /**
   * An index that does not change.
   *
   * @param jobs with unique ids, in the order of their rows; copied
   * @throws IllegalArgumentException if an id repeats
   */
  JobIndex(List<Job> jobs) {
    this(List.copyOf(jobs), new HashMap<>(2 * jobs.size()));
    kept = true;
    for (int m = 0; m < jobs.size(); m++) {
      Integer earlier = rowById.put(jobs.get(m).id(), m);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "job \"%s\" is listed twice, at %d and %d; ids must be unique"
                .formatted(jobs.get(m).id(), earlier, m));
      }
    }
  }

  /** From now on it does not change. */
  void keep() {
    kept = true;
  }

  /** This with one more job, whose id must be new; a copy if this does not change any more. */
  JobIndex with(Job job) {
    JobIndex open = kept ? new JobIndex(new ArrayList<>(jobs), new HashMap<>(rowById)) : this;
    if (open.rowById.putIfAbsent(job.id(), jobs.size()) != null) {
      throw new IllegalArgumentException(
          "job \"%s\" is listed twice; ids must be unique".formatted(job.id()));
    }
    open.jobs.add(job);
    return open;
  }

  /** In the order of their rows; a copy unless they were copied before. */
  List<Job> jobs() {
    return List.copyOf(jobs);
  }

  /** The row of a job; empty if there is no such job. */
  OptionalInt find(String jobId) {
    Integer m = rowById.get(jobId);
    return m == null ? OptionalInt.empty() : OptionalInt.of(m);
  }

  /** The row of a job; if there is no such job, the message lists some that there are. */
  int rowOf(String jobId) {
    return find(jobId)
        .orElseThrow(() -> Require.unknown("job", jobId, jobs.stream().map(Job::id).toList()));
  }
}
