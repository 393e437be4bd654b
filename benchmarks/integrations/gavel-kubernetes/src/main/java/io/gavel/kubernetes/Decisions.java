package io.gavel.kubernetes;

import static java.util.Objects.requireNonNull;

import io.gavel.kubernetes.objects.Setup;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.kubernetes.plan.Cohort;
import io.gavel.kubernetes.plan.Team;
import io.gavel.kubernetes.plan.WorkloadAnswer;
import io.gavel.policies.Policy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The decisions about workloads, by cohort. A cohort is decided when one of its workloads changes,
 * and from time to time. Mutable and not thread-safe.
 */
final class Decisions {

  private final Policy policy;
  private final AdmissionOptions options;
  private final Map<String, WorkloadReader.Reading> readings = new HashMap<>();
  private final Map<String, Cohort> cohorts = new TreeMap<>();

  Decisions(Policy policy, AdmissionOptions options) {
    this.policy = policy;
    this.options = options;
  }

  /** Replaces the queues. Workloads must be put again. */
  void setUp(Setup setup) {
    readings.clear();
    cohorts.clear();
    Map<String, List<Team>> teams = new HashMap<>();
    for (Setup.Queue queue : new TreeMap<>(setup.queues()).values()) {
      teams.computeIfAbsent(queue.cohort(), name -> new ArrayList<>()).add(queue.team());
    }
    teams.forEach(
        (name, members) ->
            cohorts.put(
                name,
                new Cohort(
                    members, policy, options.allocationSeconds(), options.patienceSeconds())));
  }

  /** States a workload as it is now; empty if it takes no part. */
  void put(String key, Optional<WorkloadReader.Reading> reading) {
    WorkloadReader.Reading before = readings.remove(key);
    if (before != null && before.contender().isPresent()) {
      cohort(before).remove(key);
    }
    if (reading.isPresent()) {
      readings.put(key, reading.get());
      reading.get().contender().ifPresent(now -> cohort(reading.get()).put(now));
    }
  }

  private Cohort cohort(WorkloadReader.Reading reading) {
    return requireNonNull(cohorts.get(reading.cohort()));
  }

  Optional<WorkloadReader.Reading> reading(String key) {
    return Optional.ofNullable(readings.get(key));
  }

  /** Why the policy failed, if it did. */
  Set<String> faults() {
    Set<String> faults = new TreeSet<>();
    cohorts.values().forEach(cohort -> cohort.fault().ifPresent(faults::add));
    return faults;
  }

  /**
   * Decides.
   *
   * @param keys the workloads that are answered in any case
   * @return the answers, by workload
   */
  Map<String, WorkloadAnswer> decide(Collection<String> keys, double nowSeconds) {
    Map<String, WorkloadAnswer> answers = new TreeMap<>();
    Map<Cohort, Set<String>> asked = new HashMap<>();
    for (String key : keys) {
      WorkloadReader.Reading reading = readings.get(key);
      if (reading != null) {
        reading.problem().ifPresent(problem -> answers.put(key, WorkloadAnswer.pending(problem)));
        if (reading.contender().isPresent()) {
          asked.computeIfAbsent(cohort(reading), c -> new TreeSet<>()).add(key);
        } else if (reading.problem().isEmpty()) {
          answers.put(key, WorkloadAnswer.nothing());
        }
      }
    }
    for (Cohort cohort : cohorts.values()) {
      answers.putAll(cohort.decide(asked.getOrDefault(cohort, Set.of()), nowSeconds));
    }
    answers.keySet().removeIf(key -> !requireNonNull(readings.get(key)).isAsked());
    return answers;
  }

  /** Returns the seconds until shares are due to be computed again. */
  double untilNext(double nowSeconds) {
    return cohorts.values().stream()
        .mapToDouble(cohort -> cohort.untilNext(nowSeconds))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
