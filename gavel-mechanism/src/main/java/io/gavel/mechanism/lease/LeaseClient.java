package io.gavel.mechanism.lease;

import io.gavel.mechanism.lease.LeaseMessage.Ended;
import io.gavel.mechanism.lease.LeaseMessage.Granted;
import io.gavel.mechanism.lease.LeaseMessage.RenewalAsked;
import java.util.List;

/**
 * The job's side of a lease: one process of a gang, or the only one. Immutable: each step gives a
 * new one, with what is to be sent to the scheduler.
 *
 * <pre>{@code
 * var holder = LeaseHolder.begin(granted, stepsDone, now);
 * while (holder.phase() != LeaseHolder.Phase.CLOSED) {
 *   if (holder.mayRun(now)) { runOneStep(); }
 *   var turn = holder.at(stepsDone, now);      // after each step, and at least every second
 *   ...                                        // send turn.messages(); holder = turn.holder()
 *   if (holder.phase() == LeaseHolder.Phase.SAVING) { save(); holder = holder.saved(now).holder(); }
 * }
 * }</pre>
 *
 * @param lease its number
 * @param jobId the job
 * @param member of the gang, from 0
 * @param phase what the process is to do
 * @param terms the latest that it heard of
 * @param askSeconds from this time on it asks for other terms
 * @param askSteps or from this many steps on
 * @param steps done since the job began
 * @param stoppedSeconds when it stopped to run; positive infinity while it runs
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

  /** After this part of what is new in the terms, the holder asks for more (Gavel §6). */
  public static final double ASK_AFTER = 0.75;

  /** What the process is to do. */
  public enum Phase {
    /** Run steps while {@link #mayRun}; wait at the last one, for the lease may be extended. */
    RUNNING,
    /** Save its state, then say {@link #saved}. */
    SAVING,
    /** Nothing but {@link #at} until the end is noted. */
    ENDED,
    /** Exit. */
    CLOSED
  }

  /**
   * What a step leads to. Immutable.
   *
   * @param holder from now on
   * @param messages to the scheduler
   */
  public record Turn(LeaseClient holder, List<LeaseMessage> messages) {
    /**
     * Copies the list.
     *
     * @param holder from now on
     * @param messages to the scheduler
     */
    public Turn {
      messages = List.copyOf(messages);
    }
  }

  /**
   * Begins to hold a lease.
   *
   * @param granted the first message about it
   * @param steps done before, since the job began
   * @param nowSeconds the time
   * @return running, or saving at once if there is nothing to run
   */
  public static LeaseClient begin(Granted granted, double steps, double nowSeconds) {
    LeaseTerms terms = granted.terms();
    LeaseClient holder =
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
    return holder.stoppedIfOver(nowSeconds);
  }

  /**
   * Whether the process may run one more step.
   *
   * @param nowSeconds the time
   * @return false after the last step or the end
   */
  public boolean mayRun(double nowSeconds) {
    return phase == Phase.RUNNING && steps < terms.maxSteps() && terms.mayRunAt(nowSeconds);
  }

  /**
   * Tells the time and how far the job is. To be said after each step, and now and then while
   * nothing happens, for messages may be lost: what was not answered is sent again.
   *
   * @param stepsDone since the job began; not less than before
   * @param nowSeconds the time
   * @return the holder from now on, with what it sends
   * @throws IllegalArgumentException if the steps go back
   */
  public Turn at(double stepsDone, double nowSeconds) {
    if (!(stepsDone >= steps)) {
      throw new IllegalArgumentException(
          "job \"%s\" did %s steps after %s; steps must not go back"
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
   * Hears a message.
   *
   * @param message of any lease; those of others change nothing
   * @param nowSeconds the time
   * @return the holder from now on
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

  /** Terms that allow no more time are final but for another extension: it goes on asking. */
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
   * The process has saved its state.
   *
   * @param nowSeconds the time
   * @return the holder from now on, with what it sends
   * @throws IllegalStateException if it was not to save
   */
  public Turn saved(double nowSeconds) {
    if (phase != Phase.SAVING) {
      throw new IllegalStateException(
          "job \"%s\" saved under lease %d while %s; it must be SAVING"
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
