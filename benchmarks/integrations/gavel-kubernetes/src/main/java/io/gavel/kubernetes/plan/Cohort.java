package io.gavel.kubernetes.plan;

import io.gavel.policies.Policy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cluster queues that lend to each other, and their workloads. Its shares and its forecast are
 * recomputed periodically, and then all of its workloads are answered. Mutable and not thread-safe.
 */
public final class Cohort {

  private final List<Team> teams;
  private final List<String> flavors;
  private final Policy policy;
  private final double allocationSeconds;
  private final double patienceSeconds;
  private final Map<String, Contender> contenders = new TreeMap<>();
  private Optional<FairShares> shares = Optional.empty();
  private Optional<StartPlan> forecast = Optional.empty();
  private double computedSeconds = Double.NEGATIVE_INFINITY;
  private boolean changed;

  /**
   * Creates a cohort without workloads.
   *
   * @param teams its queues
   * @param policy divides the flavours among workloads
   * @param allocationSeconds how long shares are used before they are computed again
   * @param patienceSeconds how long a workload waits until smaller ones of its queue overtake it no
   *     more
   */
  public Cohort(
      Collection<Team> teams, Policy policy, double allocationSeconds, double patienceSeconds) {
    this.teams = List.copyOf(teams);
    this.policy = policy;
    this.allocationSeconds = allocationSeconds;
    this.patienceSeconds = patienceSeconds;
    Set<String> names = new TreeSet<>();
    teams.forEach(team -> names.addAll(team.quotas().keySet()));
    flavors = List.copyOf(names);
  }

  /**
   * States a workload as it is now.
   *
   * @param contender of one of the queues
   */
  public void put(Contender contender) {
    contenders.put(contender.id(), contender);
    changed = true;
  }

  /**
   * States that a workload takes part no more.
   *
   * @param id its namespace and name
   */
  public void remove(String id) {
    contenders.remove(id);
    changed = true;
  }

  /**
   * Why the policy failed.
   *
   * @return empty if it did not
   */
  public Optional<String> fault() {
    return shares.flatMap(FairShares::fault);
  }

  /**
   * Decides, if a workload has changed or been asked for, or shares are due.
   *
   * @param asked the workloads that are answered in any case
   * @param nowSeconds the time
   * @return the answers, by workload; none for workloads that continue on their flavour
   */
  public Map<String, WorkloadAnswer> decide(Set<String> asked, double nowSeconds) {
    Map<String, WorkloadAnswer> answers = new TreeMap<>();
    boolean isDue = nowSeconds - computedSeconds >= allocationSeconds;
    if (!isDue && !changed && asked.isEmpty()) {
      return answers;
    }
    changed = false;
    Moment moment = moment(nowSeconds);
    FairShares current =
        shares.filter(old -> !isDue).orElseGet(() -> FairShares.of(moment, policy));
    StartPlan plan = StartPlan.of(moment, current, patienceSeconds);
    if (isDue) {
      shares = Optional.of(current);
      forecast = Optional.of(plan);
      computedSeconds = nowSeconds;
    }
    Outlook outlook = new Outlook(moment, current, plan, forecast.orElse(plan));
    Set<String> keys = new TreeSet<>(asked);
    plan.starts().forEach(start -> keys.add(start.contender().id()));
    plan.moves().forEach(move -> keys.add(move.contender().id()));
    for (Contender contender : moment.contenders()) {
      if (isDue || keys.contains(contender.id())) {
        outlook.answer(contender).ifPresent(answer -> answers.put(contender.id(), answer));
      }
    }
    return answers;
  }

  private Moment moment(double nowSeconds) {
    List<Contender> now =
        contenders.values().stream()
            .map(
                contender ->
                    contender.holding().filter(held -> held.isStale(nowSeconds)).isPresent()
                        ? contender.waiting()
                        : contender)
            .toList();
    return new Moment(nowSeconds, flavors, teams, now);
  }

  /**
   * Returns when shares are due to be computed again.
   *
   * @param nowSeconds the time
   * @return the seconds from now on; infinite without workloads
   */
  public double untilNext(double nowSeconds) {
    return contenders.isEmpty()
        ? Double.POSITIVE_INFINITY
        : Math.max(0, computedSeconds + allocationSeconds - nowSeconds);
  }
}
