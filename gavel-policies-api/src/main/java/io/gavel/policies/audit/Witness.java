package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.proof.Proof;
import java.util.Locale;

/** The evidence of a violation: enough to check it by hand. Immutable. */
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
   * An entry that is not a fraction, or is useless. Immutable.
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
   * A job that runs for more than all of its time. Immutable.
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
   * A pool with more busy workers than workers. Immutable.
   *
   * @param pool its name
   * @param used workers that are busy on average
   * @param workers the workers of the pool
   */
  record OverBooked(String pool, double used, double workers) implements Witness {
    @Override
    public String text() {
      return say("pool \"%s\" has %s of its %s workers busy", pool, used, workers);
    }
  }

  /**
   * A constraint that does not hold. Immutable.
   *
   * @param name the constraint
   * @param value the value of its form
   * @param relation how the value should compare with the bound
   * @param bound of the constraint
   */
  record Broken(String name, double value, Relation relation, double bound) implements Witness {
    @Override
    public String text() {
      return say(
          "constraint \"%s\" has the value %.9g; it must be %s %.9g", name, value, relation, bound);
    }
  }

  /**
   * A certificate that does not prove optimality. Immutable.
   *
   * @param certificate the certificate of the allocation
   * @param proof the result of checking it
   */
  record Unproved(Certificate certificate, Proof proof) implements Witness {
    @Override
    public String text() {
      return "%s: %s".formatted(proof, certificate);
    }
  }

  /**
   * A group that could run more on idle workers. Immutable.
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
   * A job that has less than its due. Immutable.
   *
   * @param jobId the job
   * @param throughput its throughput, in steps per second
   * @param due the throughput it should have
   */
  record Shortfall(String jobId, double throughput, double due) implements Witness {
    @Override
    public String text() {
      return say("\"%s\" has %.6g steps/s; its due is %.6g", jobId, throughput, due);
    }
  }

  /**
   * A job that would do better with another job's workers. Immutable.
   *
   * @param jobId the envious job
   * @param otherId the envied job
   * @param throughput the throughput of the envious job, in steps per second
   * @param wouldHave its throughput with the other's workers, for equal weight
   */
  record Envious(String jobId, String otherId, double throughput, double wouldHave)
      implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s and would have %.6g with the workers of \"%s\"",
          jobId, throughput, wouldHave, otherId);
    }
  }

  /**
   * Two jobs that are alike but have different throughputs. Immutable.
   *
   * @param jobId the job with less
   * @param twinId the job with more
   * @param throughput of the first, in steps per second
   * @param ofTwin of the second
   */
  record Unequal(String jobId, String twinId, double throughput, double ofTwin) implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s, but \"%s\", which is alike, has %.6g",
          jobId, throughput, twinId, ofTwin);
    }
  }

  /**
   * An allocation that is better for some jobs and worse for none. Immutable.
   *
   * @param better feasible, for the same problem
   * @param jobId the job that gains most, relative to its fastest throughput
   * @param throughput the throughput of that job, in steps per second
   * @param wouldHave its throughput in the better allocation
   */
  record Improvement(Allocation better, String jobId, double throughput, double wouldHave)
      implements Witness {
    @Override
    public String text() {
      return say(
          "\"%s\" has %.6g steps/s and could have %.6g without loss for others",
          jobId, throughput, wouldHave);
    }
  }
}
