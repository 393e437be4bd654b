package io.gavel.policies.explain;

import java.util.Locale;

/** A reason why a job has no more throughput. Immutable. */
public sealed interface Reason {

  /**
   * Returns the gain of the job if this reason were removed and everything else stayed the same.
   *
   * @return steps per second, at least 0; 0 if there is nothing to remove
   */
  default double gain() {
    return 0;
  }

  /**
   * Returns the reason in words.
   *
   * @return without a full stop
   */
  String text();

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** The job has throughput 0 on every worker type. Immutable. */
  record NoUsableType() implements Reason {
    @Override
    public String text() {
      return "it has throughput 0 on every worker type";
    }
  }

  /**
   * The job's gang is larger than every pool that it could use. Immutable.
   *
   * @param workers the workers that it needs at once
   * @param largest the workers of the largest pool on which it has a throughput
   */
  record GangTooLarge(int workers, int largest) implements Reason {
    @Override
    public String text() {
      return say(
          "it needs %s workers at once; the largest pool it can use has %s", workers, largest);
    }
  }

  /**
   * All worker types on which the job could run are forbidden to it or, in pairs, to its partner.
   * Immutable.
   *
   * @param types the forbidden types on which it could run, by name, separated by commas
   */
  record Forbidden(String types) implements Reason {
    @Override
    public String text() {
      return say("all worker types on which it could run are forbidden: %s", types);
    }
  }

  /**
   * The job cannot do better: it runs all of its time at its fastest. Immutable.
   *
   * @param type a worker type on which it is fastest and runs all of its time
   */
  record AtItsBest(String type) implements Reason {
    @Override
    public String text() {
      return say("it runs all of its time at its fastest, on \"%s\"", type);
    }
  }

  /**
   * A pool on which the job would do better is full. Immutable.
   *
   * @param pool the pool's name
   * @param workers the workers of the pool, all of them busy
   * @param price the value of one more worker, in units of the objective
   * @param gain with all of its time there, or its idle time if that is more
   */
  record PoolFull(String pool, int workers, double price, double gain) implements Reason {
    @Override
    public String text() {
      String taken =
          workers == 1
              ? say("the only worker of \"%s\" is taken", pool)
              : say("all %s workers of \"%s\" are taken", workers, pool);
      return say("%s; with room there it would gain up to %.4g steps/s", taken, gain);
    }
  }

  /**
   * A pool on which the job would do better has room that the policy leaves idle. Immutable.
   *
   * @param pool the pool's name
   * @param idle the average number of idle workers
   * @param gain with all of its time there, or its idle time if that is more
   */
  record RoomUnused(String pool, double idle, double gain) implements Reason {
    @Override
    public String text() {
      return say(
          "the policy leaves %.4g workers of \"%s\" idle; on free ones it would gain up to %.4g"
              + " steps/s",
          idle, pool, gain);
    }
  }

  /**
   * A constraint that is used up stands against more throughput. Immutable.
   *
   * @param constraint the name of a constraint, or of a rule of a quota such as {@code
   *     limit:red:v100}
   * @param price the value of a looser bound, in units of the objective per unit of the bound; 0 if
   *     the certificate has no price for it, or one of rounding errors
   * @param gain with all of its time on another type, or its idle time if that is more
   */
  record Constrained(String constraint, double price, double gain) implements Reason {
    @Override
    public String text() {
      return say(
          "constraint \"%s\" leaves no room (price %.4g per unit of its bound); without it, it"
              + " would gain up to %.4g steps/s",
          constraint, price, gain);
    }
  }

  /**
   * The job runs all of its time, but not always where it is fastest. Immutable.
   *
   * @param price the value of more time for the job, in units of the objective
   */
  record TimeUsedUp(double price) implements Reason {
    @Override
    public String text() {
      return "it already runs all of its time: it can only move to another type";
    }
  }
}
