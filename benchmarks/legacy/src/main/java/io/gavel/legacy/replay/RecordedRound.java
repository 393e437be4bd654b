package io.gavel.legacy.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One round of a recorded run of Gavel's original program. Groups are written {@code 3} or {@code
 * 3+5}; maps by type hold maps by group.
 *
 * @param now when the round was planned, in seconds
 * @param activeJobs the ids of the jobs, arrivals included
 * @param received seconds counted before this plan, by type and group
 * @param typeSeconds seconds counted on each type before this plan
 * @param typeOrder the order in which types were filled
 * @param allocation the new fractions by group and type; empty if it was not recomputed
 * @param priority priority by type and group
 * @param deficit deficit in seconds, by type and group
 * @param selected the groups by type, in the order of selection
 * @param assignment worker ids by group
 * @param tasks the groups that ran
 */
public record RecordedRound(
    double now,
    List<String> activeJobs,
    Map<String, Map<String, Double>> received,
    Map<String, Double> typeSeconds,
    List<String> typeOrder,
    Optional<Map<String, Map<String, Double>>> allocation,
    Map<String, Map<String, Double>> priority,
    Map<String, Map<String, Double>> deficit,
    Map<String, List<String>> selected,
    Map<String, List<Integer>> assignment,
    List<Task> tasks) {

  /**
   * A group that ran.
   *
   * @param group its name
   * @param type the worker type's name
   * @param steps steps of each job of the group
   * @param finish when the group stopped, in seconds
   */
  public record Task(String group, String type, List<Double> steps, double finish) {}
}
