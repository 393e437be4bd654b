package io.gavel.policies;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which row each job has, by its id. Changes only with {@link #add}. */
final class JobIndex {

  private final List<Job> jobs;
  private final Map<String, Integer> rowById;

  /**
   * An index.
   *
   * @param jobs with unique ids, in the order of their rows; kept, and added to
   * @throws IllegalArgumentException if an id repeats
   */
  JobIndex(List<Job> jobs) {
    this.jobs = jobs;
    rowById = new HashMap<>(2 * jobs.size());
    for (int m = 0; m < jobs.size(); m++) {
      Integer earlier = rowById.put(jobs.get(m).id(), m);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "job \"%s\" is listed twice, at %d and %d; ids must be unique"
                .formatted(jobs.get(m).id(), earlier, m));
      }
    }
  }

  /** Adds a job, whose id must be new. */
  void add(Job job) {
    if (rowById.putIfAbsent(job.id(), jobs.size()) != null) {
      throw new IllegalArgumentException(
          "job \"%s\" is listed twice; ids must be unique".formatted(job.id()));
    }
    jobs.add(job);
  }

  /** The row of a job; if there is no such job, the message lists some that there are. */
  int rowOf(String jobId) {
    Integer m = rowById.get(jobId);
    if (m == null) {
      throw Require.unknown("job", jobId, jobs.stream().map(Job::id).toList());
    }
    return m;
  }
}
