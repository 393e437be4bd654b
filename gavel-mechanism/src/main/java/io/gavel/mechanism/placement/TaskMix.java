package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks that a cluster expects; {@link Fragmentation} is relative to them. Immutable.
 *
 * @param classes classes of tasks, at least one, in the given order
 */
public record TaskMix(List<TaskClass> classes) {

  /** The part of all tasks that the published experiments call typical. */
  public static final double TYPICAL = 0.95;

  private static final Comparator<TaskClass> ORDER =
      Comparator.comparingLong(TaskClass::count)
          .thenComparingInt(TaskClass::cpuMilli)
          .thenComparingInt(TaskClass::gpuMilli)
          .thenComparingInt(TaskClass::gpus)
          .thenComparing(taskClass -> String.join("|", taskClass.models()))
          .reversed();

  /**
   * Copies the list.
   *
   * @param classes at least one, at most 100,000
   * @throws IllegalArgumentException if there are none or too many
   */
  public TaskMix {
    classes = List.copyOf(classes);
    Require.between(1, classes.size(), 100_000, "number of classes of a mix");
  }

  /**
   * Returns the most common classes of some tasks.
   *
   * @param tasks at least one
   * @param coverage the fraction of the tasks that the classes must cover, {@code 0 < coverage <=
   *     1}; see {@link #TYPICAL}
   * @return the fewest classes with that coverage, the most common first; ties go to more CPU, then
   *     more of a GPU, more GPUs, and the later models
   * @throws IllegalArgumentException if there is no task, or the coverage is out of range
   */
  public static TaskMix typical(Collection<PlacementRequest> tasks, double coverage) {
    if (!(coverage > 0 && coverage <= 1)) {
      throw new IllegalArgumentException(
          "coverage of a mix is %s; it must be above 0 and at most 1".formatted(coverage));
    }
    Require.atLeast(1, tasks.size(), "number of tasks of a mix");
    Map<TaskClass, Long> counts = new LinkedHashMap<>();
    for (PlacementRequest task : tasks) {
      counts.merge(
          new TaskClass(task.cpuMilli(), task.gpus(), task.gpuMilli(), task.models(), 1),
          1L,
          Long::sum);
    }
    List<TaskClass> typical = new ArrayList<>();
    long covered = 0;
    for (TaskClass next : counts.entrySet().stream().map(TaskMix::counted).sorted(ORDER).toList()) {
      if (covered >= coverage * tasks.size()) {
        break;
      }
      typical.add(next);
      covered += next.count();
    }
    return new TaskMix(typical);
  }

  private static TaskClass counted(Map.Entry<TaskClass, Long> entry) {
    TaskClass one = entry.getKey();
    return new TaskClass(
        one.cpuMilli(), one.gpus(), one.gpuMilli(), one.models(), entry.getValue());
  }

  /**
   * Returns the number of tasks of all classes.
   *
   * @return the sum of the counts
   */
  public long total() {
    return classes.stream().mapToLong(TaskClass::count).sum();
  }

  /**
   * A class of tasks and its frequency; memory is ignored. Immutable.
   *
   * @param cpuMilli thousandths of a core, {@code >= 0}
   * @param gpus the number of GPUs, {@code >= 0}
   * @param gpuMilli thousandths of each GPU, as in {@link PlacementRequest}
   * @param models the GPU models it can use, sorted; empty = any
   * @param count the number of such tasks, {@code >= 1}; only proportions matter
   */
  public record TaskClass(int cpuMilli, int gpus, int gpuMilli, List<String> models, long count) {

    /**
     * Checks the amounts; sorts the models and drops duplicates.
     *
     * @param cpuMilli at least 0
     * @param gpus 0 to 1,000
     * @param gpuMilli 0 if {@code gpus} is 0, 1 to 1,000 if it is 1, else 1,000
     * @param models none of them blank
     * @param count 1 to 1,000,000,000
     * @throws IllegalArgumentException naming the wrong amount
     */
    public TaskClass {
      String where = " of a class of tasks";
      Require.atLeast(0, cpuMilli, "cpuMilli" + where);
      PlacementRequest.requireGpus(gpus, gpuMilli, where);
      models = PlacementRequest.sortedModels(models, where);
      Require.between(1, count, 1_000_000_000, "count" + where);
    }
  }
}
