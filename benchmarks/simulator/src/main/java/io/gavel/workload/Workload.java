package io.gavel.workload;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The distribution of generated jobs. Immutable.
 *
 * @param jobsPerHour mean arrival rate; 0 = all at time 0
 * @param gangs whether there are jobs on 2, 4 and 8 workers
 * @param shares whether four fifths of the jobs take 200, 300, 500 or 700 thousandths of a worker
 * @param priorities whether one fifth of the jobs has weight 5
 * @param slos whether jobs have deadlines, of 1.2, 2 or 10 times their duration
 * @param fixedMinutes the duration of all jobs; empty = drawn
 * @param referenceType the worker type to which durations refer
 * @param templates the job types to draw from
 */
public record Workload(
    double jobsPerHour,
    boolean gangs,
    boolean shares,
    boolean priorities,
    boolean slos,
    OptionalDouble fixedMinutes,
    String referenceType,
    List<JobTemplate> templates) {

  private static final int[] GANGS = {2, 4, 8};
  private static final double LEAST_RATE = 1e-6; // a job a century

  /**
   * Checks the numbers.
   *
   * @param jobsPerHour finite and at least 10^-6, or 0
   * @param gangs whether there are gangs
   * @param shares whether there are shares
   * @param priorities whether there are weights
   * @param slos whether there are deadlines
   * @param fixedMinutes finite and greater than 0, if given
   * @param referenceType a worker type's name
   * @param templates at least one, and with gangs at least one distributed one
   * @throws IllegalArgumentException naming the parameter that is out of range
   */
  public Workload {
    boolean arriving = jobsPerHour >= LEAST_RATE && jobsPerHour < Double.POSITIVE_INFINITY;
    if (!arriving && jobsPerHour != 0) {
      throw new IllegalArgumentException(
          "rate is %s jobs per hour; it must be 0, or finite and at least %s"
              .formatted(jobsPerHour, LEAST_RATE));
    }
    double minutes = fixedMinutes.orElse(1);
    if (!(minutes > 0) || minutes == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "duration is %s minutes; it must be finite and greater than 0".formatted(minutes));
    }
    templates = List.copyOf(templates);
    if (templates.isEmpty() || (gangs && templates.stream().noneMatch(JobTemplate::distributed))) {
      throw new IllegalArgumentException(
          "templates are %s; they must be at least one, and with gangs at least one distributed one"
              .formatted(templates));
    }
  }

  /**
   * Returns the published workload of single-worker jobs, with durations on {@code v100}.
   *
   * @param jobsPerHour mean arrival rate; 0 = all at time 0
   * @return a workload without gangs, priorities and deadlines
   */
  public static Workload published(double jobsPerHour) {
    return new Workload(
        jobsPerHour,
        false,
        false,
        false,
        false,
        OptionalDouble.empty(),
        "v100",
        JobTemplate.published());
  }

  /**
   * Returns a workload of the job types of a table: the published workload if the table has one of
   * its types, else all types that run on one worker, each as likely as another. Their durations
   * refer to {@code v100} or, if a type does not run there, to the first worker type that runs all;
   * jobs on 2, 4 and 8 workers of it are distributed.
   *
   * @param jobsPerHour mean arrival rate; 0 = all at time 0
   * @param table throughputs
   * @return a workload without gangs, priorities and deadlines
   * @throws InvalidInputException if no worker type runs all types
   */
  public static Workload of(double jobsPerHour, ThroughputTable table) {
    Workload published = published(jobsPerHour);
    List<String> types =
        table.kinds().stream()
            .filter(kind -> kind.scaleFactor() == 1)
            .map(JobKind::jobType)
            .toList();
    if (published.templates.stream().anyMatch(template -> types.contains(template.jobType()))) {
      return published;
    }
    String reference =
        Stream.concat(Stream.of(published.referenceType), table.workerTypes().stream())
            .filter(on -> types.stream().allMatch(type -> runs(table, on, type, 1)))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "no worker type of the throughput table runs all job types, to which"
                            + " durations of generated jobs could refer"));
    List<JobTemplate> own =
        types.stream()
            .map(
                type ->
                    new JobTemplate(
                        type,
                        IntStream.of(GANGS).allMatch(size -> runs(table, reference, type, size))))
            .toList();
    return new Workload(
        jobsPerHour, false, false, false, false, OptionalDouble.empty(), reference, own);
  }

  private static boolean runs(ThroughputTable table, String workerType, String type, int size) {
    return table.stepsPerSecond(workerType, new JobKind(type, size)).orElse(0) > 0;
  }

  /**
   * Returns a copy with jobs on 2, 4 and 8 workers.
   *
   * @return a copy
   */
  public Workload withGangs() {
    return new Workload(
        jobsPerHour, true, shares, priorities, slos, fixedMinutes, referenceType, templates);
  }

  /**
   * Returns a copy in which one fifth of the jobs takes one worker (or a gang), one fifth each 200
   * and 300, one quarter 500, and the remaining jobs 700 thousandths of a worker.
   *
   * @return a copy
   */
  public Workload withShares() {
    return new Workload(
        jobsPerHour, gangs, true, priorities, slos, fixedMinutes, referenceType, templates);
  }

  /**
   * Returns a copy in which one fifth of the jobs has weight 5.
   *
   * @return a copy
   */
  public Workload withPriorities() {
    return new Workload(
        jobsPerHour, gangs, shares, true, slos, fixedMinutes, referenceType, templates);
  }

  /**
   * Returns the mean time between two arrivals.
   *
   * @return seconds; 0 = all at once
   */
  double meanGapSeconds() {
    return jobsPerHour > 0 ? 3600 / jobsPerHour : 0;
  }
}
