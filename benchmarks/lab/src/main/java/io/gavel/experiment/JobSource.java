package io.gavel.experiment;

import io.gavel.input.TraceReader;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobTemplate;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A source of jobs for simulations. Immutable.
 *
 * @param words a description with all settings that affect the result
 * @param table the throughput table of the jobs
 * @param jobs creates the jobs
 */
public record JobSource(String words, Function<PublishedData, ThroughputTable> table, Jobs jobs) {

  /** Creates jobs. */
  @FunctionalInterface
  public interface Jobs {

    /**
     * Creates the jobs of a run.
     *
     * @param publishedData the published data
     * @param seed seed of all draws
     * @return the jobs, in order of arrival
     */
    Iterator<TraceJob> of(PublishedData publishedData, long seed);
  }

  /**
   * Returns an endless source of generated jobs.
   *
   * @param workload the distribution of jobs
   * @return the source
   */
  public static JobSource endless(Workload workload) {
    return new JobSource(
        words(workload),
        PublishedData::simulated,
        (publishedData, seed) -> new JobGenerator(workload, publishedData.simulated(), seed));
  }

  /**
   * Returns a source of a number of generated jobs.
   *
   * @param workload the distribution of jobs
   * @param count number of jobs
   * @return the source
   */
  public static JobSource of(Workload workload, int count) {
    return new JobSource(
        "the first %s of %s".formatted(count, words(workload)),
        PublishedData::simulated,
        (publishedData, seed) -> {
          JobGenerator generator = new JobGenerator(workload, publishedData.simulated(), seed);
          return IntStream.range(0, count).mapToObj(i -> generator.next()).iterator();
        });
  }

  /**
   * Returns a source of generated gangs of one size, all at time 0.
   *
   * @param workers workers per gang: 2, 4 or 8
   * @param count number of jobs
   * @return the source
   */
  public static JobSource gangs(int workers, int count) {
    Workload workload = Workload.published(0).withGangs();
    return new JobSource(
        "the first %s of %s workers of %s".formatted(count, workers, words(workload)),
        PublishedData::simulated,
        (publishedData, seed) ->
            Stream.generate(new JobGenerator(workload, publishedData.simulated(), seed)::next)
                .filter(job -> job.kind().scaleFactor() == workers)
                .limit(count)
                .iterator());
  }

  /**
   * Returns the jobs of a trace of Gavel's physical cluster, equal for all seeds.
   *
   * @param file path relative to the data folder
   * @return the source
   */
  public static JobSource physicalTrace(String file) {
    return new JobSource(
        file,
        PublishedData::physical,
        (publishedData, seed) ->
            TraceReader.read(publishedData.file(file), publishedData.physical()).iterator());
  }

  private static String words(Workload workload) {
    StringBuilder words = new StringBuilder();
    words.append(workload.gangs() ? "jobs and gangs" : "one-worker jobs");
    words.append(workload.shares() ? " on shares" : "");
    words.append(
        workload.jobsPerHour() == 0
            ? " at once"
            : ", %s an hour".formatted(workload.jobsPerHour()));
    words.append(workload.priorities() ? ", a fifth of weight 5" : "");
    words.append(workload.slos() ? ", with deadlines" : "");
    workload
        .fixedMinutes()
        .ifPresent(minutes -> words.append(", of %s minutes".formatted(minutes)));
    if (!workload.templates().equals(JobTemplate.published())) {
      words.append(", of ").append(workload.templates());
    }
    return words.toString();
  }
}
