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
 * Where the jobs of a simulation come from. Immutable.
 *
 * @param words says so, all that decides included
 * @param table which throughputs go with them
 * @param jobs makes them
 */
public record JobSource(String words, Function<PublishedData, ThroughputTable> table, Jobs jobs) {

  /** Makes jobs. */
  @FunctionalInterface
  public interface Jobs {

    /**
     * Makes the jobs of a run.
     *
     * @param publishedData what was published
     * @param seed of all that is drawn
     * @return in order of arrival
     */
    Iterator<TraceJob> of(PublishedData publishedData, long seed);
  }

  /**
   * Jobs that are made up without end.
   *
   * @param workload of what kind
   * @return a source
   */
  public static JobSource endless(Workload workload) {
    return new JobSource(
        words(workload),
        PublishedData::simulated,
        (publishedData, seed) -> new JobGenerator(workload, publishedData.simulated(), seed));
  }

  /**
   * So many jobs that are made up.
   *
   * @param workload of what kind
   * @param count how many
   * @return a source
   */
  public static JobSource of(Workload workload, int count) {
    return new JobSource(
        "the first %d of %s".formatted(count, words(workload)),
        PublishedData::simulated,
        (publishedData, seed) -> {
          JobGenerator generator = new JobGenerator(workload, publishedData.simulated(), seed);
          return IntStream.range(0, count).mapToObj(i -> generator.next()).iterator();
        });
  }

  /**
   * So many gangs of a size that are made up, all at once.
   *
   * @param workers of each: 2, 4 or 8
   * @param count how many
   * @return a source
   */
  public static JobSource gangs(int workers, int count) {
    Workload workload = Workload.published(0).withGangs();
    return new JobSource(
        "the first %d of %d workers of %s".formatted(count, workers, words(workload)),
        PublishedData::simulated,
        (publishedData, seed) ->
            Stream.generate(new JobGenerator(workload, publishedData.simulated(), seed)::next)
                .filter(job -> job.kind().scaleFactor() == workers)
                .limit(count)
                .iterator());
  }

  /**
   * The jobs of a trace of Gavel's physical cluster, the same for all seeds.
   *
   * @param file of the data folder
   * @return a source
   */
  public static JobSource physicalTrace(String file) {
    return new JobSource(
        file,
        PublishedData::physical,
        (publishedData, seed) -> TraceReader.read(publishedData.file(file)).iterator());
  }

  private static String words(Workload workload) {
    StringBuilder words = new StringBuilder();
    words.append(workload.gangs() ? "jobs and gangs" : "one-worker jobs");
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
