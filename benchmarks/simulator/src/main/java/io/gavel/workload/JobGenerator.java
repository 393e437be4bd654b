package io.gavel.workload;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.util.FastMath;

/**
 * Generates the endless job list of Gavel's simulations (its §7.1), job for job as the published
 * program does for the same seed. Durations on a reference type are from half an hour to a week,
 * drawn in powers of ten; arrivals are a Poisson process. Powers and logarithms come from Commons
 * Math, which gives the same bits on every platform; in about one of a thousand jobs the last bit
 * differs from the published lists. Mutable; not thread-safe.
 */
public final class JobGenerator implements Iterator<TraceJob> {

  /**
   * The size of a job on a share of a worker.
   *
   * @param gpuMilli thousandths of a worker
   * @param percent of the jobs
   */
  public record Share(int gpuMilli, int percent) {}

  /** The sizes of generated jobs on shares, ascending; a hundred per cent in all. */
  public static final List<Share> SHARES =
      List.of(
          new Share(200, 20),
          new Share(300, 20),
          new Share(500, 25),
          new Share(700, 15),
          new Share(Job.WHOLE_WORKER, 20));

  private final Workload workload;
  private final ThroughputTable table;
  private final PythonRandom jobs;
  private final PythonRandom gaps;
  private final PythonRandom slos;
  private final Deque<Integer> toFill = new ArrayDeque<>(); // workers to fill, by worker type
  private double arrival;
  private int id;

  /**
   * Creates a generator whose first job arrives at time 0.
   *
   * @param workload the distribution of jobs
   * @param table throughputs, which convert durations into steps
   * @param seed at least 0
   */
  public JobGenerator(Workload workload, ThroughputTable table, long seed) {
    this.workload = workload;
    this.table = table;
    this.jobs = new PythonRandom(seed + 2);
    this.gaps = new PythonRandom(seed + 3);
    this.slos = new PythonRandom(seed + 6);
  }

  /**
   * Fills the cluster at time 0, as an option of the published program does: before all other jobs,
   * enough jobs arrive to occupy all workers, one worker type after the other.
   *
   * @param cluster the cluster to fill
   * @return this generator
   * @throws IllegalStateException if a job has been generated already
   */
  public JobGenerator behindFull(Cluster cluster) {
    if (id > 0) {
      throw new IllegalStateException("%s jobs have been generated already".formatted(id));
    }
    cluster.types().stream() // the order in which the published program registers them
        .sorted(Comparator.comparing(WorkerType::name))
        .filter(type -> type.workers() > 0)
        .forEach(type -> toFill.add(type.workers()));
    return this;
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public TraceJob next() {
    if (!toFill.isEmpty()) {
      TraceJob job = draw();
      int left = toFill.remove() - job.kind().scaleFactor();
      if (left > 0) {
        toFill.addFirst(left);
      }
      return job;
    }
    TraceJob job = draw();
    if (workload.meanGapSeconds() > 0) {
      arrival += -FastMath.log(1 - gaps.random()) / (1 / workload.meanGapSeconds());
    }
    return job;
  }

  /** Draws the job that arrives now. */
  private TraceJob draw() {
    int gpuMilli = workload.shares() ? gpuMilli(jobs.uniform(0, 1)) : Job.WHOLE_WORKER;
    int drawn = scaleFactor(jobs.uniform(0, 1));
    int scaleFactor = workload.gangs() && gpuMilli == Job.WHOLE_WORKER ? drawn : 1;
    double seconds = 60 * minutes();
    JobTemplate template = template(scaleFactor);
    JobKind kind = new JobKind(template.jobType(), scaleFactor);
    double steps = seconds * rate(kind);
    boolean urgent = workload.priorities() && jobs.uniform(0, 1) <= 0.2;
    OptionalDouble slo = workload.slos() ? OptionalDouble.of(slo()) : OptionalDouble.empty();
    return new TraceJob(
        Integer.toString(id++),
        arrival,
        kind,
        gpuMilli,
        steps,
        urgent ? 5 : 1,
        slo,
        OptionalDouble.of(seconds),
        Optional.empty(),
        Collections.emptySortedMap(),
        0);
  }

  private static int gpuMilli(double u) {
    int percent = 0;
    for (Share share : SHARES) {
      percent += share.percent();
      if (u < percent / 100.0) {
        return share.gpuMilli();
      }
    }
    throw new IllegalArgumentException("%s is drawn; it must be below 1".formatted(u));
  }

  private static int scaleFactor(double u) {
    if (u > 0.95) {
      return 8;
    }
    if (u > 0.8) {
      return 4;
    }
    return u >= 0.7 ? 2 : 1;
  }

  private double minutes() {
    if (workload.fixedMinutes().isPresent()) {
      return workload.fixedMinutes().getAsDouble();
    }
    boolean isLong = jobs.random() >= 0.8;
    return FastMath.pow(10, isLong ? jobs.uniform(3, 4) : jobs.uniform(1.5, 3));
  }

  private JobTemplate template(int scaleFactor) {
    JobTemplate template = choice();
    while (scaleFactor > 1 && !template.distributed()) {
      template = choice();
    }
    return template;
  }

  private JobTemplate choice() {
    return workload.templates().get(jobs.below(workload.templates().size()));
  }

  private double rate(JobKind kind) {
    return table
        .stepsPerSecond(workload.referenceType(), kind)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "the throughput table has no %s workers of type \"%s\", the reference of durations"
                        .formatted(kind, workload.referenceType())));
  }

  private double slo() {
    double u = slos.uniform(0, 1);
    if (u < 0.33) {
      return 1.2;
    }
    return u < 0.67 ? 2 : 10;
  }
}
