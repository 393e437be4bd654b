package io.gavel.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;

/**
 * Runs what experiments ask for, each arm once for each seed, however many ask. Immutable.
 *
 * @param data what was published
 * @param runs where samples are kept
 * @param threads how many runs at once
 */
public record ExperimentRunner(PublishedData data, RunFile runs, int threads) {

  private record Task(ExperimentRun arm, long seed) {}

  /** The first seed of all experiments goes first, so that a part of the runs says something. */
  private static Set<Task> tasks(List<Experiment> experiments) {
    Map<String, ExperimentRun> arms = new LinkedHashMap<>();
    Set<Task> tasks = new LinkedHashSet<>();
    int most = experiments.stream().mapToInt(e -> e.seeds().size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      for (Experiment experiment : experiments) {
        if (i < experiment.seeds().size()) {
          long seed = experiment.seeds().get(i);
          for (ExperimentRun experimentRun : experiment.arms()) {
            tasks.add(
                new Task(arms.computeIfAbsent(experimentRun.id(), id -> experimentRun), seed));
          }
        }
      }
    }
    return tasks;
  }

  /**
   * How many runs are still to be done.
   *
   * @param experiments what is asked for
   * @return at least 0
   */
  public int missing(List<Experiment> experiments) {
    return missingTasks(experiments).size();
  }

  private List<Task> missingTasks(List<Experiment> experiments) {
    return tasks(experiments).stream()
        .filter(task -> runs.find(task.arm(), task.seed()).isEmpty())
        .toList();
  }

  /**
   * Runs what is missing.
   *
   * @param experiments what is asked for
   * @param done hears how many runs are done
   * @throws InterruptedException if the calling thread is interrupted
   */
  public void run(List<Experiment> experiments, IntConsumer done) throws InterruptedException {
    List<Callable<Boolean>> open = new ArrayList<>();
    for (Task task : missingTasks(experiments)) {
      open.add(() -> runs.add(task.arm(), task.seed(), task.arm().trial().run(data, task.seed())));
    }
    Parallel.all(open, threads, done);
  }

  /**
   * The results of an experiment that has run.
   *
   * @param experiment which
   * @return a sample for each arm and seed, which does not depend on the number of threads
   */
  public Results results(Experiment experiment) {
    Map<String, List<RunFigures>> byArm = new LinkedHashMap<>();
    for (ExperimentRun experimentRun : experiment.arms()) {
      byArm.put(
          experimentRun.id(),
          experiment.seeds().stream()
              .map(seed -> runs.find(experimentRun, seed).orElseThrow())
              .toList());
    }
    return new Results(byArm);
  }
}
