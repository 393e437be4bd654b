package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The constraints and quotas of a problem, as they were stated. Immutable.
 *
 * @param constraints in the order in which they were stated, names unique
 * @param quotas in the order in which they were stated, at most one for each entity
 * @param scaled whether guarantees above a capacity are scaled down to it, by one factor for each
 *     pool of workers; otherwise they are refused
 * @param rights the rows that keep the guarantees, as stated by the policy that allocates; empty in
 *     a problem that no policy has read
 * @param penalties the price of each unit by which a soft constraint is missed, in units of the
 *     objective of the policy, by name of a constraint, a rule of a quota or a right; all other
 *     constraints are hard
 */
public record ConstraintSet(
    List<Constraint> constraints,
    List<Quota> quotas,
    boolean scaled,
    Optional<List<Constraint>> rights,
    Map<String, Double> penalties) {

  private static final ConstraintSet NONE = new ConstraintSet(List.of(), List.of());

  /**
   * Checks that names are unique.
   *
   * @param constraints copied
   * @param quotas copied
   * @param scaled whether guarantees above a capacity are scaled down
   * @param rights copied
   * @param penalties finite and above 0; copied in the order of the names
   * @throws IllegalArgumentException naming a constraint that is stated twice, an entity with two
   *     quotas, or a wrong penalty
   */
  public ConstraintSet {
    constraints = List.copyOf(constraints);
    quotas = List.copyOf(quotas);
    rights = rights.map(List::copyOf);
    penalties.forEach((name, price) -> Require.positive(price, "penalty of constraint", name));
    penalties = Collections.unmodifiableSortedMap(new TreeMap<>(penalties));
    if (!constraints.isEmpty() || !quotas.isEmpty()) { // else a problem loads neither class
      requireUnique("constraint", constraints.stream().map(Constraint::name));
      requireUnique("quota of entity", quotas.stream().map(Quota::entity));
    }
  }

  /**
   * Creates a set without rights that refuses guarantees above a capacity.
   *
   * @param constraints names unique
   * @param quotas at most one for each entity
   * @throws IllegalArgumentException naming a constraint that is stated twice, or an entity with
   *     two quotas
   */
  public ConstraintSet(List<Constraint> constraints, List<Quota> quotas) {
    this(constraints, quotas, false, Optional.empty(), Map.of());
  }

  private static void requireUnique(String what, Stream<String> names) {
    Set<String> seen = new HashSet<>();
    names.forEach(
        name -> {
          if (!seen.add(name)) {
            throw new IllegalArgumentException(
                "%s \"%s\" is stated twice; names must be unique".formatted(what, name));
          }
        });
  }

  /**
   * Returns a set without constraints and quotas.
   *
   * @return the empty set
   */
  public static ConstraintSet none() {
    return NONE;
  }

  /**
   * Returns whether the set is empty.
   *
   * @return true if there is neither a constraint nor a quota
   */
  public boolean isEmpty() {
    return constraints.isEmpty() && quotas.isEmpty();
  }

  /**
   * Adds a constraint. Rights that a policy has stated are removed.
   *
   * @param constraint with a name that is not in the set
   * @return a copy
   * @throws IllegalArgumentException if the name is in the set
   */
  public ConstraintSet and(Constraint constraint) {
    return new ConstraintSet(
        appended(constraints, constraint), quotas, scaled, Optional.empty(), penalties);
  }

  /**
   * Adds a quota. Rights that a policy has stated are removed.
   *
   * @param quota of an entity that has none in the set
   * @return a copy
   * @throws IllegalArgumentException if the entity has one
   */
  public ConstraintSet and(Quota quota) {
    return new ConstraintSet(
        constraints, appended(quotas, quota), scaled, Optional.empty(), penalties);
  }

  private static <T> List<T> appended(List<T> list, T item) {
    List<T> longer = new ArrayList<>(list);
    longer.add(item);
    return longer;
  }

  /**
   * Scales guarantees that exceed a capacity down to this capacity, instead of refusing them.
   *
   * @return a copy
   */
  public ConstraintSet scalingGuarantees() {
    return new ConstraintSet(constraints, quotas, true, rights, penalties);
  }

  /**
   * Makes a constraint soft: an allocation may miss it at a price.
   *
   * @param name of a constraint, of a rule of a quota such as {@code limit:red:v100}, or of the
   *     guarantees of an entity, such as {@code guaranteed:red}
   * @param penalty in units of the policy's objective for each unit by which it is missed, finite
   *     and above 0
   * @return a copy; a penalty that was stated before is replaced
   */
  public ConstraintSet softening(String name, double penalty) {
    Map<String, Double> more = new TreeMap<>(penalties);
    more.put(name, penalty);
    return new ConstraintSet(constraints, quotas, scaled, rights, more);
  }

  /**
   * Returns the penalty of a soft constraint.
   *
   * @param name of a soft constraint
   * @return units of the policy's objective for each unit by which it is missed
   * @throws IllegalArgumentException if the constraint is not soft
   */
  public double penalty(String name) {
    Double penalty = penalties.get(name);
    if (penalty == null) {
      throw Require.unknown("soft constraint", name, List.copyOf(penalties.keySet()));
    }
    return penalty;
  }

  /**
   * Requires that no constraint is soft.
   *
   * @param reader a policy or program that cannot price violations, for the message
   * @throws IllegalArgumentException naming the first soft constraint
   */
  public void requireHard(Object reader) {
    if (!penalties.isEmpty()) {
      throw new IllegalArgumentException(
          ("%s does not support soft constraints, as its objective is no sum in which they have a"
                  + " price; the problem has \"%s\"")
              .formatted(reader, penalties.keySet().iterator().next()));
    }
  }

  /**
   * States the rows that keep the guarantees in one problem and for one policy.
   *
   * @param rows with names that begin with the name of a right, such as {@code guaranteed:red};
   *     empty to remove the rows that a policy has stated
   * @return a copy
   */
  public ConstraintSet withRights(Optional<List<Constraint>> rows) {
    return rows.equals(rights)
        ? this
        : new ConstraintSet(constraints, quotas, scaled, rows, penalties);
  }

  /**
   * Returns the names of the rights that no policy has stated as rows. They are not part of {@link
   * #over}; a policy that does not state them must refuse the problem.
   *
   * @return names such as {@code guaranteed:red}, in the order of the quotas
   */
  public List<String> openRights() {
    return rights.isPresent() || quotas.isEmpty()
        ? List.of()
        : quotas.stream().filter(q -> !q.guaranteed().isEmpty()).map(Quota::right).toList();
  }

  /**
   * Requires that a policy has stated the rows of all rights.
   *
   * @param reader a policy or program that has no measure of their value, for the message
   * @throws IllegalArgumentException naming the first open right
   */
  public void requireRightsStated(Object reader) {
    List<String> open = openRights();
    if (!open.isEmpty()) {
      throw new IllegalArgumentException(
          ("%s does not support guarantees, as it has no measure of their value; the problem has"
                  + " \"%s\". Workers can be reserved instead")
              .formatted(reader, open.get(0)));
    }
  }

  /**
   * Removes a constraint, one rule of a quota, or the guarantees of an entity.
   *
   * @param name the name of a constraint, or of a rule of a quota such as {@code limit:red:v100} or
   *     {@code guaranteed:red}
   * @return a copy
   * @throws IllegalArgumentException if there is no such name
   */
  public ConstraintSet without(String name) {
    Map<String, Double> kept = new TreeMap<>(penalties);
    kept.remove(name);
    List<Quota> right = quotas.stream().filter(quota -> quota.isRight(name)).toList();
    ConstraintSet rest =
        new ConstraintSet(
            constraints.stream().filter(c -> !c.name().equals(name)).toList(),
            quotas.stream().map(quota -> quota.without(name)).toList(),
            scaled,
            rights.map(
                rows ->
                    rows.stream()
                        .filter(row -> !row.name().equals(name))
                        .filter(row -> right.stream().noneMatch(q -> q.isRight(row.name())))
                        .toList()),
            kept);
    if (rest.equals(this)) {
      throw Require.unknown("constraint", name, names());
    }
    return rest;
  }

  private List<String> names() {
    return Stream.concat(
            constraints.stream().map(Constraint::name),
            quotas.stream().flatMap(quota -> quota.names().stream()))
        .toList();
  }

  /**
   * Returns all constraints in force in a problem.
   *
   * @param problem has the jobs, worker types and entities
   * @return the stated constraints in order, then the rules of the quotas, then the rights that a
   *     policy has stated; unmodifiable
   * @throws IllegalArgumentException naming the unknown job, entity or type of a quota, or if a
   *     rule of a quota has the name of a constraint
   */
  public List<Constraint> inForce(ProblemRows problem) {
    List<Constraint> all = new ArrayList<>(constraints);
    Map<String, Double> factors = new HashMap<>();
    ToDoubleFunction<String> factor =
        type -> factors.computeIfAbsent(type, of -> factor(problem, of));
    quotas.forEach(quota -> all.addAll(quota.rules(problem, factor)));
    rights.ifPresent(all::addAll);
    requireUnique("constraint", all.stream().map(Constraint::name));
    return List.copyOf(all);
  }

  /**
   * Returns the rows of all hard constraints in force in a problem.
   *
   * @param problem has the jobs, worker types and entities
   * @return the stated constraints in order, then the rules of the quotas, then the rights that a
   *     policy has stated; unmodifiable
   * @throws IllegalArgumentException naming the unknown job, entity or type of a constraint or
   *     quota, or if a rule of a quota has the name of a constraint
   */
  public List<LinearRow> over(ProblemRows problem) {
    return isEmpty() && rights.isEmpty() ? List.of() : rows(problem, false);
  }

  /**
   * Returns the rows of all soft constraints in force in a problem.
   *
   * @param problem has the jobs, worker types and entities
   * @return in the order of {@link #inForce}; unmodifiable
   * @throws IllegalArgumentException as {@link #over}, or naming a penalty of no constraint
   */
  public List<LinearRow> softOver(ProblemRows problem) {
    if (penalties.isEmpty()) {
      return List.of();
    }
    List<String> known = names();
    for (String name : penalties.keySet()) {
      if (!known.contains(name)) {
        throw Require.unknown("penalty: ", "constraint", name, known);
      }
    }
    return rows(problem, true);
  }

  private List<LinearRow> rows(ProblemRows problem, boolean soft) {
    return inForce(problem).stream()
        .filter(constraint -> penalties.containsKey(constraint.name()) == soft)
        .map(constraint -> constraint.over(problem))
        .toList();
  }

  /**
   * Returns the hard constraints in force in a problem as a set of their own.
   *
   * @param problem has the jobs, worker types and entities
   * @return a set with the rows of {@link #over}, without quotas; this set if nothing is soft
   */
  public ConstraintSet withoutSoft(ProblemRows problem) {
    return penalties.isEmpty()
        ? this
        : new ConstraintSet(
            inForce(problem).stream().filter(c -> !penalties.containsKey(c.name())).toList(),
            List.of());
  }

  /**
   * Requires that a cluster has the workers that are guaranteed and reserved, except for guarantees
   * that are scaled. A guarantee within another, of an entity above, is part of it.
   *
   * @param problem has the worker types and entities
   * @throws IllegalArgumentException naming the worker type, its guarantees by entity, and the
   *     workers of the type
   */
  public void requireGuaranteesFit(ProblemRows problem) {
    Set<String> types = new LinkedHashSet<>();
    for (Quota quota : quotas) {
      types.addAll(quota.ownTypes());
    }
    for (String type : types) {
      new Guarantees(type, quotas, problem, false).requireAtMost(scaled ? 0 : 1);
    }
  }

  /**
   * Returns the workers of a type that are guaranteed to, or reserved for, each entity and the
   * entities below it; guarantees are {@linkplain #scaled scaled} if the set says so.
   *
   * @param problem has the worker types and entities
   * @param type a worker type's name
   * @return workers by id of entity, at least 0 and at most the workers of the type's pool
   * @throws IllegalArgumentException naming the worker type and its guarantees by entity if the
   *     pool has fewer workers, for example after some were lost
   */
  public Map<String, Double> entitlements(ProblemRows problem, String type) {
    return guarantees(problem, type).ofType(type, factor(problem, type));
  }

  private double factor(ProblemRows problem, String type) {
    return scaled ? guarantees(problem, type).largestFactor() : 1;
  }

  private Guarantees guarantees(ProblemRows problem, String type) {
    return new Guarantees(type, quotas, problem, true);
  }
}
