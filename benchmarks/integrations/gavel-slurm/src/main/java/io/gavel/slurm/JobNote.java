package io.gavel.slurm;

/**
 * What rounds changed of a job, so that it can be given back.
 *
 * @param features the features that its user asked for
 * @param delayedUntil the latest start that rounds may have caused, in seconds since 1970
 * @param requeuedAt when it was last stopped to wait again; 0 for never
 * @param leasedAt since when it has had a lease without being started; 0 if it has none or runs
 * @param raised whether its priority was set
 */
record JobNote(String features, long delayedUntil, long requeuedAt, long leasedAt, boolean raised) {

  static JobNote of(SlurmJob job) {
    return new JobNote(job.features(), 0, 0, 0, false);
  }

  JobNote delayed(long until) {
    return new JobNote(features, until, requeuedAt, leasedAt, raised);
  }

  JobNote requeued(long at, long until) {
    return new JobNote(features, until, at, leasedAt, raised);
  }

  JobNote leased(long at) {
    return new JobNote(features, delayedUntil, requeuedAt, at, raised);
  }

  JobNote withPriority() {
    return new JobNote(features, delayedUntil, requeuedAt, leasedAt, true);
  }
}
