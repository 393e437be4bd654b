package io.gavel.estimator.throughput;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Learns throughputs from the reports of running jobs, such that no job gains from a wrong report.
 *
 * <p>A job's throughput on a worker type is, in this order,
 *
 * <ol>
 *   <li>the median of the reports of at least a {@linkplain ReportRules#quorum quorum} of
 *       <em>other</em> jobs of its type. The job's own reports do not matter then, so it cannot
 *       gain; as long as fewer than half of the reports are wrong, the median is between two
 *       correct ones;
 *   <li>the {@linkplain #withMeasured measurement} of its type or, without one, the median of its
 *       own and the few other reports. Reports count within the interval that follows from the
 *       other data. Outside, the lower end counts, so that an impossible report is no advantage;
 *   <li>the estimate from all of this.
 * </ol>
 *
 * <p>The jobs that reported last count, twice the quorum and one more, and each counts once, with
 * the median of its last {@value #KEPT} reports. So a change is followed once more than half of
 * them have sent three reports of it, and one job's last two reports alone do nothing. Reports age:
 * after {@link ReportRules#maxAgeSeconds} they count no more, and the throughput falls back to the
 * other data.
 *
 * <p>Only a quorum tells a change from a lie. A job alone that changes is found to {@linkplain
 * ReportVerdict#DEVIATES deviate} and is not believed; measure it, and call {@link #withMeasured}.
 * A job that does not report keeps its estimate; do not let it choose to.
 *
 * <p>Immutable: every report makes a new value, which the caller keeps. May be shared by threads.
 */
public final class ReportedThroughputs {

  /** The number of reports of a job that its median is taken from. */
  private static final int KEPT = 5;

  /** The job that has not reported for the longest time; ties by id, for the same answer always. */
  private static final Comparator<Map.Entry<String, List<ProgressReport>>> OLDEST =
      Comparator.<Map.Entry<String, List<ProgressReport>>>comparingDouble(
              each -> last(each.getValue()).atSeconds())
          .thenComparing(Map.Entry.comparingByKey());

  /** One throughput: that of a job type on a worker type. */
  private record Entry(String jobType, String workerType) {}

  private final IsolatedThroughputs model;
  private final ReportRules rules;
  private final Map<String, Map<String, Double>> measured; // by job type and worker type
  private final Map<Entry, Map<String, List<ProgressReport>>> reports; // by job, oldest first

  private ReportedThroughputs(
      IsolatedThroughputs model,
      ReportRules rules,
      Map<String, Map<String, Double>> measured,
      Map<Entry, Map<String, List<ProgressReport>>> reports) {
    this.model = model;
    this.rules = rules;
    this.measured = measured;
    this.reports = reports;
  }

  /**
   * Starts without reports.
   *
   * @param model estimates throughputs without measurements and reports
   * @param rules the conditions under which reports count
   * @return throughputs without measurements and reports
   */
  public static ReportedThroughputs of(IsolatedThroughputs model, ReportRules rules) {
    return new ReportedThroughputs(model, rules, Map.of(), Map.of());
  }

  /**
   * Adds trusted measurements, and drops earlier reports of the same throughputs.
   *
   * @param jobType a job type
   * @param stepsPerSecond throughputs by worker type, each finite and {@code > 0}
   * @return a copy
   * @throws IllegalArgumentException if a worker type is unknown or a throughput is not as
   *     described
   */
  public ReportedThroughputs withMeasured(String jobType, Map<String, Double> stepsPerSecond) {
    Require.name(jobType, "job type");
    Map<String, Double> row = new HashMap<>(measured.getOrDefault(jobType, Map.of()));
    Map<Entry, Map<String, List<ProgressReport>>> left = new HashMap<>(reports);
    stepsPerSecond.forEach(
        (workerType, rate) -> {
          requireKnown(workerType);
          row.put(workerType, Require.positive(rate, "throughput of a measurement", jobType));
          left.remove(new Entry(jobType, workerType));
        });
    Map<String, Map<String, Double>> rows = new HashMap<>(measured);
    rows.put(jobType, Map.copyOf(row));
    return new ReportedThroughputs(model, rules, Map.copyOf(rows), Map.copyOf(left));
  }

  /**
   * Adds a report. A report that is not newer than the last one of its job on the worker type is
   * ignored.
   *
   * @param report the report of a job
   * @return a copy
   * @throws IllegalArgumentException if the worker type is unknown
   */
  public ReportedThroughputs withReport(ProgressReport report) {
    requireKnown(report.workerType());
    Entry entry = new Entry(report.jobType(), report.workerType());
    Map<String, List<ProgressReport>> byJob = new HashMap<>(reports.getOrDefault(entry, Map.of()));
    List<ProgressReport> own = new ArrayList<>(byJob.getOrDefault(report.jobId(), List.of()));
    if (!own.isEmpty() && last(own).atSeconds() >= report.atSeconds()) {
      return this;
    }
    own.add(report);
    byJob.put(report.jobId(), List.copyOf(own.subList(Math.max(0, own.size() - KEPT), own.size())));
    byJob.values().removeIf(sent -> !isFresh(last(sent), report.atSeconds()));
    if (byJob.size() > heard()) {
      byJob.remove(Collections.min(byJob.entrySet(), OLDEST).getKey());
    }
    Map<Entry, Map<String, List<ProgressReport>>> more = new HashMap<>(reports);
    more.put(entry, Map.copyOf(byJob));
    return new ReportedThroughputs(model, rules, measured, Map.copyOf(more));
  }

  /** Returns the number of jobs whose reports are kept: twice the quorum and one more. */
  private long heard() {
    return 2L * rules.quorum() + 1;
  }

  private void requireKnown(String workerType) {
    if (!model.workerTypes().contains(workerType)) {
      throw Require.unknown("worker type", workerType, model.workerTypes());
    }
  }

  /**
   * Returns the throughputs for decisions.
   *
   * @param jobId the job; it need not have reported
   * @param jobType its type; it need not be known
   * @param nowSeconds the time, for the age of reports
   * @return the job's throughputs; throughputs from reports have the noise of one report
   */
  public IsolatedEstimate estimate(String jobId, String jobType, double nowSeconds) {
    Map<String, Double> known = known(jobId, jobType, nowSeconds);
    Map<String, Double> reported = new HashMap<>();
    for (String workerType : model.workerTypes()) {
      Entry entry = new Entry(jobType, workerType);
      believed(others(entry, jobId, nowSeconds))
          .or(() -> ofFew(entry, jobId, nowSeconds, limits(known, entry)))
          .ifPresent(rate -> reported.put(workerType, rate));
    }
    known.putAll(reported);
    return estimate(known).withNoise(reported.keySet(), rules.noise());
  }

  /**
   * Returns the reports of few jobs, within the possible interval; empty without reports or if it
   * was measured.
   */
  private Optional<Double> ofFew(Entry entry, String jobId, double now, Interval limits) {
    Map<String, Double> locations = locations(entry, now);
    if (!limits.contains(locations.getOrDefault(jobId, limits.low()))) {
      return Optional.of(limits.low());
    }
    double[] few =
        locations.values().stream().mapToDouble(rate -> rate).filter(limits::contains).toArray();
    return few.length == 0 || measurement(entry).isPresent()
        ? Optional.empty()
        : Optional.of(median(few));
  }

  private IsolatedEstimate estimate(Map<String, Double> known) {
    return known.isEmpty() ? model.unmeasured() : model.estimate(known);
  }

  /**
   * Judges the reports of a job by all other data.
   *
   * @param jobId the job
   * @param jobType its type
   * @param workerType a worker type
   * @param nowSeconds the time, for the age of reports
   * @return the verdict on the median of its last reports
   * @throws IllegalArgumentException if the worker type is unknown
   */
  public ReportVerdict verdict(String jobId, String jobType, String workerType, double nowSeconds) {
    requireKnown(workerType);
    Entry entry = new Entry(jobType, workerType);
    Optional<Double> own = Optional.ofNullable(locations(entry, nowSeconds).get(jobId));
    if (own.isEmpty()) {
      return ReportVerdict.NONE;
    }
    double[] others = others(entry, jobId, nowSeconds);
    Optional<Double> measurement = measurement(entry);
    Optional<Double> agreed = believed(others);
    if (agreed.isEmpty()) {
      Interval limits = limits(known(jobId, jobType, nowSeconds), entry);
      return limits.contains(own.get()) ? ReportVerdict.AGREES : ReportVerdict.DEVIATES;
    }
    if (!agree(own.get(), agreed.get(), others.length)) {
      return ReportVerdict.DEVIATES;
    }
    boolean changed =
        measurement.isPresent() && !agree(measurement.get(), agreed.get(), others.length);
    return changed ? ReportVerdict.DRIFT : ReportVerdict.AGREES;
  }

  /** Returns whether a value agrees with the median of other values. */
  private boolean agree(double rate, double median, int others) {
    return Math.abs(StrictMath.log(rate / median)) <= width(others);
  }

  /**
   * Returns the largest accepted distance of a value from the median of other values. The median of
   * n normal values has a variance of at most π / 2n of theirs, and each value is no wider than a
   * single report.
   */
  private double width(int others) {
    return rules.deviations() * rules.noise() * Math.sqrt(1 + Math.PI / (2 * others));
  }

  /**
   * Returns the data on a job without its own reports: the reports of a quorum of other jobs, or
   * measurements.
   */
  private Map<String, Double> known(String jobId, String jobType, double now) {
    Map<String, Double> known = new HashMap<>(measured.getOrDefault(jobType, Map.of()));
    for (String workerType : model.workerTypes()) {
      believed(others(new Entry(jobType, workerType), jobId, now))
          .ifPresent(rate -> known.put(workerType, rate));
    }
    return known;
  }

  private Optional<Double> measurement(Entry entry) {
    return Optional.ofNullable(
        measured.getOrDefault(entry.jobType(), Map.of()).get(entry.workerType()));
  }

  /**
   * Returns the interval within which few reports count: near the measurement or, without one, the
   * estimate.
   */
  private Interval limits(Map<String, Double> known, Entry entry) {
    Optional<Double> exact = measurement(entry);
    Interval interval =
        exact
            .map(rate -> new Interval(rate, rate))
            .orElseGet(() -> estimate(known).interval(entry.workerType(), rules.level()));
    double noise = StrictMath.exp(width(1));
    return new Interval(interval.low() / noise, interval.high() * noise);
  }

  private Optional<Double> believed(double[] others) {
    return others.length >= rules.quorum() ? Optional.of(median(others)) : Optional.empty();
  }

  private double[] others(Entry entry, String jobId, double now) {
    return locations(entry, now).entrySet().stream()
        .filter(each -> !each.getKey().equals(jobId))
        .mapToDouble(Map.Entry::getValue)
        .toArray();
  }

  /** Returns the median of the fresh reports of each job. */
  private Map<String, Double> locations(Entry entry, double now) {
    Map<String, Double> locations = new HashMap<>();
    reports
        .getOrDefault(entry, Map.of())
        .forEach(
            (job, sent) -> {
              double[] fresh =
                  sent.stream()
                      .filter(report -> isFresh(report, now))
                      .mapToDouble(ProgressReport::stepsPerSecond)
                      .toArray();
              if (fresh.length > 0) {
                locations.put(job, median(fresh));
              }
            });
    return locations;
  }

  private boolean isFresh(ProgressReport report, double now) {
    return now - report.atSeconds() <= rules.maxAgeSeconds();
  }

  private static ProgressReport last(List<ProgressReport> sent) {
    return sent.get(sent.size() - 1);
  }

  /**
   * Returns the middle value; of an even number the lower one, which does not depend on rounding.
   */
  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  @Override
  public String toString() {
    return "ReportedThroughputs[%s measured job types, %s reported throughputs]"
        .formatted(measured.size(), reports.size());
  }

  /** The verdict on a job's reports of a throughput. */
  public enum ReportVerdict {

    /** The job has not reported the throughput, or too long ago. */
    NONE,

    /** The reports agree with the other reports and measurements. */
    AGREES,

    /**
     * The reports differ from the measurement, and enough other jobs confirm them: the measurement
     * is outdated.
     */
    DRIFT,

    /**
     * The reports differ from other reports and measurements, and no job confirms them: they are
     * not believed.
     */
    DEVIATES
  }

  /**
   * A job's report of its throughput alone on a worker type during a lease. The report may be
   * wrong. Immutable.
   *
   * @param jobId the reporting job
   * @param jobType the job type; jobs of a type have the same throughputs
   * @param workerType where it ran
   * @param atSeconds when the lease ended, finite
   * @param stepsPerSecond the claimed throughput, finite and {@code > 0}
   */
  public record ProgressReport(
      String jobId, String jobType, String workerType, double atSeconds, double stepsPerSecond) {

    /**
     * Checks the components.
     *
     * @param jobId not empty
     * @param jobType not empty
     * @param workerType not empty
     * @param atSeconds finite
     * @param stepsPerSecond finite and {@code > 0}
     * @throws IllegalArgumentException if a component is not as described
     */
    public ProgressReport {
      Require.name(jobId, "job of a report");
      Require.name(jobType, "job type of a report", jobId);
      Require.name(workerType, "worker type of a report", jobId);
      Require.finite(atSeconds, "time of a report", jobId);
      Require.positive(stepsPerSecond, "throughput of a report", jobId);
    }
  }
}
