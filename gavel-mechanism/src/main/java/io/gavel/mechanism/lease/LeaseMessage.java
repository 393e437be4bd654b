package io.gavel.mechanism.lease;

/**
 * A message between {@link LeaseServer} and {@link LeaseClient}. Each message states facts, not
 * changes, so that lost, late and repeated messages do no harm. Immutable.
 */
public sealed interface LeaseMessage {

  /**
   * Returns the number of the lease.
   *
   * @return the number
   */
  long lease();

  /**
   * Returns the id of the job. Each job of a pair holds the lease for itself.
   *
   * @return the id
   */
  String jobId();

  /**
   * Returns the process of the job's gang that sends or receives the message.
   *
   * @return the index of the member, from 0
   */
  int member();

  /**
   * Tells a member the terms of its lease. Sent at the start, when the terms change, and in answer
   * to {@link RenewalAsked}.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param member the member of the gang
   * @param terms the latest terms
   */
  record Granted(long lease, String jobId, int member, LeaseTerms terms) implements LeaseMessage {}

  /**
   * Requests the latest terms, from a member that has used three quarters of its granted terms.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param member the member of the gang
   * @param steps steps done since the job began
   * @param atSeconds when it had done them
   */
  record RenewalAsked(long lease, String jobId, int member, double steps, double atSeconds)
      implements LeaseMessage {}

  /**
   * Reports that a member has stopped and saved its state. Repeated until {@link EndNoted} arrives.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param member the member of the gang
   * @param steps steps done since the job began, all of them saved
   * @param atSeconds when it stopped running
   */
  record Ended(long lease, String jobId, int member, double steps, double atSeconds)
      implements LeaseMessage {}

  /**
   * Tells a member that the server has received its {@link Ended}.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param member the member of the gang
   */
  record EndNoted(long lease, String jobId, int member) implements LeaseMessage {}

  /**
   * Orders the agent to kill the process of a member, because its time is over or its lease is
   * unknown.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param member the member of the gang
   */
  record KillOrdered(long lease, String jobId, int member) implements LeaseMessage {}
}
