package io.gavel.storm;

/**
 * What happens to a world from outside: work for it, and faults. Scenarios shrink to few of them.
 */
sealed interface Incident {

  double atSeconds();

  /** Whether the world is to recover from it; otherwise it is ordinary work. */
  default boolean isFault() {
    return true;
  }

  record JobArrives(double atSeconds, JobSpec job) implements Incident {
    @Override
    public boolean isFault() {
      return false;
    }
  }

  record JobCancelled(double atSeconds, String jobId) implements Incident {
    @Override
    public boolean isFault() {
      return false;
    }
  }

  record WeightChanged(double atSeconds, String jobId, double weight) implements Incident {
    @Override
    public boolean isFault() {
      return false;
    }
  }

  /** A limit of {@link Limits} allows a part of the cluster from now on; 1 to lift it. */
  record LimitChanged(double atSeconds, String limit, double part) implements Incident {
    @Override
    public boolean isFault() {
      return false;
    }
  }

  record ServerCrashes(double atSeconds, int server, double downSeconds) implements Incident {}

  record ServerHangs(double atSeconds, int server, double downSeconds) implements Incident {}

  /** A server hears nobody and nobody hears it. */
  record ServerCutOff(double atSeconds, int server, double downSeconds) implements Incident {}

  record ServerDrained(double atSeconds, int server, double downSeconds) implements Incident {}

  record ClockJumps(double atSeconds, int server, double offset) implements Incident {}

  record ProcessDies(double atSeconds, int server) implements Incident {}

  record MessagesLost(double atSeconds, double forSeconds, double part) implements Incident {}

  /**
   * The next input of the embedder is its last: before or after it has saved, or while it sends.
   */
  record EmbedderKilled(double atSeconds, Moment moment, double downSeconds) implements Incident {}

  /** The policy finds no answer for some time. */
  record PolicyFails(double atSeconds, double forSeconds) implements Incident {}

  /** When an embedder dies. */
  enum Moment {
    BEFORE_SAVE,
    AFTER_SAVE,
    WHILE_SENDING
  }
}
