package io.gavel.mechanism.lease;

/**
 * What the two sides of a lease say to each other. Each message states facts and no changes, so
 * that it does no harm to hear it twice, late or not at all. Immutable.
 */
public sealed interface LeaseMessage {

  /**
   * The lease.
   *
   * @return its number
   */
  long lease();

  /**
   * The job; of a pair, each job holds the lease for itself.
   *
   * @return its id
   */
  String jobId();

  /**
   * Which process of the job's gang.
   *
   * @return from 0
   */
  int member();

  /**
   * To a member: these are the terms. Said at the start, when they change, and in answer to {@link
   * RenewalAsked}.
   *
   * @param lease its number
   * @param jobId the job
   * @param member of the gang
   * @param terms the latest
   */
  record Granted(long lease, String jobId, int member, LeaseTerms terms) implements LeaseMessage {}

  /**
   * From a member: it used three quarters of what it was granted, and asks for the latest terms.
   *
   * @param lease its number
   * @param jobId the job
   * @param member of the gang
   * @param steps done since the job began
   * @param atSeconds when it had done them
   */
  record RenewalAsked(long lease, String jobId, int member, double steps, double atSeconds)
      implements LeaseMessage {}

  /**
   * From a member: it saved its state and has stopped. Said again until {@link EndNoted} is heard.
   *
   * @param lease its number
   * @param jobId the job
   * @param member of the gang
   * @param steps done since the job began, all of them saved
   * @param atSeconds when it stopped to run
   */
  record Ended(long lease, String jobId, int member, double steps, double atSeconds)
      implements LeaseMessage {}

  /**
   * To a member: its end is known.
   *
   * @param lease its number
   * @param jobId the job
   * @param member of the gang
   */
  record EndNoted(long lease, String jobId, int member) implements LeaseMessage {}

  /**
   * To whoever can kill the process of a member: its time is over, or nobody knows its lease.
   *
   * @param lease its number
   * @param jobId the job
   * @param member of the gang
   */
  record KillOrdered(long lease, String jobId, int member) implements LeaseMessage {}
}
