package io.gavel.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;

/**
 * Runs experiments: each run once per seed, even if several experiments need it. Immutable.
 *
 * @param data the published data
 * @param runs the file of results
 * @param threads number of parallel runs
 */
public record ExperimentRunner(PublishedData data, RunFile runs, int threads) {

  private record Task(ExperimentRun run, long seed) {}

  /**
   * The first seed of all experiments runs first, so that an interrupted command has useful
   * results.
   */
  private static Set<Task> tasks(List<Experiment> experiments) {
    Map<String, ExperimentRun> runs = new LinkedHashMap<>();
    Set<Task> tasks = new LinkedHashSet<>();
    int most = experiments.stream().mapToInt(e -> e.seeds().size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      for (Experiment experiment : experiments) {
        if (i < experiment.seeds().size()) {
          long seed = experiment.seeds().get(i);
          for (ExperimentRun experimentRun : experiment.runs()) {
            tasks.add(
                new Task(runs.computeIfAbsent(experimentRun.id(), id -> experimentRun), seed));
          }
        }
      }
    }
    return tasks;
  }

  /**
   * Returns the number of missing runs.
   *
   * @param experiments the experiments
   * @return at least 0
   */
  public int missing(List<Experiment> experiments) {
    return missingTasks(experiments).size();
  }

  private List<Task> missingTasks(List<Experiment> experiments) {
    return tasks(experiments).stream()
        .filter(task -> runs.find(task.run(), task.seed()).isEmpty())
        .toList();
  }

  /**
   * Runs all missing runs.
   *
   * @param experiments the experiments
   * @param done receives the number of completed runs
   * @throws InterruptedException if the calling thread is interrupted
   */
  public void run(List<Experiment> experiments, IntConsumer done) throws InterruptedException {
    List<Callable<Boolean>> open = new ArrayList<>();
    for (Task task : missingTasks(experiments)) {
      open.add(() -> run(task));
    }
    Parallel.all(open, threads, done);
  }

  private boolean run(Task task) {
    PublishedData files = data.forOneRun();
    RunFigures figures = task.run().run(files, task.seed());
    return runs.add(task.run(), task.seed(), files.used(), figures);
  }

  /**
   * Returns the results of a completed experiment.
   *
   * @param experiment the experiment
   * @return the figures of each run and seed; they do not depend on the number of threads
   */
  public Results results(Experiment experiment) {
    Map<String, List<RunFigures>> byRun = new LinkedHashMap<>();
    SortedMap<String, String> used = new TreeMap<>();
    for (ExperimentRun run : experiment.runs()) {
      List<RunFigures> figures = new ArrayList<>();
      for (long seed : experiment.seeds()) {
        RunFile.Sample sample = runs.find(run, seed).orElseThrow();
        figures.add(sample.figures());
        used.putAll(sample.data());
      }
      byRun.put(run.id(), figures);
    }
    return new Results(byRun, used);
  }
}
