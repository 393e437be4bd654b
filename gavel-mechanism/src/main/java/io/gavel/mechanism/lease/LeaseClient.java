package io.gavel.mechanism.lease;

import io.gavel.mechanism.lease.LeaseMessage.Ended;
import io.gavel.mechanism.lease.LeaseMessage.Granted;
import io.gavel.mechanism.lease.LeaseMessage.RenewalAsked;
import java.util.List;

/**
 * The job's side of a lease, in each process of a gang. Immutable: each step returns a new client
 * and the messages to send to the {@link LeaseServer}.
 *
 * <pre>{@code
 * var client = LeaseClient.begin(granted, stepsDone, now);
 * while (client.phase() != LeaseClient.Phase.CLOSED) {
 *   if (client.mayRun(now)) { runOneStep(); }
 *   var turn = client.at(stepsDone, now);      // after each step, and at least every second
 *   ...                                        // send turn.messages(); client = turn.holder()
 *   if (client.phase() == LeaseClient.Phase.SAVING) {
 *     save();
 *     client = client.saved(now).holder();           // send its messages as well
 *   }
 * }
 * }</pre>
 *
 * @param lease the number of the lease
 * @param jobId the job
 * @param member the member of the gang, from 0
 * @param phase the next duty of the process
 * @param terms the latest terms received
 * @param askSeconds the time from which the client asks for renewal
 * @param askSteps the number of steps from which the client asks for renewal
 * @param steps steps done since the job began
 * @param stoppedSeconds when the process stopped running; positive infinity while it runs
 */
public record LeaseClient(
    long lease,
    String jobId,
    int member,
    Phase phase,
    LeaseTerms terms,
    double askSeconds,
    double askSteps,
    double steps,
    double stoppedSeconds) {

  /** The client asks for renewal after this part of the time or steps newly granted (Gavel §6). */
  public static final double ASK_AFTER = 0.75;

  /** The next duty of the process. */
  public enum Phase {
    /**
     * Run steps while {@link #mayRun}; wait after the last one, because the lease may be extended.
     */
    RUNNING,
    /** Save the state, then call {@link #saved}. */
    SAVING,
    /** Only call {@link #at} until the server has noted the end. */
    ENDED,
    /** Exit the process. */
    CLOSED
  }

  /**
   * The result of a step. Immutable.
   *
   * @param holder the client after the step
   * @param messages the messages to the server
   */
  public record Turn(LeaseClient holder, List<LeaseMessage> messages) {
    /**
     * Copies the list.
     *
     * @param holder the client after the step
     * @param messages the messages to the server
     */
    public Turn {
      messages = List.copyOf(messages);
    }
  }

  /**
   * Creates the client of a new lease.
   *
   * @param granted the first message about the lease
   * @param steps steps done since the job began
   * @param nowSeconds the current time
   * @return a client that is running, or saving at once if there is nothing to run
   */
  public static LeaseClient begin(Granted granted, double steps, double nowSeconds) {
    LeaseTerms terms = granted.terms();
    LeaseClient client =
        new LeaseClient(
            granted.lease(),
            granted.jobId(),
            granted.member(),
            Phase.RUNNING,
            terms,
            nowSeconds + ASK_AFTER * (terms.endSeconds() - nowSeconds),
            steps + ASK_AFTER * (terms.maxSteps() - steps),
            steps,
            Double.POSITIVE_INFINITY);
    return client.stoppedIfOver(nowSeconds);
  }

  /**
   * Returns whether the process may run one more step.
   *
   * @param nowSeconds the current time
   * @return false after the last step or the end
   */
  public boolean mayRun(double nowSeconds) {
    return phase == Phase.RUNNING && steps < terms.maxSteps() && terms.mayRunAt(nowSeconds);
  }

  /**
   * Advances to a time and a number of steps. Call it after each step, and also from time to time
   * while nothing happens: messages may be lost, and unanswered messages are sent again.
   *
   * @param stepsDone steps done since the job began; not less than before
   * @param nowSeconds the current time
   * @return the client after the step, with the messages to send
   * @throws IllegalArgumentException if the steps decrease
   */
  public Turn at(double stepsDone, double nowSeconds) {
    if (!(stepsDone >= steps)) {
      throw new IllegalArgumentException(
          "job \"%s\" reports %s steps after %s; steps must not decrease"
              .formatted(jobId, stepsDone, steps));
    }
    LeaseClient next =
        phase == Phase.RUNNING
            ? with(phase, terms, stepsDone, stoppedSeconds).stoppedIfOver(nowSeconds)
            : this;
    return new Turn(next, next.messages(nowSeconds));
  }

  private List<LeaseMessage> messages(double nowSeconds) {
    return switch (phase) {
      case RUNNING ->
          nowSeconds >= askSeconds || steps >= askSteps
              ? List.of(new RenewalAsked(lease, jobId, member, steps, nowSeconds))
              : List.of();
      case ENDED -> List.of(new Ended(lease, jobId, member, steps, stoppedSeconds));
      case SAVING, CLOSED -> List.of();
    };
  }

  /**
   * Applies a message from the server.
   *
   * @param message a message about any lease; messages about other leases are ignored
   * @param nowSeconds the current time
   * @return the client after the message
   */
  public LeaseClient on(LeaseMessage message, double nowSeconds) {
    if (message.lease() != lease || message.member() != member || !message.jobId().equals(jobId)) {
      return this;
    } else if (message instanceof LeaseMessage.KillOrdered) {
      return with(Phase.CLOSED, terms, steps, Math.min(stoppedSeconds, nowSeconds));
    } else if (message instanceof LeaseMessage.EndNoted && phase == Phase.ENDED) {
      return with(Phase.CLOSED, terms, steps, stoppedSeconds);
    } else if (message instanceof Granted granted
        && phase == Phase.RUNNING
        && terms.mayRunAt(nowSeconds)
        && granted.terms().version() > terms.version()) {
      return adopt(granted.terms()).stoppedIfOver(nowSeconds);
    }
    return this;
  }

  /** After terms that grant no more time the client keeps asking, as the lease may be extended. */
  private LeaseClient adopt(LeaseTerms latest) {
    double moreSeconds = latest.endSeconds() - terms.endSeconds();
    boolean longer = moreSeconds > 0;
    return new LeaseClient(
        lease,
        jobId,
        member,
        phase,
        latest,
        longer ? terms.endSeconds() + ASK_AFTER * moreSeconds : askSeconds,
        longer ? steps + ASK_AFTER * (latest.maxSteps() - steps) : askSteps,
        steps,
        stoppedSeconds);
  }

  /**
   * Records that the process has saved its state.
   *
   * @param nowSeconds the current time
   * @return the client after the step, with the messages to send
   * @throws IllegalStateException if the phase is not {@link Phase#SAVING}
   */
  public Turn saved(double nowSeconds) {
    if (phase != Phase.SAVING) {
      throw new IllegalStateException(
          "job \"%s\" saved under lease %s in phase %s; the phase must be SAVING"
              .formatted(jobId, lease, phase));
    }
    return with(Phase.ENDED, terms, steps, stoppedSeconds).at(steps, nowSeconds);
  }

  private LeaseClient stoppedIfOver(double nowSeconds) {
    return terms.isOver(steps, nowSeconds) ? with(Phase.SAVING, terms, steps, nowSeconds) : this;
  }

  private LeaseClient with(Phase next, LeaseTerms latest, double done, double stopped) {
    return new LeaseClient(lease, jobId, member, next, latest, askSeconds, askSteps, done, stopped);
  }
}
