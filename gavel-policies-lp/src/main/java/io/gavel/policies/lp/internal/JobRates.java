package io.gavel.policies.lp.internal;

import io.gavel.policies.model.Job;

/** Rates and remaining work of jobs, as policies read them from a problem. */
public final class JobRates {

  private JobRates() {}

  /**
   * Returns the steps remaining of a job.
   *
   * @param policy what needs them, for the message
   * @throws IllegalArgumentException if they are not given
   */
  public static double requireSteps(Job job, String policy) {
    return job.stepsRemaining()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no steps remaining; %s needs them"
                        .formatted(job.id(), policy)));
  }

  /** Returns whether a job is known to have no steps remaining. */
  public static boolean isDone(Job job) {
    return job.stepsRemaining().orElse(1) == 0;
  }
}
