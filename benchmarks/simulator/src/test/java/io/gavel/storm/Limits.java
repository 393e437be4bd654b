package io.gavel.storm;

import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Adds limits of rounds to problems and checks that leases respect them. Stateless. */
final class Limits {

  static final List<String> KINDS =
      List.of(
          "type",
          "power",
          "running",
          "memory",
          "team",
          "team on a type",
          "all teams but one",
          "right of a team");

  private static final double ROUNDING = 1e-6; // of the scale of a limit

  private Limits() {}

  /** Returns the names of the limits as constraints. */
  static List<String> names(Cluster cluster) {
    String first = cluster.type(0).name();
    return List.of(
        "type",
        "power",
        "running",
        "memory",
        "limit:e0:any",
        "limit:e1:" + first,
        "all teams but one");
  }

  /**
   * Adds a limit that allows a part of the cluster, or a guarantee of a part to a team, unless the
   * part is the entire cluster.
   */
  static void addTo(AllocationProblem.Builder problem, Cluster cluster, String limit, double part) {
    if (part >= 1) {
      return;
    }
    String first = cluster.type(0).name();
    double workers = part * cluster.workers();
    if (limit.equals("team")) {
      problem.quota(Quota.of("e0").limitedInAll(workers));
    } else if (limit.equals("team on a type")) {
      problem.quota(Quota.of("e1").limitedTo(first, part * cluster.poolWorkers(0)));
    } else if (limit.equals("right of a team")) {
      problem.quota(Quota.of("e2").guaranteeing(first, part * cluster.poolWorkers(0)));
    } else {
      problem.constraint(constraint(cluster, limit, first, workers));
    }
  }

  private static Constraint constraint(
      Cluster cluster, String limit, String first, double workers) {
    Constraint.Named named = Constraint.named(limit);
    return switch (limit) {
      case "type" ->
          named
              .that(LinearForm.workers().onTypes(first))
              .atMostPartOfCapacity(workers / cluster.workers());
      case "power" -> {
        double[] watts = IntStream.range(0, cluster.typeCount()).mapToDouble(j -> 3 - j).toArray();
        double all =
            IntStream.range(0, watts.length)
                .mapToDouble(j -> watts[j] * cluster.poolWorkers(j))
                .sum();
        yield named.that(LinearForm.amount(watts)).atMost(all * workers / cluster.workers());
      }
      case "running" -> named.that(LinearForm.running()).atMost(workers);
      case "memory" ->
          named
              .that(
                  LinearForm.running()
                      .ofEntity("e0")
                      .times(3)
                      .plus(LinearForm.running().ofEntity("e1").times(2)))
              .atMost(2 * workers);
      default -> // workers of all teams but e2
          named
              .that(LinearForm.workers().minus(LinearForm.workers().ofEntity("e2")))
              .atMost(workers);
    };
  }

  /** Returns the amount of a limit that leases use. */
  static double held(AllocationProblem problem, LinearRow row, List<OpenLeaseState> leases) {
    return leases.stream()
        .mapToDouble(
            open -> of(problem, row, open.jobIds(), open.configuration(), open.workerType(), false))
        .sum();
  }

  /**
   * Returns the amount of a limit that leases may use: of each pair the largest amount of the pair
   * and of its jobs alone, since one of them may end first.
   */
  static double reserved(AllocationProblem problem, LinearRow row, List<OpenLeaseState> leases) {
    return leases.stream()
        .mapToDouble(
            open -> of(problem, row, open.jobIds(), open.configuration(), open.workerType(), true))
        .sum();
  }

  private static double of(
      AllocationProblem problem,
      LinearRow row,
      List<String> ids,
      Optional<String> configuration,
      int j,
      boolean reserved) {
    int types = problem.cluster().typeCount();
    int[] alone =
        ids.stream()
            .flatMapToInt(id -> problem.find(id).stream())
            .map(m -> m * types + j)
            .toArray();
    double[] each = IntStream.of(alone).mapToDouble(row::coefficientOf).toArray();
    double most = Arrays.stream(each).max().orElse(0);
    for (int g = 0; g < problem.groupCount(); g++) {
      if (is(problem, g, ids, configuration)) {
        double own = row.coefficientOf(g * types + j);
        return reserved && ids.size() > 1 ? Math.max(own, most) : own;
      }
    }
    return Arrays.stream(each).sum(); // a group that the problem does not list
  }

  private static boolean is(
      AllocationProblem problem, int g, List<String> ids, Optional<String> configuration) {
    Group group = problem.group(g);
    Optional<String> name =
        group instanceof Group.Configuration way ? Optional.of(way.name()) : Optional.empty();
    return group.size() == ids.size()
        && name.equals(configuration)
        && IntStream.range(0, ids.size())
            .allMatch(i -> problem.job(group.member(i)).id().equals(ids.get(i)));
  }

  /**
   * Checks that no event and no plan adds leases beyond a limit. Leases that exceed a tightened
   * limit continue until the next plan.
   *
   * @param before the leases before the event or plan
   * @param planned whether a round was planned, after which no limit is exceeded
   */
  static void check(
      AllocationProblem problem,
      List<OpenLeaseState> before,
      List<OpenLeaseState> after,
      boolean planned) {
    for (LinearRow row : problem.momentRows()) {
      double now = held(problem, row, after);
      double most = planned ? row.bound() : Math.max(row.bound(), reserved(problem, row, before));
      Violation.unless(
          now <= most + ROUNDING * row.scale(), "limits hold at each moment", row, now, after);
    }
  }

  /** Returns whether limits leave room for one more group, even if one job of each pair ends. */
  static boolean leaveRoom(AllocationProblem problem, int g, int j, List<OpenLeaseState> leases) {
    int types = problem.cluster().typeCount();
    return problem.momentRows().stream()
        .allMatch(
            row ->
                reserved(problem, row, leases) + row.coefficientOf(g * types + j)
                    <= row.bound() - ROUNDING * row.scale());
  }
}
