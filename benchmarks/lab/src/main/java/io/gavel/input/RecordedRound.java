package io.gavel.input;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One round of a recorded run of Gavel's original program. Groups are written {@code 3} or {@code
 * 3+5}; maps by type hold maps by group. In a file, the names of the components are in snake case.
 *
 * @param now when the round was planned, in seconds
 * @param activeJobs the ids of the jobs, arrivals included
 * @param timeReceivedBefore seconds counted before this plan, by type and group
 * @param workerTimeBefore seconds counted on each type before this plan
 * @param workerTypeOrder the order in which types were filled
 * @param recomputed whether the allocation was computed for this round
 * @param allocation the fractions by group and type, if it was recomputed
 * @param priority priority by type and group
 * @param deficit deficit in seconds, by type and group
 * @param selected the groups by type, in the order of selection
 * @param assignment worker ids by group
 * @param tasks the groups that ran
 */
public record RecordedRound(
    double now,
    List<String> activeJobs,
    Map<String, Map<String, Double>> timeReceivedBefore,
    Map<String, Double> workerTimeBefore,
    List<String> workerTypeOrder,
    boolean recomputed,
    JsonNode allocation,
    Map<String, Map<String, Double>> priority,
    Map<String, Map<String, Double>> deficit,
    Map<String, List<Selected>> selected,
    Map<String, List<Integer>> assignment,
    List<Task> tasks) {

  public RecordedRound {
    tasks = tasks.stream().sorted(Comparator.comparing(Task::combination)).toList();
  }

  /**
   * A group that was selected. In a file, a list of both values.
   *
   * @param group its name
   * @param scaleFactor its number of workers
   */
  public record Selected(String group, int scaleFactor) {}

  /**
   * A group that ran.
   *
   * @param combination its name
   * @param accelerator the worker type's name
   * @param finish when the group stopped, in seconds
   * @param steps steps of each job of the group
   */
  public record Task(String combination, String accelerator, double finish, List<Double> steps) {}
}
