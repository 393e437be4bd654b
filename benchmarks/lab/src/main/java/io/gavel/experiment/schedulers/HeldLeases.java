package io.gavel.experiment.schedulers;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps leases that last longer than a round, for a policy that reads them: a job to which it gave
 * time has its workers for so long from then on, and the policy is told how much of that is left if
 * it is asked before. A job that holds no workers then has no lease either. Mutable; for one run.
 */
final class HeldLeases implements Policy {

  private final Policy policy;
  private final double seconds;

  /** How old each job with a lease is when the lease ends. */
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
      String type = job.history().workerType().get();
      return job.toBuilder().history(job.history().runningOn(type, left)).build();
    }
    endAge.remove(job.id());
    return job;
  }
}
