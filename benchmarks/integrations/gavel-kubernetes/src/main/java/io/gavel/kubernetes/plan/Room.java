package io.gavel.kubernetes.plan;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The workers that are held and free, by queue {@code t} and flavour {@code j}. Mutable.
 *
 * <p>Whoever stays within its nominal quota leaves what other queues never lend. Whoever borrows
 * leaves, of each other queue's quota, also what that queue's waiting workloads can use.
 */
final class Room {

  private final List<Team> teams;
  private final List<String> flavors;
  private final FlavorQuota[][] quotas;
  private final int[] capacity;
  private final int[] free;
  private final int[][] held;
  private final int[][] wanted;
  private final int[] kept;
  private final int[] unlent;
  private final int[] neverLent;

  private Room(Room other) {
    teams = other.teams;
    flavors = other.flavors;
    quotas = other.quotas;
    capacity = other.capacity;
    free = other.free.clone();
    held = copy(other.held);
    wanted = copy(other.wanted);
    kept = other.kept.clone();
    unlent = other.unlent.clone();
    neverLent = other.neverLent;
  }

  Room(Moment moment) {
    teams = moment.teams();
    flavors = moment.flavors();
    int types = flavors.size();
    quotas = new FlavorQuota[teams.size()][types];
    capacity = new int[types];
    held = new int[teams.size()][types];
    wanted = new int[teams.size()][types];
    kept = new int[types];
    neverLent = new int[types];
    Map<String, Integer> indices = new HashMap<>();
    for (int t = 0; t < teams.size(); t++) {
      indices.put(teams.get(t).name(), t);
      for (int j = 0; j < types; j++) {
        quotas[t][j] = teams.get(t).quotas().getOrDefault(flavors.get(j), new FlavorQuota(0, 0, 0));
        capacity[j] += quotas[t][j].nominal();
        kept[j] += quotas[t][j].kept();
        neverLent[j] += quotas[t][j].kept();
      }
    }
    free = capacity.clone();
    unlent = neverLent.clone();
    for (Contender contender : moment.contenders()) {
      contender
          .holding()
          .filter(holding -> flavors.contains(holding.flavor()))
          .ifPresent(
              holding ->
                  take(
                      requireNonNull(indices.get(contender.team())),
                      flavors.indexOf(holding.flavor()),
                      contender.workers()));
    }
  }

  private static int[][] copy(int[][] rows) {
    int[][] copy = rows.clone();
    for (int t = 0; t < copy.length; t++) {
      copy[t] = copy[t].clone();
    }
    return copy;
  }

  Room copy() {
    return new Room(this);
  }

  int capacity(int j) {
    return capacity[j];
  }

  int free(int j) {
    return free[j];
  }

  int held(int t, int j) {
    return held[t][j];
  }

  FlavorQuota quota(int t, int j) {
    return quotas[t][j];
  }

  void take(int t, int j, int workers) {
    kept[j] -= keptFor(t, j);
    unlent[j] -= unlentOf(t, j);
    free[j] -= workers;
    held[t][j] += workers;
    kept[j] += keptFor(t, j);
    unlent[j] += unlentOf(t, j);
  }

  /**
   * States that a waiting workload of a queue wants workers of a flavour, or with minus no more.
   */
  void want(int t, int j, int workers) {
    kept[j] -= keptFor(t, j);
    wanted[t][j] += workers;
    kept[j] += keptFor(t, j);
  }

  void wantNothing() {
    for (int t = 0; t < wanted.length; t++) {
      for (int j = 0; j < free.length; j++) {
        want(t, j, -wanted[t][j]);
      }
    }
  }

  boolean isWithinQuota(int t, int j, int workers) {
    return held[t][j] + workers <= quotas[t][j].nominal();
  }

  /** Returns whether a workload could start if all workers were free. */
  boolean isPossible(int t, int j, int workers) {
    return workers <= most(t, j);
  }

  /** Returns the most that a queue can ever hold. */
  int most(int t, int j) {
    return Math.min(capacity[j] - neverLent[j] + quotas[t][j].kept(), quotas[t][j].most());
  }

  boolean fits(int t, int j, int workers) {
    return workers <= quotas[t][j].most() - held[t][j] && lacking(t, j, workers) == 0;
  }

  /** By how much a queue's limit would have to rise. */
  int aboveLimit(int t, int j, int workers) {
    return Math.max(0, workers - (quotas[t][j].most() - held[t][j]));
  }

  /** Returns how many more workers would have to be free. */
  int lacking(int t, int j, int workers) {
    return Math.max(0, workers - free[j] + keptFrom(t, j, workers));
  }

  /** Returns the free workers of other queues' quotas that a workload must leave. */
  int keptFrom(int t, int j, int workers) {
    int ofOthers =
        isWithinQuota(t, j, workers) ? unlent[j] - unlentOf(t, j) : kept[j] - keptFor(t, j);
    return Math.min(ofOthers, Math.max(0, free[j]));
  }

  /** Returns whether a workload would borrow what waiting workloads of other queues can use. */
  boolean isClaimed(int t, int j, int workers) {
    return !isWithinQuota(t, j, workers) && kept[j] - keptFor(t, j) > unlent[j] - unlentOf(t, j);
  }

  private int keptFor(int t, int j) {
    int usable = Math.min(quotas[t][j].nominal() - held[t][j], wanted[t][j]);
    return Math.max(unlentOf(t, j), usable);
  }

  private int unlentOf(int t, int j) {
    return Math.max(0, quotas[t][j].kept() - held[t][j]);
  }
}
