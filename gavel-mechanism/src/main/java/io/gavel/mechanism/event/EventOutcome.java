package io.gavel.mechanism.event;

/**
 * What came of an event. Events that come late, twice or out of order are no mistake of anybody:
 * they change nothing, and the outcome says why.
 */
public enum EventOutcome {
  /** It was new, and the scheduler took note. */
  APPLIED,
  /** It was known, or is of no account any more: nothing changed. */
  UNCHANGED,
  /** It is about a lease that the job held before its latest: nothing changed. */
  STALE,
  /** No allocation or problem lists the job, now: nothing changed. */
  UNKNOWN_JOB,
  /** The job failed for the last time that is allowed, and is done. */
  GIVEN_UP
}
