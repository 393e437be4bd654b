package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The guaranteed and the maximum workers of an entity's jobs, including jobs of the entities below
 * it. Workers are averaged over time; half of a pair's workers belongs to each member. Immutable;
 * every method returns a copy.
 *
 * <p>A quota stands for constraints with these names:
 *
 * <ul>
 *   <li>{@code guaranteed:ENTITY:TYPE}: the entity holds at least the guaranteed workers, or as
 *       many as its jobs could use if they had the cluster alone. Unused guaranteed workers are
 *       lent.
 *   <li>{@code limit:ENTITY:TYPE} and {@code limit:ENTITY:any}: it holds at most so many workers of
 *       a type, or of all types together.
 *   <li>{@code lending:ENTITY:TYPE}: all other entities hold at most the workers of the type
 *       without the part of the guarantee that is not lent. Without such a rule all of it is lent.
 * </ul>
 *
 * @param entity the id of the entity
 * @param limitOfAll workers of all types together, finite and at least 0; empty without a limit
 * @param guaranteed workers by name of worker type, finite and {@code > 0}
 * @param limits workers by name of worker type, finite and at least 0
 * @param lent the most workers of the guarantee that other entities may use, by name of worker
 *     type, from 0 to the guarantee
 */
public record Quota(
    String entity,
    OptionalDouble limitOfAll,
    Map<String, Double> guaranteed,
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
   * @param limits finite and at least 0; copied in the order of the names
   * @param lent from 0 to the guarantee; copied in the order of the names
   * @throws IllegalArgumentException naming the entity and worker type of a wrong number, or if
   *     more is guaranteed than the limit
   */
  public Quota {
    Require.name(entity, "entity of a quota");
    guaranteed = sorted(guaranteed);
    limits = sorted(limits);
    lent = sorted(lent);
    requireNumbers(entity, guaranteed, limits, lent);
    limitOfAll.ifPresent(most -> Require.nonNegative(most, "limit of all types of entity", entity));
    for (Map.Entry<String, Double> part : guaranteed.entrySet()) {
      Double limit = limits.get(part.getKey());
      if (limit != null && part.getValue() > limit) {
        throw above(entity, part.getValue(), "type \"%s\"".formatted(part.getKey()), limit);
      }
    }
    double sum = guaranteed.values().stream().mapToDouble(Double::doubleValue).sum();
    if (limitOfAll.isPresent() && sum > limitOfAll.getAsDouble()) {
      throw above(entity, sum, "all types", limitOfAll.getAsDouble());
    }
  }

  private static SortedMap<String, Double> sorted(Map<String, Double> workers) {
    workers.forEach((type, number) -> Require.name(type, "name of a worker type in a quota"));
    return Collections.unmodifiableSortedMap(new TreeMap<>(workers));
  }

  private static void requireNumbers(
      String entity,
      Map<String, Double> guaranteed,
      Map<String, Double> limits,
      Map<String, Double> lent) {
    guaranteed.forEach((type, n) -> Require.positive(n, what("guaranteed", type), entity));
    limits.forEach((type, n) -> Require.nonNegative(n, what("limit", type), entity));
    lent.forEach(
        (type, n) -> {
          Require.nonNegative(n, what("lent", type), entity);
          if (!(n <= guaranteed.getOrDefault(type, 0.0))) {
            throw new IllegalArgumentException(
                "entity \"%s\" lends %s workers of type \"%s\" and has %s guaranteed; it can lend at most these"
                    .formatted(entity, n, type, guaranteed.getOrDefault(type, 0.0)));
          }
        });
  }

  private static String what(String part, String type) {
    return "%s workers of type \"%s\" of entity".formatted(part, type);
  }

  private static IllegalArgumentException above(
      String entity, double guaranteed, String types, double limit) {
    return new IllegalArgumentException(
        "entity \"%s\" is guaranteed %s workers of %s and limited to %s; the guarantee must not exceed the limit"
            .formatted(entity, guaranteed, types, limit));
  }

  /**
   * A quota that states nothing yet.
   *
   * @param entity the id of an entity, not blank
   * @return the quota
   */
  public static Quota of(String entity) {
    return new Quota(entity, OptionalDouble.empty(), Map.of(), Map.of(), Map.of());
  }

  /**
   * Guarantees workers of a type.
   *
   * @param type a worker type's name
   * @param workers finite and {@code > 0}
   * @return a copy; a guarantee of this type that was stated before is replaced
   */
  public Quota guaranteeing(String type, double workers) {
    return new Quota(entity, limitOfAll, put(guaranteed, type, workers), limits, lent);
  }

  /**
   * Limits the workers of a type.
   *
   * @param type a worker type's name
   * @param workers finite and at least 0
   * @return a copy; a limit of this type that was stated before is replaced
   */
  public Quota limitedTo(String type, double workers) {
    return new Quota(entity, limitOfAll, guaranteed, put(limits, type, workers), lent);
  }

  /**
   * Limits the workers of all types together.
   *
   * @param workers finite and at least 0
   * @return a copy; such a limit that was stated before is replaced
   */
  public Quota limitedInAll(double workers) {
    return new Quota(entity, OptionalDouble.of(workers), guaranteed, limits, lent);
  }

  /**
   * Limits the use of unused guaranteed workers by other entities.
   *
   * @param type a worker type's name of which workers are guaranteed
   * @param workers from 0 to the guarantee
   * @return a copy; a number for this type that was stated before is replaced
   */
  public Quota lending(String type, double workers) {
    return new Quota(entity, limitOfAll, guaranteed, limits, put(lent, type, workers));
  }

  private static Map<String, Double> put(Map<String, Double> workers, String type, double number) {
    Map<String, Double> copy = new TreeMap<>(workers);
    copy.put(type, number);
    return copy;
  }

  /**
   * This quota without one of its rules.
   *
   * @param rule the name of a rule, such as {@code limit:red:v100}
   * @return a copy; an equal quota if it has no such rule. Without a guarantee nothing of it can be
   *     withheld, so its lending rule goes too
   */
  Quota without(String rule) {
    return new Quota(
        entity,
        rule.equals(name("limit", ANY)) ? OptionalDouble.empty() : limitOfAll,
        minus(guaranteed, rule, "guaranteed"),
        minus(limits, rule, "limit"),
        minus(minus(lent, rule, "lending"), rule, "guaranteed"));
  }

  private Map<String, Double> minus(Map<String, Double> workers, String rule, String kind) {
    Map<String, Double> rest = new TreeMap<>(workers);
    rest.keySet().removeIf(type -> rule.equals(name(kind, type)));
    return rest;
  }

  private String name(String kind, String type) {
    return "%s:%s:%s".formatted(kind, entity, type);
  }

  /** The names of the rules of this quota. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    guaranteed.keySet().forEach(type -> names.add(name("guaranteed", type)));
    lent.keySet().forEach(type -> names.add(name("lending", type)));
    limits.keySet().forEach(type -> names.add(name("limit", type)));
    limitOfAll.ifPresent(most -> names.add(name("limit", ANY)));
    return names;
  }

  /** The rules of this quota in a problem. */
  List<Constraint> rules(ProblemRows problem) {
    List<Constraint> rules = new ArrayList<>();
    String place = "quota of entity \"%s\": ".formatted(entity);
    BitSet jobs = new JobSelection.OfEntity(entity).in(problem, place);
    LinearForm held = LinearForm.workers().ofEntity(entity);
    guaranteed.forEach(
        (type, workers) -> {
          int j = TypeNames.indexOf(problem.cluster(), type, place);
          double due = Math.min(workers, UsableWorkers.of(jobs, problem, j));
          LinearForm form = held.onTypes(type);
          if (due > 0) {
            rules.add(rule(name("guaranteed", type), form, Relation.AT_LEAST, due));
          }
          double kept = workers - lent.getOrDefault(type, workers);
          if (kept > 0) {
            double rest = TypeNames.workers(problem.cluster(), new int[] {j}) - kept;
            LinearForm others = LinearForm.workers().onTypes(type).minus(form);
            rules.add(rule(name("lending", type), others, Relation.AT_MOST, rest));
          }
        });
    limits.forEach(
        (type, most) -> {
          TypeNames.indexOf(problem.cluster(), type, place);
          rules.add(rule(name("limit", type), held.onTypes(type), Relation.AT_MOST, most));
        });
    limitOfAll.ifPresent(most -> rules.add(rule(name("limit", ANY), held, Relation.AT_MOST, most)));
    return rules;
  }

  private static Constraint rule(String name, LinearForm form, Relation relation, double workers) {
    return new Constraint(name, form, relation, new Constraint.Bound(workers, false));
  }
}
