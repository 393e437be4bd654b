package io.gavel.mechanism.event;

/**
 * The outcome of an event. Late, duplicate and out-of-order events are not errors: they change
 * nothing, and the outcome says why.
 */
public enum EventOutcome {
  /** The event was new and has been applied. */
  APPLIED,
  /** The event was known already, or no longer matters: nothing changed. */
  UNCHANGED,
  /** The event concerns an earlier lease of the job than its latest: nothing changed. */
  STALE,
  /** The current allocation or problem does not list the job: nothing changed. */
  UNKNOWN_JOB,
  /** The job has reached the limit of failures and is done. */
  GIVEN_UP
}
