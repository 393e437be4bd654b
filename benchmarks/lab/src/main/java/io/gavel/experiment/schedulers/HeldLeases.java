package io.gavel.experiment.schedulers;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds leases that last longer than a round to a policy that reads them. A job that receives time
 * holds a lease of fixed length from then on; later problems report its remaining time. A job that
 * no longer holds workers loses its lease. Mutable; for one run.
 */
final class HeldLeases implements Policy {

  private final Policy policy;
  private final double seconds;

  /** The age at which the lease of each job ends. */
  private final Map<String, Double> endAge = new HashMap<>();

  HeldLeases(Policy policy, double seconds) {
    this.policy = policy;
    this.seconds = seconds;
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    List<Job> jobs = problem.jobs().stream().map(this::told).toList();
    Allocation allocation = policy.allocate(problem.withJobs(jobs));
    for (int m = 0; m < jobs.size(); m++) {
      if (allocation.timeFraction(m) > 0) {
        endAge.putIfAbsent(jobs.get(m).id(), jobs.get(m).secondsSinceStart() + seconds);
      }
    }
    return allocation;
  }

  private Job told(Job job) {
    double left = endAge.getOrDefault(job.id(), 0.0) - job.secondsSinceStart();
    if (left > 0 && job.history().workerType().isPresent()) {
      return job.toBuilder().history(job.history().withLeaseSecondsLeft(left)).build();
    }
    endAge.remove(job.id());
    return job;
  }
}
