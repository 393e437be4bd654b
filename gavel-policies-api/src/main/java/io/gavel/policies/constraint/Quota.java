package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The guaranteed, reserved and maximum workers of an entity's jobs, including jobs of the entities
 * below it. Workers are averaged over time; half of a pair's workers belongs to each member.
 * Immutable; every method returns a copy.
 *
 * <p>A <em>guarantee</em> is a right: the jobs of the entity get at least the value that they would
 * have with the guaranteed workers alone, in the measure of the policy. They may run elsewhere if
 * that is better, and other entities use the remaining workers. A <em>reservation</em> is a duty:
 * the entity's jobs hold these workers.
 *
 * <p>A quota stands for constraints with these names:
 *
 * <ul>
 *   <li>{@code guaranteed:ENTITY}: the right. A policy states its rows when it allocates ({@link
 *       ConstraintSet#rights}), as only the policy knows the value; further rows of the same right
 *       have longer names, such as {@code guaranteed:ENTITY:JOB}.
 *   <li>{@code reserved:ENTITY:TYPE}: the entity holds at least the reserved workers, or as many as
 *       its jobs could use if they had the cluster alone.
 *   <li>{@code limit:ENTITY:TYPE} and {@code limit:ENTITY:any}: it holds at most so many workers of
 *       a type, or of all types together.
 *   <li>{@code lending:ENTITY:TYPE}: all other entities hold at most the workers of the type
 *       without the guaranteed or reserved workers that are not lent. Without such a rule all of
 *       them are lent while they are unused.
 * </ul>
 *
 * @param entity the id of the entity
 * @param limitOfAll workers of all types together, finite and at least 0; empty without a limit
 * @param guaranteed workers by name of worker type, finite and {@code > 0}
 * @param reserved workers by name of worker type, finite and {@code > 0}
 * @param limits workers by name of worker type, finite and at least 0
 * @param lent the most guaranteed or reserved workers that other entities may use, by name of
 *     worker type, from 0 to the larger of guarantee and reservation
 */
public record Quota(
    String entity,
    OptionalDouble limitOfAll,
    Map<String, Double> guaranteed,
    Map<String, Double> reserved,
    Map<String, Double> limits,
    Map<String, Double> lent) {

  /** Stands for all worker types in the name of a limit. */
  public static final String ANY = "any";

  /**
   * Checks every component; {@link #of} reads better.
   *
   * @param entity not blank
   * @param limitOfAll finite and at least 0
   * @param guaranteed finite and {@code > 0}; copied in the order of the names
   * @param reserved finite and {@code > 0}; copied in the order of the names
   * @param limits finite and at least 0; copied in the order of the names
   * @param lent from 0 to the guarantee or reservation; copied in the order of the names
   * @throws IllegalArgumentException naming the entity and worker type of a wrong number, or if
   *     more is guaranteed or reserved than the limit
   */
  public Quota {
    Require.name(entity, "entity of a quota");
    guaranteed = sorted(guaranteed);
    reserved = sorted(reserved);
    limits = sorted(limits);
    lent = sorted(lent);
    requireNumbers(entity, guaranteed, reserved, limits, lent);
    limitOfAll.ifPresent(most -> Require.nonNegative(most, "limit of all types of entity", entity));
    requireWithinLimits(entity, "is guaranteed", guaranteed, limits, limitOfAll);
    requireWithinLimits(entity, "reserves", reserved, limits, limitOfAll);
  }

  private static SortedMap<String, Double> sorted(Map<String, Double> workers) {
    workers.forEach((type, number) -> Require.name(type, "name of a worker type in a quota"));
    return Collections.unmodifiableSortedMap(new TreeMap<>(workers));
  }

  private static void requireNumbers(
      String entity,
      Map<String, Double> guaranteed,
      Map<String, Double> reserved,
      Map<String, Double> limits,
      Map<String, Double> lent) {
    guaranteed.forEach((type, n) -> Require.positive(n, what("guaranteed", type), entity));
    reserved.forEach((type, n) -> Require.positive(n, what("reserved", type), entity));
    limits.forEach((type, n) -> Require.nonNegative(n, what("limit", type), entity));
    lent.forEach(
        (type, n) -> {
          Require.nonNegative(n, what("lent", type), entity);
          double own =
              Math.max(guaranteed.getOrDefault(type, 0.0), reserved.getOrDefault(type, 0.0));
          if (!(n <= own)) {
            throw new IllegalArgumentException(
                "entity \"%s\" lends %s workers of type \"%s\" and has %s guaranteed; it can lend at most these"
                    .formatted(entity, n, type, own));
          }
        });
  }

  private static String what(String part, String type) {
    return "%s workers of type \"%s\" of entity".formatted(part, type);
  }

  private static void requireWithinLimits(
      String entity,
      String verb,
      Map<String, Double> owned,
      Map<String, Double> limits,
      OptionalDouble limitOfAll) {
    for (Map.Entry<String, Double> part : owned.entrySet()) {
      Double limit = limits.get(part.getKey());
      if (limit != null && part.getValue() > limit) {
        throw above(entity, verb, part.getValue(), "type \"%s\"".formatted(part.getKey()), limit);
      }
    }
    double sum = owned.values().stream().mapToDouble(Double::doubleValue).sum();
    if (limitOfAll.isPresent() && sum > limitOfAll.getAsDouble()) {
      throw above(entity, verb, sum, "all types", limitOfAll.getAsDouble());
    }
  }

  private static IllegalArgumentException above(
      String entity, String verb, double workers, String types, double limit) {
    return new IllegalArgumentException(
        "entity \"%s\" %s %s workers of %s and is limited to %s; these workers must not exceed the limit"
            .formatted(entity, verb, workers, types, limit));
  }

  /**
   * Returns a quota without guarantees, reservations and limits.
   *
   * @param entity the id of an entity, not blank
   * @return the quota
   */
  public static Quota of(String entity) {
    return new Quota(entity, OptionalDouble.empty(), Map.of(), Map.of(), Map.of(), Map.of());
  }

  /**
   * Guarantees workers of a type: the entity has the right to at least the value of these workers.
   *
   * @param type a worker type's name
   * @param workers finite and {@code > 0}
   * @return a copy; a guarantee of this type that was stated before is replaced
   */
  public Quota guaranteeing(String type, double workers) {
    return new Quota(entity, limitOfAll, put(guaranteed, type, workers), reserved, limits, lent);
  }

  /**
   * Reserves workers of a type: the entity's jobs hold at least these workers, or as many as they
   * can use.
   *
   * @param type a worker type's name
   * @param workers finite and {@code > 0}
   * @return a copy; a reservation of this type that was stated before is replaced
   */
  public Quota reserving(String type, double workers) {
    return new Quota(entity, limitOfAll, guaranteed, put(reserved, type, workers), limits, lent);
  }

  /**
   * Limits the workers of a type.
   *
   * @param type a worker type's name
   * @param workers finite and at least 0
   * @return a copy; a limit of this type that was stated before is replaced
   */
  public Quota limitedTo(String type, double workers) {
    return new Quota(entity, limitOfAll, guaranteed, reserved, put(limits, type, workers), lent);
  }

  /**
   * Limits the workers of all types together.
   *
   * @param workers finite and at least 0
   * @return a copy; such a limit that was stated before is replaced
   */
  public Quota limitedInAll(double workers) {
    return new Quota(entity, OptionalDouble.of(workers), guaranteed, reserved, limits, lent);
  }

  /**
   * Limits the use of unused guaranteed or reserved workers by other entities.
   *
   * @param type a worker type's name of which workers are guaranteed or reserved
   * @param workers from 0 to the guarantee or reservation
   * @return a copy; a number for this type that was stated before is replaced
   */
  public Quota lending(String type, double workers) {
    return new Quota(entity, limitOfAll, guaranteed, reserved, limits, put(lent, type, workers));
  }

  private static Map<String, Double> put(Map<String, Double> workers, String type, double number) {
    Map<String, Double> copy = new TreeMap<>(workers);
    copy.put(type, number);
    return copy;
  }

  /**
   * Returns the workers of a type that the entity has a claim to if guarantees count by a factor.
   */
  double own(String type, double factor) {
    return Math.max(factor * guaranteed.getOrDefault(type, 0.0), reserved.getOrDefault(type, 0.0));
  }

  /** Returns the types of which workers are guaranteed or reserved. */
  Set<String> ownTypes() {
    Set<String> types = new TreeSet<>(guaranteed.keySet());
    types.addAll(reserved.keySet());
    return types;
  }

  /** Returns the name of the right that the guarantees give. */
  String right() {
    return "guaranteed:" + entity;
  }

  /** Returns whether a name belongs to the right or to a further row of it. */
  boolean isRight(String rule) {
    return rule.equals(right()) || rule.startsWith(right() + ":");
  }

  /**
   * Returns a copy without one of its rules.
   *
   * @param rule the name of a rule, such as {@code limit:red:v100}
   * @return a copy; an equal quota if it has no such rule. Removing a guarantee or reservation also
   *     removes its lending rule
   */
  Quota without(String rule) {
    Map<String, Double> rights = isRight(rule) ? Map.of() : guaranteed;
    Map<String, Double> duties = minus(reserved, rule, "reserved");
    Map<String, Double> parts = minus(lent, rule, "lending");
    parts.keySet().removeIf(type -> !rights.containsKey(type) && !duties.containsKey(type));
    return new Quota(
        entity,
        rule.equals(name("limit", ANY)) ? OptionalDouble.empty() : limitOfAll,
        rights,
        duties,
        minus(limits, rule, "limit"),
        parts);
  }

  private Map<String, Double> minus(Map<String, Double> workers, String rule, String kind) {
    Map<String, Double> rest = new TreeMap<>(workers);
    rest.keySet().removeIf(type -> rule.equals(name(kind, type)));
    return rest;
  }

  private String name(String kind, String type) {
    return "%s:%s:%s".formatted(kind, entity, type);
  }

  /** Returns the names of the rules of this quota. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    if (!guaranteed.isEmpty()) {
      names.add(right());
    }
    reserved.keySet().forEach(type -> names.add(name("reserved", type)));
    lent.keySet().forEach(type -> names.add(name("lending", type)));
    limits.keySet().forEach(type -> names.add(name("limit", type)));
    limitOfAll.ifPresent(most -> names.add(name("limit", ANY)));
    return names;
  }

  /**
   * Returns the rules of this quota in a problem, except for the right.
   *
   * @param factor the part of its guarantees on a worker type that counts
   */
  List<Constraint> rules(ProblemRows problem, ToDoubleFunction<String> factor) {
    List<Constraint> rules = new ArrayList<>();
    String place = "quota of entity \"%s\": ".formatted(entity);
    BitSet jobs = new JobSelection.OfEntity(entity).in(problem, place);
    LinearForm held = LinearForm.workers().ofEntity(entity);
    for (String type : ownTypes()) {
      int j = TypeNames.indexOf(problem.cluster(), type, place);
      LinearForm form = held.onTypes(type);
      double due = Math.min(reserved.getOrDefault(type, 0.0), usable(jobs, problem, j));
      if (due > 0) {
        rules.add(rule(name("reserved", type), form, Relation.AT_LEAST, due));
      }
      double own = own(type, 1);
      double kept =
          own(type, factor.applyAsDouble(type)) * (own - lent.getOrDefault(type, own)) / own;
      if (kept > 0) {
        double rest = TypeNames.workers(problem.cluster(), new int[] {j}) - kept;
        LinearForm others = LinearForm.workers().onTypes(type).minus(form);
        rules.add(rule(name("lending", type), others, Relation.AT_MOST, rest));
      }
    }
    limits.forEach(
        (type, most) -> {
          TypeNames.indexOf(problem.cluster(), type, place);
          rules.add(rule(name("limit", type), held.onTypes(type), Relation.AT_MOST, most));
        });
    limitOfAll.ifPresent(most -> rules.add(rule(name("limit", ANY), held, Relation.AT_MOST, most)));
    return rules;
  }

  /** Returns the most workers of a type that jobs could use if they had the cluster alone. */
  private static double usable(BitSet jobs, ProblemRows problem, int j) {
    double[] largest = new double[problem.jobs().size()];
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      int m = group.member(0);
      if (group.size() == 1 && jobs.get(m)) {
        double own = problem.runs(g, j) ? problem.workers(g) : 0;
        largest[m] = Math.max(largest[m], own + alongside(g, problem, j));
      }
    }
    double sum = 0;
    for (double workers : largest) {
      sum += workers;
    }
    return Math.min(sum, problem.cluster().poolWorkers(problem.cluster().poolOf(j)));
  }

  /** Returns the workers of a type that a co-gang holds alongside, wherever it runs. */
  private static int alongside(int g, ProblemRows problem, int j) {
    boolean runs =
        problem.isCoGang(g)
            && IntStream.range(0, problem.cluster().typeCount()).anyMatch(i -> problem.runs(g, i));
    return runs ? problem.alongside(g, j) : 0;
  }

  private static Constraint rule(String name, LinearForm form, Relation relation, double workers) {
    return new Constraint(name, form, relation, new Constraint.Bound(workers, false));
  }
}
