package io.gavel.reproduction.related;

import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.input.ServiceReader;
import io.gavel.input.ServiceReader.Service;
import io.gavel.workload.JobKind;
import io.gavel.workload.PythonRandom;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Jobs of Microsoft's Philly clusters, scaled to a testbed: durations of more than an hour divided
 * by thirty, at most two hours, with their gang sizes. The shortest then take two minutes, as in
 * the trace of the Tiresias artifact. All have one job type.
 */
public final class PhillyJobs {

  private static final String FILE = "gavel-philly-durations/philly_job_distribution.csv";
  private static final String TYPE = "ResNet-50 (batch size 64)";
  private static final double PART = 1.0 / 30;
  private static final double MOST_SECONDS = 7200;

  private PhillyJobs() {}

  /**
   * Generates short jobs with Poisson arrivals.
   *
   * @param count number of jobs
   * @param jobsPerHour mean arrival rate
   * @return the source of jobs
   */
  public static JobSource of(int count, double jobsPerHour) {
    return new JobSource(
        "%s short jobs as on Philly, %s an hour".formatted(count, jobsPerHour),
        PublishedData::simulated,
        (publishedData, seed) -> jobs(publishedData, count, jobsPerHour, seed));
  }

  private static Iterator<TraceJob> jobs(
      PublishedData publishedData, int count, double jobsPerHour, long seed) {
    ThroughputTable table = publishedData.simulated();
    List<Service> services = ServiceReader.read(publishedData.file(FILE));
    PythonRandom random = new PythonRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < count; i++) {
      Service service = services.get(random.below(services.size()));
      JobKind kind = new JobKind(TYPE, service.workers());
      double seconds = Math.min(service.seconds() * PART, MOST_SECONDS);
      double steps = seconds * table.stepsPerSecond("v100", kind).orElseThrow();
      OptionalDouble duration = OptionalDouble.of(seconds);
      jobs.add(
          new TraceJob(
              Integer.toString(i), arrival, kind, steps, 1, OptionalDouble.empty(), duration));
      arrival += random.gapSeconds(jobsPerHour);
    }
    return jobs.iterator();
  }
}
