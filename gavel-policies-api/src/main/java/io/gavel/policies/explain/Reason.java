package io.gavel.policies.explain;

import java.util.Locale;

/** Why a job has no more than it has. Immutable. */
public sealed interface Reason {

  /**
   * What the job would gain if this did not stand in its way and everything else stayed.
   *
   * @return steps per second, at least 0; 0 if there is nothing to remove
   */
  double gain();

  /**
   * The reason in words.
   *
   * @return without a full stop
   */
  String text();

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** It has throughput 0 on every worker type. Immutable. */
  record NoUsableType() implements Reason {
    @Override
    public double gain() {
      return 0;
    }

    @Override
    public String text() {
      return "it has throughput 0 on every worker type";
    }
  }

  /**
   * Its gang is larger than every pool that it could use. Immutable.
   *
   * @param workers that it needs at once
   * @param largest the workers of the largest pool on which it has a throughput
   */
  record GangTooLarge(int workers, int largest) implements Reason {
    @Override
    public double gain() {
      return 0;
    }

    @Override
    public String text() {
      return say(
          "it needs %d workers at once; the largest pool it can use has %d", workers, largest);
    }
  }

  /**
   * Every worker type on which it could run is forbidden to it. Immutable.
   *
   * @param types the forbidden types on which it has a throughput, by name, separated by commas
   */
  record Forbidden(String types) implements Reason {
    @Override
    public double gain() {
      return 0;
    }

    @Override
    public String text() {
      return say("it is forbidden every worker type on which it could run: %s", types);
    }
  }

  /**
   * It lacks nothing. Immutable.
   *
   * @param type a worker type on which it is fastest, and runs all of its time
   */
  record AtItsBest(String type) implements Reason {
    @Override
    public double gain() {
      return 0;
    }

    @Override
    public String text() {
      return say("it runs all of its time at its fastest, on \"%s\"", type);
    }
  }

  /**
   * A pool on which it would do better is full. Immutable.
   *
   * @param pool the pool's name
   * @param workers in it, all of them busy
   * @param price what one more would be worth, in units of the objective
   * @param gain with all of its time there, or its idle time if that is more
   */
  record PoolFull(String pool, int workers, double price, double gain) implements Reason {
    @Override
    public String text() {
      return say(
          "all %d workers of \"%s\" are taken; with room there it would gain up to %.4g steps/s",
          workers, pool, gain);
    }
  }

  /**
   * A pool on which it would do better has room that the policy leaves idle. Immutable.
   *
   * @param pool the pool's name
   * @param idle workers that idle on average
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
   * It runs all of its time, though not all of it where it is fastest. Immutable.
   *
   * @param price what more time of its own would be worth, in units of the objective
   */
  record TimeUsedUp(double price) implements Reason {
    @Override
    public double gain() {
      return 0;
    }

    @Override
    public String text() {
      return "it runs all of its time already: it can only change places";
    }
  }
}
