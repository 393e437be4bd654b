package io.gavel.storm;

import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.plan.Lease;
import java.util.List;

/** A message between the embedder and the agent of a server. */
sealed interface Letter {

  /** A job under a lease. */
  record Held(long lease, String jobId) {}

  /** A process: a member of the gang of a job under a lease. */
  record Member(long lease, String jobId, int index) {
    Held held() {
      return new Held(lease, jobId);
    }
  }

  /** To an agent: start a process, unless the server has started again since. */
  record Begin(
      int boot, Lease lease, LeaseMessage.Granted granted, double steps, double stepSeconds)
      implements Letter {}

  /** To an agent or from a process: a message of the lease protocol. */
  record Said(LeaseMessage message) implements Letter {}

  /**
   * From an agent, from time to time.
   *
   * @param boot how often the server has started
   * @param number of the message since then
   * @param running all processes
   * @param failed processes that ended by themselves
   */
  record Beat(
      int server,
      int boot,
      long number,
      double sentSeconds,
      List<Member> running,
      List<Member> failed)
      implements Letter {}
}
