package io.gavel.slurm;

import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.slurm.JobRole.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Chooses the type on which each lease is used. A plan follows the fractions of each type, and
 * would restart a job to move it between types that are equally fast for it. Such a job stays where
 * it runs; the ledger counts its time for the type of its lease, which another job uses instead.
 */
final class FewerMoves {

  private final SchedulerState state;
  private final ClusterView view;
  private final Speeds speeds;
  private final Map<String, JobRole> roles = new HashMap<>();

  FewerMoves(SchedulerState state, ClusterView view, Speeds speeds) {
    this.state = state;
    this.view = view;
    this.speeds = speeds;
    view.roles().forEach(role -> roles.put(role.job().id(), role));
  }

  /** Returns whether a job need not leave the type on which it runs for the type of a lease. */
  static boolean mayStay(JobRole role, String leased, Speeds speeds) {
    return role.part() == Part.MOVABLE
        && speeds.of(role.job(), ClusterView.heldType(role.job())) >= speeds.of(role.job(), leased);
  }

  /**
   * Returns the type by job. If a job that starts finds no room, the jobs in its place use their
   * own types after all, which at the latest gives every lease its own type.
   */
  Map<String, String> types() {
    Set<String> moving = new HashSet<>();
    while (true) {
      Map<String, String> types = new TreeMap<>();
      Map<String, Integer> room = new HashMap<>();
      state.cluster().types().forEach(type -> room.put(type.name(), view.usable(type.name())));
      for (OpenLeaseState lease : state.running()) {
        JobRole role = role(lease);
        if (mayStay(role, type(lease), speeds) && !moving.contains(role.job().id())) {
          use(role, ClusterView.heldType(role.job()), types, room);
        }
      }
      Set<String> crowded = new HashSet<>();
      for (OpenLeaseState lease : state.running()) {
        JobRole role = role(lease);
        if (!types.containsKey(role.job().id())) {
          boolean free = !moving.contains(role.job().id());
          if (!start(role, type(lease), free, types, room)) {
            crowded.add(type(lease));
          }
        }
      }
      Predicate<OpenLeaseState> inTheWay =
          lease ->
              crowded.contains(types.get(lease.jobIds().get(0)))
                  && !type(lease).equals(types.get(lease.jobIds().get(0)));
      List<String> found =
          state.running().stream().filter(inTheWay).map(lease -> lease.jobIds().get(0)).toList();
      if (!moving.addAll(found)) {
        return types;
      }
    }
  }

  private boolean start(
      JobRole role,
      String leased,
      boolean free,
      Map<String, String> types,
      Map<String, Integer> room) {
    if (hasRoom(role, leased, room)) {
      use(role, leased, types, room);
      return true;
    }
    for (String other : role.features().keySet()) {
      boolean asFast = speeds.of(role.job(), other) >= speeds.of(role.job(), leased);
      if (free && asFast && hasRoom(role, other, room)) {
        use(role, other, types, room);
        return true;
      }
    }
    types.put(role.job().id(), leased);
    return false;
  }

  private static boolean hasRoom(JobRole role, String type, Map<String, Integer> room) {
    return role.job().gpusOn(type).entrySet().stream()
        .allMatch(gpus -> room.getOrDefault(gpus.getKey(), 0) >= gpus.getValue());
  }

  private static void use(
      JobRole role, String type, Map<String, String> types, Map<String, Integer> room) {
    types.put(role.job().id(), type);
    role.job().gpusOn(type).forEach((of, gpus) -> room.merge(of, -gpus, Integer::sum));
  }

  private JobRole role(OpenLeaseState lease) {
    return Objects.requireNonNull(roles.get(lease.jobIds().get(0)));
  }

  private String type(OpenLeaseState lease) {
    return state.cluster().type(lease.workerType()).name();
  }
}
