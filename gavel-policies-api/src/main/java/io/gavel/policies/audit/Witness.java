package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import java.util.Locale;

/** Who or what breaks an invariant: enough to check the violation by hand. Immutable. */
public sealed interface Witness {

  /**
   * The violation in words.
   *
   * @return without a full stop
   */
  String text();

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * An entry that is no fraction, or is of no use. Immutable.
   *
   * @param group the jobs' ids
   * @param type the worker type's name
   * @param fraction of time
   */
  record Entry(String group, String type, double fraction) implements Witness {
    @Override
    public String text() {
      return say("\"%s\" has a fraction of %s on \"%s\"", group, fraction, type);
    }
  }

  /**
   * A job with more time than there is. Immutable.
   *
   * @param jobId the job
   * @param time the sum of its fractions
   */
  record OverTime(String jobId, double time) implements Witness {
    @Override
    public String text() {
      return say("\"%s\" runs for %s of its time", jobId, time);
    }
  }

  /**
   * A pool with more busy workers than it has. Immutable.
   *
   * @param pool its name
   * @param used workers that are busy on average
   * @param workers workers that there are
   */
  record OverBooked(String pool, double used, double workers) implements Witness {
    @Override
    public String text() {
      return say("pool \"%s\" has %s of its %s workers busy", pool, used, workers);
    }
  }

  /**
   * A certificate that proves less than it should. Immutable.
   *
   * @param certificate the allocation's
   */
  record Unproved(Certificate certificate) implements Witness {
    @Override
    public String text() {
      return certificate.toString();
    }
  }

  /**
   * A group that could run more, on workers that idle. Immutable.
   *
   * @param group the jobs' ids
   * @param type the worker type's name
   * @param time the further fraction of time
   */
  record Idle(String group, String type, double time) implements Witness {
    @Override
    public String text() {
      return say("\"%s\" could run for another %.4g of its time on idle \"%s\"", group, time, type);
    }
  }

  /**
   * A job that has less than it should. Immutable.
   *
   * @param jobId the job
   * @param throughput what it has, in steps per second
   * @param due what it should have
   */
  record Shortfall(String jobId, double throughput, double due) implements Witness {
    @Override
    public String text() {
      return say("\"%s\" has %.6g steps/s; due are %.6g", jobId, throughput, due);
    }
  }

  /**
   * A job that would rather have another's workers. Immutable.
   *
   * @param jobId who envies
   * @param otherId whom
   * @param throughput what it has, in steps per second
   * @param wouldHave what it would make of the other's workers, for equal weight
   */
  record Envious(String jobId, String otherId, double throughput, double wouldHave)
      implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s and would make %.6g of what \"%s\" has",
          jobId, throughput, wouldHave, otherId);
    }
  }

  /**
   * Two jobs that are alike and have unlike throughputs. Immutable.
   *
   * @param jobId who has less
   * @param twinId who has more
   * @param throughput of the first, in steps per second
   * @param ofTwin of the second
   */
  record Unequal(String jobId, String twinId, double throughput, double ofTwin) implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s, \"%s\", which is like it, %.6g",
          jobId, throughput, twinId, ofTwin);
    }
  }

  /**
   * An allocation that is better for some and worse for none. Immutable.
   *
   * @param better feasible, for the same problem
   * @param jobId who gains most, relative to its fastest throughput
   * @param throughput what that job has, in steps per second
   * @param wouldHave what it has in the better allocation
   */
  record Improvement(Allocation better, String jobId, double throughput, double wouldHave)
      implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s and could have %.6g at nobody's cost",
          jobId, throughput, wouldHave);
    }
  }
}
