package io.gavel.kubernetes.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * A workload that wants workers or has them. Immutable.
 *
 * @param id namespace and name
 * @param team the cluster queue
 * @param workers accelerators of all its pods, which it needs at once
 * @param speeds by flavour, {@code > 0}; it cannot run on other flavours. Only ratios count
 * @param weight its part of what its queue has, relative to other workloads of the queue
 * @param sinceSeconds when it was created
 * @param reserved whether Kueue has reserved quota for it, so that it may start
 * @param runSeconds how long it runs at most; empty if that is not known
 * @param moves the cost of a move, and the flavours of earlier moves
 * @param holding its flavour and workers; empty while it waits
 */
public record Contender(
    String id,
    String team,
    int workers,
    Map<String, Double> speeds,
    double weight,
    double sinceSeconds,
    boolean reserved,
    OptionalDouble runSeconds,
    Moves moves,
    Optional<Holding> holding) {

  /**
   * The cost of a move, and the flavours to which a workload was moved before. Immutable.
   *
   * @param seconds the time that a move costs
   * @param before flavours
   */
  public record Moves(double seconds, Set<String> before) {
    /**
     * Copies the flavours.
     *
     * @param seconds the time that a move costs
     * @param before flavours
     */
    public Moves {
      before = Set.copyOf(before);
    }
  }

  /**
   * Checks that it can run.
   *
   * @param id namespace and name
   * @param team the cluster queue
   * @param workers at least 1
   * @param speeds by flavour, {@code > 0}
   * @param weight relative to other workloads of the queue
   * @param sinceSeconds when it was created
   * @param reserved whether Kueue has reserved quota for it
   * @param runSeconds how long it runs at most
   * @param moves the cost of a move, and earlier moves
   * @param holding its flavour and workers
   * @throws IllegalArgumentException naming the workload, its workers and speeds, and the allowed
   *     values
   */
  public Contender {
    speeds = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(speeds)));
    if (workers < 1 || speeds.values().stream().anyMatch(speed -> !(speed > 0))) {
      throw new IllegalArgumentException(
          "workload %s asks for %s workers at speeds %s; workers must be at least 1, speeds > 0"
              .formatted(id, workers, speeds));
    }
  }

  /** Returns a workload that Kueue has reserved quota for and that waits since 0. */
  static Contender of(String id, String team, int workers, Map<String, Double> speeds) {
    return new Contender(
        id,
        team,
        workers,
        speeds,
        1,
        0,
        true,
        OptionalDouble.empty(),
        new Moves(300, Set.of()),
        Optional.empty());
  }

  Contender since(double seconds) {
    return new Contender(
        id, team, workers, speeds, weight, seconds, reserved, runSeconds, moves, holding);
  }

  Contender unreserved() {
    return new Contender(
        id, team, workers, speeds, weight, sinceSeconds, false, runSeconds, moves, holding);
  }

  Contender running(double seconds) {
    OptionalDouble most = OptionalDouble.of(seconds);
    return new Contender(
        id, team, workers, speeds, weight, sinceSeconds, reserved, most, moves, holding);
  }

  Contender moving(double seconds, Set<String> before) {
    Moves other = new Moves(seconds, before);
    return new Contender(
        id, team, workers, speeds, weight, sinceSeconds, reserved, runSeconds, other, holding);
  }

  Contender holding(String flavor, double since) {
    return holding(new Holding(flavor, since, true));
  }

  Contender holding(Holding held) {
    Optional<Holding> now = Optional.of(held);
    return new Contender(
        id, team, workers, speeds, weight, sinceSeconds, reserved, runSeconds, moves, now);
  }

  Contender waiting() {
    Optional<Holding> none = Optional.empty();
    return new Contender(
        id, team, workers, speeds, weight, sinceSeconds, reserved, runSeconds, moves, none);
  }

  boolean waits() {
    return holding.isEmpty();
  }

  double speed(String flavor) {
    return speeds.getOrDefault(flavor, 0.0);
  }

  /** Returns the speed on its fastest flavour. */
  double best() {
    double best = 0;
    for (double speed : speeds.values()) {
      best = Math.max(best, speed);
    }
    return best;
  }
}
