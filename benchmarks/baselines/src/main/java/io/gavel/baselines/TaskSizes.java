package io.gavel.baselines;

import java.util.ArrayList;
import java.util.List;

/**
 * Sizes elastic jobs that train with parameter servers, as in Optimus (EuroSys 2018 §4.1). First
 * every job gets one server and one worker, in order, while slots remain. Then, one by one, a
 * worker or a server goes to the job whose remaining time it shortens most per slot, until no job
 * gains or no slot is left. Stateless and thread-safe.
 *
 * <p>O(slots · jobs). The choice is greedy: a job that gains only by a worker and a server together
 * gets neither.
 */
public final class TaskSizes {

  /**
   * The tasks of a job. Immutable.
   *
   * @param servers parameter servers; 0 for a job that waits
   * @param workers workers; 0 for a job that waits
   */
  public record Tasks(int servers, int workers) {}

  private TaskSizes() {}

  /**
   * Sizes jobs.
   *
   * @param stepsLeft the steps remaining, {@code [job]}, finite and at least 0; not modified
   * @param speed the speed model of each job
   * @param serverSlots the slots that a server takes, by its dominant resource, at least 1
   * @param workerSlots the slots that a worker takes, by its dominant resource, at least 1
   * @param slots the number of slots, at least 0
   * @return the tasks of each job
   * @throws IllegalArgumentException if the numbers of speeds and jobs differ, or a task takes no
   *     slot
   */
  public static List<Tasks> of(
      double[] stepsLeft, List<SpeedModel> speed, int serverSlots, int workerSlots, int slots) {
    if (speed.size() != stepsLeft.length || serverSlots < 1 || workerSlots < 1) {
      throw new IllegalArgumentException(
          ("there are %s jobs and %s speeds, a server takes %s slots and a worker %s; there must be"
                  + " one speed per job, and each task must take at least 1 slot")
              .formatted(stepsLeft.length, speed.size(), serverSlots, workerSlots));
    }
    List<Tasks> sizes = new ArrayList<>();
    int left = slots;
    for (int m = 0; m < stepsLeft.length; m++) {
      boolean starts = left >= serverSlots + workerSlots && stepsLeft[m] > 0;
      sizes.add(starts ? new Tasks(1, 1) : new Tasks(0, 0));
      left -= starts ? serverSlots + workerSlots : 0;
    }
    while (true) {
      int best = -1;
      Tasks grown = new Tasks(0, 0);
      double most = 0;
      for (int m = 0; m < stepsLeft.length; m++) {
        Tasks has = sizes.get(m);
        for (int kind = 0; kind < 2 && has.workers() > 0; kind++) {
          int takes = kind == 0 ? workerSlots : serverSlots;
          Tasks more = new Tasks(has.servers() + kind, has.workers() + 1 - kind);
          double gain =
              (seconds(stepsLeft[m], speed.get(m), has) - seconds(stepsLeft[m], speed.get(m), more))
                  / takes;
          if (takes <= left && gain > most) {
            most = gain;
            best = m;
            grown = more;
          }
        }
      }
      if (best < 0) {
        return List.copyOf(sizes);
      }
      left -= grown.workers() > sizes.get(best).workers() ? workerSlots : serverSlots;
      sizes.set(best, grown);
    }
  }

  private static double seconds(double steps, SpeedModel speed, Tasks tasks) {
    return steps / speed.stepsPerSecond(tasks.servers(), tasks.workers());
  }
}
