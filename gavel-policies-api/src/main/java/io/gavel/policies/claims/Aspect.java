package io.gavel.policies.claims;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A part of a problem that a policy may read or ignore. A policy states the aspects that it reads;
 * the data of all other aspects do not change its answer.
 *
 * <p>Every policy also reads ids, scale factors, throughputs, workers and pools, and thus feasible
 * worker types. A pair or a configuration without which a job could run nowhere counts as part of
 * who can run.
 */
public enum Aspect {
  /** The weights of jobs. */
  WEIGHTS("weights"),
  /** The tree of entities, with weights and disciplines, and which entity a job belongs to. */
  ENTITIES("entities"),
  /** The deadlines of jobs. */
  SLOS("SLOs"),
  /** The steps that jobs have remaining, be it only to leave out jobs that are done. */
  STEPS("steps"),
  /** The past of jobs: age, isolated time so far, service, restarts, current workers. */
  HISTORY("history"),
  /** The pairs of jobs that may share workers, listed or by job type, be it to refuse them. */
  PAIRS("pairs"),
  /** The configurations of elastic jobs, be it only to refuse them. */
  CONFIGURATIONS("configurations"),
  /** The constraints and the quotas of entities, be it to refuse them. */
  CONSTRAINTS("constraints"),
  /** The thousandths of a worker that jobs take. */
  SHARES("shares"),
  /** The prices of worker types. */
  PRICES("prices"),
  /** The intervals of throughputs that are uncertain. */
  INTERVALS("intervals"),
  /** The order in which jobs are listed, be it only to break ties. Every problem has one. */
  ARRIVAL_ORDER("arrival order");

  private final String words;

  Aspect(String words) {
    this.words = words;
  }

  /**
   * Returns all aspects, the default of a policy.
   *
   * @return an unmodifiable set in the order of the aspects
   */
  public static Set<Aspect> all() {
    return Collections.unmodifiableSet(EnumSet.allOf(Aspect.class));
  }

  /**
   * Returns the given aspects.
   *
   * @param aspects any number of them
   * @return an unmodifiable set in the order of the aspects
   */
  public static Set<Aspect> only(Aspect... aspects) {
    return union(Set.of(), aspects);
  }

  /**
   * Returns the union of a set and further aspects.
   *
   * @param aspects for example the aspects that a decorated policy reads
   * @param more the aspects to add
   * @return an unmodifiable copy in the order of the aspects
   */
  public static Set<Aspect> union(Set<Aspect> aspects, Aspect... more) {
    Set<Aspect> all = EnumSet.noneOf(Aspect.class);
    all.addAll(aspects);
    all.addAll(List.of(more));
    return Collections.unmodifiableSet(all);
  }

  /**
   * Returns a set without some aspects.
   *
   * @param aspects for example the aspects that a decorated policy reads
   * @param others the aspects to remove
   * @return an unmodifiable copy in the order of the aspects
   */
  public static Set<Aspect> minus(Set<Aspect> aspects, Aspect... others) {
    Set<Aspect> left = EnumSet.noneOf(Aspect.class);
    left.addAll(aspects);
    left.removeAll(List.of(others));
    return Collections.unmodifiableSet(left);
  }

  /** Returns the usual name of the aspect in the literature. */
  @Override
  public String toString() {
    return words;
  }
}
