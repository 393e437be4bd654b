package io.gavel.cli.demo;

import io.gavel.input.InputText;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A cluster of twelve GPUs, a synthetic throughput table and one day of jobs. Immutable.
 *
 * <p>A few jobs wait at the start of the day; the remaining jobs arrive in a Poisson process. A job
 * has a random type, runs on 1, 2 or 4 workers with probability 0.7, 0.2 and 0.1, and takes a
 * log-uniform time between one and ten hours on an a100.
 *
 * @param seed seed of the job generator
 * @param cluster twelve workers of three types
 * @param table throughputs
 * @param jobs the jobs, in order of arrival
 */
public record DemoScenario(long seed, Cluster cluster, ThroughputTable table, List<TraceJob> jobs) {

  private static final String TABLE = "throughputs.json";
  private static final String REFERENCE = "a100";
  private static final double DAY_SECONDS = 24 * 3600;
  private static final double MEAN_GAP_SECONDS = 2100;
  private static final int WAITING_AT_START = 14;
  private static final double SHORTEST_SECONDS = 3600;
  private static final double LONGEST_SECONDS = 36000;

  /**
   * Copies the list.
   *
   * @param seed seed of the job generator
   * @param cluster the worker types
   * @param table throughputs
   * @param jobs the jobs, in order of arrival
   */
  public DemoScenario {
    jobs = List.copyOf(jobs);
  }

  /**
   * Generates the scenario; equal seeds give equal scenarios.
   *
   * @param seed seed of the job generator
   * @return the scenario
   */
  public static DemoScenario create(long seed) {
    Cluster cluster =
        Cluster.of(
            new WorkerType("h100", 4).withPricePerHour(3.20).withWorkersPerServer(4),
            new WorkerType("a100", 4).withPricePerHour(1.80).withWorkersPerServer(4),
            new WorkerType("t4", 4).withPricePerHour(0.35).withWorkersPerServer(2));
    ThroughputTable table = ThroughputTableReader.read(new InputText(Path.of(TABLE), tableText()));
    return new DemoScenario(seed, cluster, table, jobs(new Random(seed), table));
  }

  /** Returns the text of the throughput table. */
  private static String tableText() {
    return InputText.resource(DemoScenario.class, TABLE);
  }

  /**
   * Returns the scenario as input files of {@code gavel simulate}.
   *
   * @return texts by the names of the files: throughput table, trace and prices
   */
  public Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(TABLE, tableText());
    StringBuilder trace = new StringBuilder("job_id,arrival_s,job_type,total_steps,scale_factor\n");
    for (TraceJob job : jobs) {
      JobKind kind = job.kind();
      trace.append(
          "%s,%s,%s,%s,%s\n"
              .formatted(
                  job.id(),
                  job.arrivalSeconds(),
                  kind.jobType(),
                  job.totalSteps(),
                  kind.scaleFactor()));
    }
    files.put("trace.csv", trace.toString());
    StringBuilder prices = new StringBuilder("worker_type,usd_per_hour\n");
    cluster
        .types()
        .forEach(type -> prices.append("%s,%s\n".formatted(type.name(), type.pricePerHour())));
    files.put("prices.csv", prices.toString());
    return files;
  }

  /**
   * Returns the cluster as option {@code --cluster} takes it.
   *
   * @return {@code TYPE=N/SERVER,...}
   */
  public String clusterOption() {
    return cluster.types().stream()
        .map(type -> "%s=%s/%s".formatted(type.name(), type.workers(), type.workersPerServer()))
        .collect(Collectors.joining(","));
  }

  private static List<TraceJob> jobs(Random random, ThroughputTable table) {
    List<TraceJob> jobs = new ArrayList<>();
    List<String> types = table.kinds().stream().map(JobKind::jobType).distinct().toList();
    double arrival = 0;
    while (arrival < DAY_SECONDS) {
      JobKind kind = new JobKind(types.get(random.nextInt(types.size())), gang(random));
      double spread = StrictMath.log(LONGEST_SECONDS / SHORTEST_SECONDS);
      double seconds = SHORTEST_SECONDS * StrictMath.exp(spread * random.nextDouble());
      double steps = Math.rint(seconds * table.stepsPerSecond(REFERENCE, kind).orElseThrow());
      jobs.add(
          new TraceJob(
              String.valueOf(jobs.size()),
              arrival,
              kind,
              steps,
              1,
              OptionalDouble.empty(),
              OptionalDouble.empty()));
      if (jobs.size() >= WAITING_AT_START) {
        arrival += Math.rint(-MEAN_GAP_SECONDS * StrictMath.log(1 - random.nextDouble()));
      }
    }
    return jobs;
  }

  private static int gang(Random random) {
    double u = random.nextDouble();
    return u < 0.7 ? 1 : u < 0.9 ? 2 : 4;
  }
}
