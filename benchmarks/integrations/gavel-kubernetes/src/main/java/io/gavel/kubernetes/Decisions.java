package io.gavel.kubernetes;

import static java.util.Objects.requireNonNull;

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
 * What is decided about workloads, cohort by cohort. A cohort is decided when one of its workloads
 * changes; its shares and its forecast are computed anew from time to time, and then all of its
 * workloads are answered. Mutable and not thread-safe.
 */
final class Decisions {

  /** The workloads of a cohort. */
  private static final class Cohort {
    final Map<String, Contender> contenders = new TreeMap<>();
    List<String> flavors = List.of();
    List<Team> teams = List.of();
    Optional<FairShares> shares = Optional.empty();
    Optional<StartPlan> forecast = Optional.empty();
    double computedSeconds = Double.NEGATIVE_INFINITY;
    boolean changed;
  }

  private final Policy policy;
  private final double allocationSeconds;
  private final double patienceSeconds;
  private final Map<String, WorkloadReader.Reading> readings = new HashMap<>();
  private final Map<String, Cohort> cohorts = new TreeMap<>();

  Decisions(Policy policy, double allocationSeconds, double patienceSeconds) {
    this.policy = policy;
    this.allocationSeconds = allocationSeconds;
    this.patienceSeconds = patienceSeconds;
  }

  /** States the queues, in place of what was before. Workloads must be put again. */
  void setUp(Setup setup) {
    readings.clear();
    cohorts.clear();
    Map<String, List<Team>> teams = new HashMap<>();
    Map<String, Set<String>> flavors = new HashMap<>();
    for (Setup.Queue queue : new TreeMap<>(setup.queues()).values()) {
      teams.computeIfAbsent(queue.cohort(), name -> new ArrayList<>()).add(queue.team());
      flavors.computeIfAbsent(queue.cohort(), name -> new TreeSet<>()).addAll(queue.flavors());
    }
    teams.forEach(
        (name, members) -> {
          Cohort cohort = new Cohort();
          cohort.teams = members;
          cohort.flavors = List.copyOf(flavors.get(name));
          cohorts.put(name, cohort);
        });
  }

  /** States a workload as it is now; empty if it takes no part. */
  void put(String key, Optional<WorkloadReader.Reading> reading) {
    WorkloadReader.Reading before = readings.remove(key);
    if (before != null && before.contender().isPresent()) {
      Cohort cohort = requireNonNull(cohorts.get(before.cohort()));
      cohort.contenders.remove(key);
      cohort.changed = true;
    }
    if (reading.isPresent()) {
      readings.put(key, reading.get());
      if (reading.get().contender().isPresent()) {
        Cohort cohort = requireNonNull(cohorts.get(reading.get().cohort()));
        cohort.contenders.put(key, reading.get().contender().get());
        cohort.changed = true;
      }
    }
  }

  Optional<WorkloadReader.Reading> reading(String key) {
    return Optional.ofNullable(readings.get(key));
  }

  /** Why the policy failed, if it did. */
  Set<String> faults() {
    Set<String> faults = new TreeSet<>();
    cohorts
        .values()
        .forEach(cohort -> cohort.shares.flatMap(FairShares::fault).ifPresent(faults::add));
    return faults;
  }

  /**
   * Decides.
   *
   * @param keys the workloads that are answered in any case
   * @return the answers, by workload
   */
  Map<String, Answer> decide(Collection<String> keys, double nowSeconds) {
    Map<String, Answer> answers = new TreeMap<>();
    Map<Cohort, Set<String>> asked = new HashMap<>();
    for (String key : keys) {
      WorkloadReader.Reading reading = readings.get(key);
      if (reading != null) {
        reading.problem().ifPresent(problem -> answers.put(key, Answer.pending(problem)));
        if (reading.contender().isPresent()) {
          asked.computeIfAbsent(cohorts.get(reading.cohort()), c -> new TreeSet<>()).add(key);
        } else if (reading.problem().isEmpty()) {
          answers.put(key, Answer.nothing());
        }
      }
    }
    for (Cohort cohort : cohorts.values()) {
      boolean isDue = nowSeconds - cohort.computedSeconds >= allocationSeconds;
      if (isDue || cohort.changed || asked.containsKey(cohort)) {
        decide(cohort, isDue, asked.getOrDefault(cohort, Set.of()), nowSeconds, answers);
      }
    }
    answers.keySet().removeIf(key -> !requireNonNull(readings.get(key)).isAsked());
    return answers;
  }

  private void decide(
      Cohort cohort,
      boolean isDue,
      Set<String> asked,
      double nowSeconds,
      Map<String, Answer> answers) {
    Moment moment = moment(cohort, nowSeconds);
    cohort.changed = false;
    if (isDue) {
      cohort.shares = Optional.of(FairShares.of(moment, policy));
      cohort.computedSeconds = nowSeconds;
    }
    FairShares shares = cohort.shares.orElseThrow();
    StartPlan plan = StartPlan.of(moment, shares, patienceSeconds);
    cohort.forecast = isDue ? Optional.of(plan) : cohort.forecast;
    Outlook outlook = new Outlook(moment, shares, plan, cohort.forecast.orElse(plan));
    Set<String> keys = new TreeSet<>(asked);
    plan.starts().forEach(start -> keys.add(start.contender().id()));
    plan.moves().forEach(move -> keys.add(move.contender().id()));
    for (Contender contender : moment.contenders()) {
      if (isDue || keys.contains(contender.id())) {
        outlook.answer(contender).ifPresent(answer -> answers.put(contender.id(), answer));
      }
    }
  }

  private static Moment moment(Cohort cohort, double nowSeconds) {
    List<Contender> contenders = new ArrayList<>(cohort.contenders.size());
    for (Contender contender : cohort.contenders.values()) {
      boolean isStale =
          contender.holding().isPresent()
              && WorkloadReader.isStale(contender.holding().get(), nowSeconds);
      contenders.add(isStale ? contender.waiting() : contender);
    }
    return new Moment(nowSeconds, cohort.flavors, cohort.teams, contenders);
  }

  /** Seconds until shares are to be computed anew. */
  double untilNext(double nowSeconds) {
    return cohorts.values().stream()
        .filter(cohort -> !cohort.contenders.isEmpty())
        .mapToDouble(cohort -> cohort.computedSeconds + allocationSeconds - nowSeconds)
        .map(seconds -> Math.max(0, seconds))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
