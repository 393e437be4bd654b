package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The constraints and quotas of a problem, as they were stated. Immutable.
 *
 * @param constraints in the order in which they were stated, names unique
 * @param quotas in the order in which they were stated, at most one for each entity
 */
public record ConstraintSet(List<Constraint> constraints, List<Quota> quotas) {

  private static final ConstraintSet NONE = new ConstraintSet(List.of(), List.of());

  /**
   * Checks that names are unique.
   *
   * @param constraints copied
   * @param quotas copied
   * @throws IllegalArgumentException naming a constraint that is stated twice, or an entity with
   *     two quotas
   */
  public ConstraintSet {
    constraints = List.copyOf(constraints);
    quotas = List.copyOf(quotas);
    requireUnique("constraint", constraints.stream().map(Constraint::name));
    requireUnique("quota of entity", quotas.stream().map(Quota::entity));
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
   * No constraints.
   *
   * @return the empty set
   */
  public static ConstraintSet none() {
    return NONE;
  }

  /**
   * Whether nothing is stated.
   *
   * @return true if there is neither a constraint nor a quota
   */
  public boolean isEmpty() {
    return constraints.isEmpty() && quotas.isEmpty();
  }

  /**
   * Adds a constraint.
   *
   * @param constraint with a name that is not in the set
   * @return a copy
   * @throws IllegalArgumentException if the name is in the set
   */
  public ConstraintSet and(Constraint constraint) {
    return new ConstraintSet(appended(constraints, constraint), quotas);
  }

  /**
   * Adds a quota.
   *
   * @param quota of an entity that has none in the set
   * @return a copy
   * @throws IllegalArgumentException if the entity has one
   */
  public ConstraintSet and(Quota quota) {
    return new ConstraintSet(constraints, appended(quotas, quota));
  }

  private static <T> List<T> appended(List<T> list, T item) {
    List<T> longer = new ArrayList<>(list);
    longer.add(item);
    return longer;
  }

  /**
   * Takes away a constraint, or one rule of a quota.
   *
   * @param name the name of a constraint, or of a rule of a quota such as {@code limit:red:v100}
   * @return a copy
   * @throws IllegalArgumentException if there is no such name
   */
  public ConstraintSet without(String name) {
    ConstraintSet rest =
        new ConstraintSet(
            constraints.stream().filter(c -> !c.name().equals(name)).toList(),
            quotas.stream().map(quota -> quota.without(name)).toList());
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
   * @return the stated constraints in order, then the rules of the quotas; unmodifiable
   * @throws IllegalArgumentException naming the unknown job, entity or type of a quota, or if a
   *     rule of a quota has the name of a constraint
   */
  public List<Constraint> inForce(ProblemRows problem) {
    List<Constraint> all = new ArrayList<>(constraints);
    quotas.forEach(quota -> all.addAll(quota.rules(problem)));
    requireUnique("constraint", all.stream().map(Constraint::name));
    return List.copyOf(all);
  }

  /**
   * Returns the rows of all constraints in force in a problem.
   *
   * @param problem has the jobs, worker types and entities
   * @return the stated constraints in order, then the rules of the quotas; unmodifiable
   * @throws IllegalArgumentException naming the unknown job, entity or type of a constraint or
   *     quota, or if a rule of a quota has the name of a constraint
   */
  public List<LinearRow> over(ProblemRows problem) {
    return inForce(problem).stream().map(constraint -> constraint.over(problem)).toList();
  }

  /**
   * Requires that a cluster has the workers that are guaranteed. A guarantee within another, of an
   * entity above, is part of it.
   *
   * @param problem has the worker types and entities
   * @throws IllegalArgumentException naming the worker type, its guarantees by entity, and the
   *     workers of the type
   */
  public void requireGuaranteesFit(ProblemRows problem) {
    quotas.stream()
        .flatMap(quota -> quota.guaranteed().keySet().stream())
        .distinct()
        .forEach(type -> Guarantees.of(type, quotas, problem.entities()).requireAtMost(problem));
  }
}
