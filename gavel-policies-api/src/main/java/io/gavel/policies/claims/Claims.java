package io.gavel.policies.claims;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;

/**
 * The promises of a policy, as data: {@linkplain Invariant invariants}, each with the {@linkplain
 * Condition conditions} on the problem under which it is promised. Tests, documentation and audits
 * all read these claims, so they agree. Immutable.
 */
public final class Claims {

  private final EnumMap<Invariant, Set<Condition>> conditions;

  private Claims(EnumMap<Invariant, Set<Condition>> conditions) {
    this.conditions = conditions;
  }

  /**
   * Returns claims that promise nothing.
   *
   * @return empty claims
   */
  public static Claims none() {
    return new Claims(new EnumMap<>(Invariant.class));
  }

  /**
   * Returns the rules that every policy keeps unless its documentation says otherwise: fractions,
   * time, capacity, constraints, useful time, determinism, and setting aside jobs that can run
   * nowhere.
   *
   * @return the claims of a policy that promises nothing beyond the rules
   */
  public static Claims rules() {
    return none()
        .and(Invariant.FRACTIONS)
        .and(Invariant.TIME)
        .and(Invariant.CAPACITY)
        .and(Invariant.CONSTRAINTS)
        .and(Invariant.USEFUL_TIME)
        .and(Invariant.DETERMINISM)
        .and(Invariant.SET_ASIDE);
  }

  /**
   * Returns a copy with one more claim.
   *
   * @param invariant the promised invariant; replaces an earlier claim of it
   * @param on the conditions that a problem must meet; none if the promise holds for every problem
   * @return a copy
   */
  public Claims and(Invariant invariant, Condition... on) {
    Set<Condition> all = EnumSet.noneOf(Condition.class);
    all.addAll(List.of(on));
    EnumMap<Invariant, Set<Condition>> more = new EnumMap<>(conditions);
    more.put(invariant, all);
    return new Claims(more);
  }

  /**
   * Returns a copy without some invariants.
   *
   * @param invariants the invariants to remove
   * @return a copy
   */
  public Claims without(Invariant... invariants) {
    EnumMap<Invariant, Set<Condition>> fewer = new EnumMap<>(conditions);
    fewer.keySet().removeAll(List.of(invariants));
    return new Claims(fewer);
  }

  /**
   * Returns the claimed invariants, with or without conditions.
   *
   * @return a copy, in the order of {@link Invariant}
   */
  public Set<Invariant> invariants() {
    return new EnumMap<>(conditions).keySet();
  }

  /**
   * Returns the conditions under which an invariant is promised.
   *
   * @param invariant one of {@link #invariants}
   * @return a copy; empty if the promise holds for every problem
   * @throws IllegalArgumentException if the invariant is not claimed
   */
  public Set<Condition> conditions(Invariant invariant) {
    Set<Condition> on = conditions.get(invariant);
    if (on == null) {
      throw new IllegalArgumentException(
          "%s is not claimed; claimed are %s".formatted(invariant, conditions.keySet()));
    }
    return EnumSet.copyOf(on);
  }

  /**
   * Returns whether an invariant is promised for the answer to a problem.
   *
   * @param invariant any
   * @param met whether the problem meets a condition, such as {@code Auditor.met(problem)} of the
   *     package {@code audit}
   * @return true if it is claimed, all its conditions are met, and it {@linkplain
   *     Invariant#isClaimedUnderConstraints applies} under the constraints that there are
   */
  public boolean include(Invariant invariant, Predicate<Condition> met) {
    Set<Condition> on = conditions.get(invariant);
    return on != null
        && on.stream().allMatch(met)
        && (invariant.isClaimedUnderConstraints() || met.test(Condition.NO_CONSTRAINTS));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Claims that && conditions.equals(that.conditions);
  }

  @Override
  public int hashCode() {
    return conditions.hashCode();
  }

  /** Returns the invariants in their order, the conditions in brackets. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ");
    conditions.forEach(
        (invariant, on) -> {
          StringJoiner brackets = new StringJoiner(", ", " (", ")");
          on.forEach(condition -> brackets.add(condition.toString()));
          text.add(invariant + (on.isEmpty() ? "" : brackets.toString()));
        });
    return text.toString();
  }
}
