package io.gavel.simulator;

import io.gavel.estimator.throughput.ReportRules;
import io.gavel.estimator.throughput.ReportedThroughputs;
import io.gavel.policies.explain.Staleness;
import io.gavel.policies.lp.variant.Exploring;
import java.util.Map;
import java.util.Optional;

/**
 * Learning of the throughputs of jobs alone, for policies that must not read them from the table.
 * Some job types are references whose throughputs are known. Every other type is new: it was
 * measured on a few worker types before its first job arrives. Each job then reports its throughput
 * after each lease, with noise, and the policy decides with what {@link ReportedThroughputs} makes
 * of the reports. Where a job can run is known. Immutable.
 *
 * @param rules when reports are believed; their noise is also that of the reports
 * @param references the number of reference job types
 * @param measured on how many worker types each new job type was measured
 * @param exploration the share of time to {@linkplain Exploring explore}; 0 = none
 * @param worthwhile decide again if that could gain more than this part ({@link Staleness})
 * @param drift a change of all throughputs; empty = none
 * @param lies by what factor jobs misreport, by id; other jobs are honest
 * @param seed seed of references, measurements, noise and drift
 */
public record Learning(
    ReportRules rules,
    int references,
    int measured,
    double exploration,
    double worthwhile,
    Optional<Drift> drift,
    Map<String, Double> lies,
    long seed) {

  /** The largest ratio of the ends of an interval that need not be explored. */
  static final double WIDE = 1.5;

  /**
   * A change of throughputs, such as new libraries: from a time on, each job type is faster or
   * slower on one worker type, drawn by the seed. Immutable.
   *
   * @param atSeconds when, finite and at least 0
   * @param factor of the throughput, finite and {@code > 0}
   */
  public record Drift(double atSeconds, double factor) {

    /**
     * Checks the numbers.
     *
     * @param atSeconds finite and at least 0
     * @param factor finite and {@code > 0}
     * @throws IllegalArgumentException naming the number that is out of range
     */
    public Drift {
      require(atSeconds, atSeconds >= 0, "time of a drift", "finite and ≥ 0");
      require(factor, factor > 0, "factor of a drift", "finite and > 0");
    }
  }

  /**
   * Checks the components.
   *
   * @param rules when reports are believed
   * @param references at least 1
   * @param measured at least 0
   * @param exploration at least 0 and below 1
   * @param worthwhile finite and at least 0
   * @param drift a change of all throughputs
   * @param lies factors, finite and {@code > 0}
   * @param seed any number
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public Learning {
    require(references, references >= 1, "number of references", "at least 1");
    require(measured, measured >= 0, "number of measured worker types", "at least 0");
    require(
        exploration,
        exploration >= 0 && exploration < 1,
        "share of time to explore",
        "at least 0 and below 1");
    require(worthwhile, worthwhile >= 0, "part that a new decision must gain", "finite and ≥ 0");
    lies = Map.copyOf(lies);
    lies.forEach(
        (job, factor) ->
            require(factor, factor > 0, "factor of reports of " + job, "finite and > 0"));
  }

  private static void require(Number value, boolean allowed, String what, String range) {
    if (!allowed || !Double.isFinite(value.doubleValue())) {
      throw new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, range));
    }
  }

  /**
   * Learning from two measurements of each new type and from honest reports, without exploration,
   * with a new decision if it could gain more than 2 %.
   *
   * @param maxAgeSeconds after which time reports count no more, {@code > 0}; may be infinite
   * @param references the number of reference job types, at least 1
   * @param seed seed of references, measurements and noise
   * @return the learning
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public static Learning standard(double maxAgeSeconds, int references, long seed) {
    return new Learning(
        ReportRules.standard(maxAgeSeconds),
        references,
        2,
        0,
        0.02,
        Optional.empty(),
        Map.of(),
        seed);
  }

  /**
   * Returns a copy that explores.
   *
   * @param share of all time, at least 0 and below 1
   * @return a copy
   */
  public Learning exploring(double share) {
    return new Learning(rules, references, measured, share, worthwhile, drift, lies, seed);
  }

  /**
   * Returns a copy with another number of measurements.
   *
   * @param workerTypes on how many worker types each new job type was measured, at least 0
   * @return a copy
   */
  public Learning measuring(int workerTypes) {
    return new Learning(rules, references, workerTypes, exploration, worthwhile, drift, lies, seed);
  }

  /**
   * Returns a copy in which throughputs change.
   *
   * @param change when, and by what factor
   * @return a copy
   */
  public Learning with(Drift change) {
    return new Learning(
        rules, references, measured, exploration, worthwhile, Optional.of(change), lies, seed);
  }

  /**
   * Returns a copy in which jobs misreport.
   *
   * @param factors by job id; all other jobs are honest
   * @return a copy
   */
  public Learning lying(Map<String, Double> factors) {
    return new Learning(rules, references, measured, exploration, worthwhile, drift, factors, seed);
  }
}
