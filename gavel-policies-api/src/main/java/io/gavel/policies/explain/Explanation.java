package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Explains why a job has its throughput. It is computed from an allocation's fractions, slacks and
 * prices in {@code O(K)} for K worker types (and the pairs that contain the job), without solving
 * anything. It works for any allocation; prices come from its certificate. Immutable.
 *
 * @param jobId the job
 * @param verdict the outcome of the job
 * @param throughput steps per second
 * @param reasons at least one, sorted by the gain from removing each, largest first; the first is
 *     dominant
 * @param factors numbers whose product is the throughput, up to rounding; empty if the job can run
 *     nowhere
 * @param actions additions of workers that the job could use and that help the objective, most
 *     effective first
 */
public record Explanation(
    String jobId,
    Verdict verdict,
    double throughput,
    List<Reason> reasons,
    List<Factor> factors,
    List<Action> actions) {

  /** The outcome of a job. */
  public enum Verdict {
    /** The job runs all of its time on a worker type on which it is fastest. */
    FULL,
    /** The job runs, and could run faster or longer. */
    PARTIAL,
    /** The job gets no time now, but may get some later. */
    WAITING,
    /** The job can run nowhere in this cluster, even if it were alone. */
    NEVER
  }

  /**
   * One of the numbers whose product is a job's throughput. Immutable.
   *
   * @param kind the quantity
   * @param value its value
   */
  public record Factor(Kind kind, double value) {

    /** The quantities that factors measure; their product is the throughput. */
    public enum Kind {
      /** Throughput on the fastest worker type, in steps per second. */
      FASTEST("fastest type"),
      /** The fraction of time for which the job runs. */
      TIME("time"),
      /** Its average throughput while it runs, as a fraction of the fastest. */
      MIX("speed while it runs");

      private final String words;

      Kind(String words) {
        this.words = words;
      }

      @Override
      public String toString() {
        return words;
      }
    }
  }

  /**
   * The addition of one worker, and a bound on its effect that the prices of the allocation prove.
   * Immutable.
   *
   * <p>By weak duality the prices bound the optimum for every number of workers, not only near the
   * current one: one more improves the objective by at most {@code price}, and {@code d} more by at
   * most {@code d · price}; one fewer worsens it by at least that. This assumes that normalisers
   * such as equal shares stay the same, although they change with the cluster. {@link WhatIf} finds
   * the real effect by solving again.
   *
   * @param pool the pool that the worker joins
   * @param price in units of the objective
   * @param relative the price as a fraction of the objective; infinite if the objective is 0
   */
  public record Action(String pool, double price, double relative) {

    /**
     * Returns the action in words.
     *
     * @return without a full stop
     */
    public String text() {
      return String.format(
          Locale.ROOT,
          "one more worker of \"%s\" improves the policy's objective by at most %.4g (%.3g %% of"
              + " it)",
          pool,
          price,
          100 * relative);
    }
  }

  /**
   * The difference between the throughputs of two jobs, by factor. Immutable.
   *
   * @param first one job's id
   * @param second the other job's id
   * @param ratio the first throughput over the second; NaN if both are 0
   * @param factors the ratio of each factor, the one that differs most first; empty if one of the
   *     jobs can run nowhere or gets no time
   */
  public record Comparison(String first, String second, double ratio, List<Factor> factors) {

    /**
     * Copies the list.
     *
     * @param first one job's id
     * @param second the other job's id
     * @param ratio of throughputs
     * @param factors ratios
     */
    public Comparison {
      factors = List.copyOf(factors);
    }

    /**
     * Returns the comparison in one sentence.
     *
     * @return a sentence that names the factor that differs most
     */
    public String text() {
      if (factors.isEmpty()) {
        return Double.isNaN(ratio)
            ? "neither \"%s\" nor \"%s\" makes progress".formatted(first, second)
            : "only \"%s\" makes progress".formatted(ratio > 0 ? first : second);
      }
      Factor most = factors.get(0);
      return String.format(
          Locale.ROOT,
          "\"%s\" has %.4g times the throughput of \"%s\"; most of it is %s, %.4g times as large",
          first,
          ratio,
          second,
          most.kind(),
          most.value());
    }
  }

  /**
   * Copies the lists.
   *
   * @param jobId the job
   * @param verdict the outcome of the job
   * @param throughput steps per second
   * @param reasons at least one
   * @param factors of the throughput
   * @param actions additions of workers that would help
   * @throws IllegalArgumentException if there is no reason
   */
  public Explanation {
    reasons = List.copyOf(reasons);
    factors = List.copyOf(factors);
    actions = List.copyOf(actions);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("job \"%s\" has no reason".formatted(jobId));
    }
  }

  /**
   * Explains a job.
   *
   * @param allocation any
   * @param jobId the job's id
   * @return the explanation
   * @throws IllegalArgumentException if the id is unknown
   */
  public static Explanation of(Allocation allocation, String jobId) {
    return of(allocation, allocation.problem().indexOf(jobId));
  }

  /**
   * Explains a job.
   *
   * @param allocation any
   * @param m the job's index
   * @return the explanation
   */
  public static Explanation of(Allocation allocation, int m) {
    JobView job = new JobView(allocation, m);
    Verdict verdict = job.verdict();
    return new Explanation(
        job.id(),
        verdict,
        job.throughput(),
        job.reasons(verdict),
        job.factors(verdict),
        job.actions(verdict));
  }

  /**
   * Returns the reason whose removal would help most.
   *
   * @return the first reason
   */
  public Reason dominant() {
    return reasons.get(0);
  }

  /**
   * Compares two jobs and finds the factor that differs most.
   *
   * @param other another explanation, of the same allocation
   * @return the comparison
   */
  public Comparison compare(Explanation other) {
    double ratio = throughput / other.throughput;
    if (!(throughput > 0 && other.throughput > 0)) {
      return new Comparison(jobId, other.jobId, ratio, List.of());
    }
    List<Factor> ratios = new ArrayList<>();
    for (int i = 0; i < factors.size(); i++) {
      Factor own = factors.get(i);
      ratios.add(new Factor(own.kind(), own.value() / other.factors.get(i).value()));
    }
    ratios.sort((one, two) -> Double.compare(distance(two), distance(one)));
    return new Comparison(jobId, other.jobId, ratio, ratios);
  }

  private static double distance(Factor ratio) {
    return Math.abs(StrictMath.log(ratio.value()));
  }

  /**
   * Returns the explanation as human-readable text.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%s: %s, %.6g steps/s", jobId, verdict, throughput));
    for (Factor factor : factors) {
      text.append(factor.kind() == Factor.Kind.FASTEST ? " = " : " × ");
      text.append(String.format(Locale.ROOT, "%.4g (%s)", factor.value(), factor.kind()));
    }
    text.append('\n');
    reasons.forEach(reason -> text.append("  ").append(reason.text()).append('\n'));
    actions.forEach(action -> text.append("  ").append(action.text()).append('\n'));
    return text.toString();
  }

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

    /** Returns a number of workers, without decimals if it is an integer. */
    private static String count(double workers) {
      return say(workers == Math.rint(workers) ? "%.0f" : "%.4g", workers);
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
     * @param largest the workers of the largest pool on which it has a throughput, or of the pool
     * @param pool the pool that is too small for a co-gang; empty for other jobs
     */
    record GangTooLarge(int workers, int largest, Optional<String> pool) implements Reason {
      @Override
      public String text() {
        return pool.isPresent()
            ? say("it needs %s workers of %s at once; there are %s", workers, pool.get(), largest)
            : say(
                "it needs %s workers at once; the largest pool it can use has %s",
                workers, largest);
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
     * @param needed the workers that the job needs there at once
     * @param gain with all of its time there, or its idle time if that is more
     */
    record RoomUnused(String pool, double idle, double needed, double gain) implements Reason {
      @Override
      public String text() {
        return needed > 1 && idle < needed
            ? say(
                "%s workers of \"%s\" idle on average; it needs %s at once",
                count(idle), pool, count(needed))
            : say(
                "the policy leaves %s workers of \"%s\" idle; on free ones it would gain up to"
                    + " %.4g steps/s",
                count(idle), pool, gain);
      }
    }

    /**
     * A constraint that is used up stands against more throughput. Immutable.
     *
     * @param constraint the name of a constraint, or of a rule of a quota such as {@code
     *     limit:red:v100}
     * @param price the value of a looser bound, in units of the objective per unit of the bound; 0
     *     if the certificate has no price for it, or one of rounding errors
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
}
