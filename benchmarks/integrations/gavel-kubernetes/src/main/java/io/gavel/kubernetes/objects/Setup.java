package io.gavel.kubernetes.objects;

import io.gavel.kubernetes.plan.Team;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What administrators have set up, apart from workloads. Immutable.
 *
 * @param checks the admission checks of this controller
 * @param flavors by name
 * @param queues the valid cluster queues with one of the checks, by name
 * @param localQueues the cluster queue of each local queue, by namespace and name
 * @param jobTypes the speeds of job types, as text
 * @param faults errors by check
 */
public record Setup(
    Set<String> checks,
    Map<String, Flavor> flavors,
    Map<String, Queue> queues,
    Map<String, String> localQueues,
    Map<String, String> jobTypes,
    Map<String, String> faults) {

  /**
   * A cluster queue. Immutable.
   *
   * @param team its quotas
   * @param cohort the queues that lend to each other; a queue without one has a name of its own
   * @param flavors in the order of the queue
   */
  public record Queue(Team team, String cohort, List<String> flavors) {}

  /** Nothing is set up. */
  public static final Setup NONE =
      new Setup(Set.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

  /**
   * Copies all.
   *
   * @param checks names
   * @param flavors by name
   * @param queues by name
   * @param localQueues by namespace and name
   * @param jobTypes the speeds of job types, as text
   * @param faults by check
   */
  public Setup {
    checks = Set.copyOf(checks);
    flavors = Map.copyOf(flavors);
    queues = Map.copyOf(queues);
    localQueues = Map.copyOf(localQueues);
    jobTypes = Map.copyOf(jobTypes);
    faults = Map.copyOf(faults);
  }

  /**
   * Returns a flavour.
   *
   * @param name its name
   * @return empty if there is none of that name
   */
  public Optional<Flavor> flavor(String name) {
    return Optional.ofNullable(flavors.get(name));
  }
}
