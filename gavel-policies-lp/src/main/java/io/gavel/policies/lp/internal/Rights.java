package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Guarantees as rows. The right of a team is worth the allocation of its jobs alone on the
 * guaranteed workers; in the problem of all teams, the team's jobs must be worth at least that in
 * the measure of the policy ({@link Worth}).
 *
 * <p>Guarantees within the capacity are always feasible together: the teams' allocations alone,
 * side by side, keep all of them. Mutable while the teams are measured.
 */
public final class Rights {

  /** The names of rights begin with this; the name of the entity follows. */
  private static final String PREFIX = "guaranteed:";

  private static final int MOST_ROUNDS = 100;

  private final AllocationProblem problem;
  private final AllocationProblem unconstrained;
  private final Policy within;

  /** The workers that entities have a claim to, by entity, {@code [worker type]}. */
  private final List<Map<String, Double>> entitlements;

  private final List<Counting> inForce = new ArrayList<>();

  /** The constraints in force that state rights of teams. */
  private final Set<Constraint> stated = new HashSet<>();

  /** Prepares the measurement of teams of a problem without rights. */
  private Rights(AllocationProblem problem, Policy within) {
    this.problem = problem;
    this.within = within;
    ConstraintSet rules = problem.constraintSet();
    unconstrained = problem.withConstraints(ConstraintSet.none());
    entitlements =
        problem.cluster().types().stream()
            .map(type -> rules.entitlements(problem, type.name()))
            .toList();
    for (Constraint constraint : rules.inForce(problem)) {
      inForce.add(Counting.of(constraint, problem));
    }
  }

  /** A constraint and the jobs that it counts. */
  private record Counting(Constraint constraint, BitSet jobs) {
    static Counting of(Constraint constraint, AllocationProblem problem) {
      BitSet jobs = new BitSet();
      constraint.form().over(problem).jobs().forEach(jobs::or);
      return new Counting(constraint, jobs);
    }

    boolean isWithin(BitSet team) {
      int m = jobs.nextSetBit(0);
      while (m >= 0 && team.get(m)) {
        m = jobs.nextSetBit(m + 1);
      }
      return m < 0;
    }
  }

  /**
   * Allocates under the guarantees of a problem, measured by the goal in the certificate of the
   * policy or, if that is not a sum over jobs or a least level, by total normalised throughput.
   *
   * @param within the policy without guarantees; keeps constraints
   */
  public static Allocation keep(AllocationProblem problem, Policy within) {
    return problem.constraintSet().openRights().isEmpty() // or a decorator has stated them
        ? within.allocate(problem)
        : keep(problem, within, Worth::of);
  }

  /**
   * Allocates under the guarantees of a problem, measured by total normalised throughput.
   *
   * @param within the policy without guarantees; keeps constraints
   */
  public static Allocation keepTotals(AllocationProblem problem, Policy within) {
    return keep(problem, within, Worth::ofNormalisedTotal);
  }

  /** Returns whether a row of this name states the right of a team of the problem. */
  static boolean isRow(String name, AllocationProblem problem) {
    return problem.constraintSet().rights().stream()
        .flatMap(List::stream)
        .anyMatch(right -> right.name().equals(name));
  }

  /** The worth of an allocation to one team alone. */
  public interface Measure {
    /**
     * Returns the worth that the right guarantees.
     *
     * @param right the name of the team's right
     * @param alone the allocation to the team alone
     * @param shared an allocation to all teams without rights
     */
    Worth of(String right, Allocation alone, Allocation shared);
  }

  /**
   * Allocates under the guarantees of a problem.
   *
   * @param within the policy without guarantees; keeps constraints
   * @param measure the measure of the policy
   */
  public static Allocation keep(AllocationProblem problem, Policy within, Measure measure) {
    List<String> open = problem.constraintSet().openRights();
    if (open.isEmpty()) {
      return within.allocate(problem);
    }
    AllocationProblem without = stating(List.of(), problem);
    Allocation x = within.allocate(without);
    Rights teams = new Rights(without, within);
    List<Constraint> rows = new ArrayList<>();
    List<Worth> worths = new ArrayList<>();
    for (Quota quota : deepestFirst(problem)) {
      BitSet team = new JobSelection.OfEntity(quota.entity()).in(problem, "");
      if (!team.isEmpty()) {
        Allocation alone = teams.alone(quota, team);
        String right = PREFIX + quota.entity();
        Worth worth = measure.of(right, alone, x);
        if (!worth.isOneRow()) {
          requireHard(problem, right);
        }
        worths.add(worth);
        worth.rows().forEach(teams::state);
      }
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      rows.clear();
      for (Worth worth : worths) {
        worth.require(x);
        rows.addAll(worth.rows());
      }
      AllocationProblem stating = stating(rows, x.problem());
      if (keeps(stating, x)) {
        return Allocation.of(stating, x.fractions(), x.certificate());
      }
      x = within.allocate(stating(rows, problem));
    }
    throw new SolveFailedException(
        "guarantees are missed after %s rounds of further rows: %s".formatted(MOST_ROUNDS, open));
  }

  private static void requireHard(AllocationProblem problem, String right) {
    if (problem.constraintSet().penalties().containsKey(right)) {
      throw new IllegalArgumentException(
          "right \"%s\" is soft; only policies that maximise a sum support that".formatted(right));
    }
  }

  private static AllocationProblem stating(List<Constraint> rights, AllocationProblem problem) {
    return problem.withConstraints(problem.constraintSet().withRights(Optional.of(rights)));
  }

  /** Returns whether an allocation keeps the rows that its own problem does not state. */
  private static boolean keeps(AllocationProblem stating, Allocation x) {
    Set<String> known = rows(x.problem()).map(LinearRow::name).collect(Collectors.toSet());
    return rows(stating)
        .filter(row -> !known.contains(row.name()))
        .allMatch(row -> x.sum(row) >= row.bound());
  }

  private static Stream<LinearRow> rows(AllocationProblem problem) {
    return Stream.concat(problem.constraintRows().stream(), problem.softRows().stream());
  }

  /** Returns the quotas with guarantees, inner entities before outer ones. */
  private static List<Quota> deepestFirst(AllocationProblem problem) {
    Map<String, Integer> depth = new HashMap<>();
    boolean more = true;
    while (more) {
      more = false;
      for (Entity entity : problem.entities()) {
        Integer above = entity.parent().map(depth::get).orElse(0);
        more |= above != null && depth.putIfAbsent(entity.id(), above + 1) == null;
      }
    }
    return problem.quotas().stream()
        .filter(quota -> !quota.guaranteed().isEmpty())
        .sorted(Comparator.comparing(quota -> -depth.getOrDefault(quota.entity(), 0)))
        .toList();
  }

  /** States a row of the right of a team. */
  private void state(Constraint row) {
    stated.add(row);
    inForce.add(Counting.of(row, problem));
  }

  /**
   * Allocates to a team alone on its workers, with its own rows and deadlines; if it cannot keep
   * these there, without its lower bounds and deadlines.
   */
  private Allocation alone(Quota quota, BitSet team) {
    List<Constraint> own =
        inForce.stream().filter(row -> row.isWithin(team)).map(Counting::constraint).toList();
    try {
      return within.allocate(alone(own, quota, team, true));
    } catch (InfeasibleProblemException demanding) {
      return within.allocate(alone(own, quota, team, false));
    }
  }

  private AllocationProblem alone(
      List<Constraint> ofTeam, Quota quota, BitSet team, boolean demanding) {
    List<Constraint> own = new ArrayList<>();
    List<Constraint> inner = new ArrayList<>();
    for (Constraint constraint : ofTeam) {
      boolean soft = problem.constraintSet().penalties().containsKey(constraint.name());
      if (!soft && (demanding || constraint.relation() == Relation.AT_MOST)) {
        (stated.contains(constraint) ? inner : own).add(constraint);
      }
    }
    List<String> without = new ArrayList<>();
    for (int j = 0; j < entitlements.size(); j++) {
      String type = problem.cluster().type(j).name();
      double workers = entitlements.get(j).getOrDefault(quota.entity(), 0.0);
      if (workers == 0) {
        without.add(type);
      } else {
        own.add(
            Constraint.named("workers of %s:%s".formatted(quota.entity(), type))
                .that(LinearForm.workers().onTypes(type))
                .atMost(workers));
      }
    }
    AllocationProblem.Builder alone = unconstrained.edit(team);
    for (int m = team.nextSetBit(0); m >= 0; m = team.nextSetBit(m + 1)) {
      Job job = problem.job(m);
      if (!demanding) {
        alone.replace(job.toBuilder().withoutSlo().build());
      }
      if (!without.isEmpty()) {
        alone.forbid(job.id(), without.toArray(String[]::new));
      }
    }
    return alone
        .build()
        .withConstraints(new ConstraintSet(own, List.of()).withRights(Optional.of(inner)));
  }
}
