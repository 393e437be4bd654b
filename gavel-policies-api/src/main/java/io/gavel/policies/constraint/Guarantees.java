package io.gavel.policies.constraint;

import io.gavel.policies.model.Entity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The guaranteed and reserved workers of one pool, by entity. A guarantee within another, of an
 * entity above, is part of it.
 */
final class Guarantees {

  /** The steps of a bisection after which the factor does not change. */
  private static final int BISECTIONS = 60;

  private final ProblemRows problem;
  private final List<String> types;
  private final Map<String, Quota> quotas = new HashMap<>();

  /** The entities below each parent; those without a parent are below none. */
  private final Map<Optional<String>, List<Entity>> children = new HashMap<>();

  private final int workers;

  /** The most workers to which one entity can have a claim. */
  private final double most;

  /**
   * Collects the claims to the pool of a type.
   *
   * @param capped whether no entity counts with more workers than there are
   */
  Guarantees(String type, List<Quota> stated, ProblemRows problem, boolean capped) {
    this.problem = problem;
    int k = problem.cluster().poolOf(TypeNames.indexOf(problem.cluster(), type, "quota: "));
    types =
        problem.cluster().types().stream()
            .map(of -> of.name())
            .filter(name -> problem.cluster().poolOf(problem.cluster().indexOf(name)) == k)
            .toList();
    workers = problem.cluster().poolWorkers(k);
    most = capped ? workers : Double.POSITIVE_INFINITY;
    stated.forEach(quota -> quotas.put(quota.entity(), quota));
    for (Entity entity : problem.entities()) {
      children.computeIfAbsent(entity.parent(), parent -> new ArrayList<>()).add(entity);
    }
  }

  /** Requires that the claims do not exceed the pool if guarantees count by this factor. */
  void requireAtMost(double factor) {
    double sum = below(Optional.empty(), factor);
    if (sum > workers) {
      throw new IllegalArgumentException(
          "%s workers of type \"%s\" are %s (%s) and there are %s; at most these can be %s"
              .formatted(sum, String.join(", ", types), kind(), owners(), workers, kind()));
    }
  }

  /** Returns the largest factor of guarantees, at most 1, that the workers of the pool allow. */
  double largestFactor() {
    if (below(Optional.empty(), 1) <= workers) {
      return 1;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (below(Optional.empty(), middle) <= workers) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the workers of a type that each entity and its descendants have a claim to. */
  Map<String, Double> ofType(String type, double factor) {
    requireAtMost(factor);
    return problem.entities().stream()
        .collect(Collectors.toMap(Entity::id, entity -> of(entity.id(), List.of(type), factor)));
  }

  private double of(String entity, List<String> some, double factor) {
    Quota quota = quotas.getOrDefault(entity, Quota.of(entity));
    double own = some.stream().mapToDouble(type -> quota.own(type, factor)).sum();
    return Math.min(most, Math.max(own, below(Optional.of(entity), some, factor)));
  }

  private double below(Optional<String> parent, double factor) {
    return below(parent, types, factor);
  }

  /** Returns the claims of the entities below a parent, including their descendants. */
  private double below(Optional<String> parent, List<String> some, double factor) {
    return children.getOrDefault(parent, List.of()).stream()
        .mapToDouble(entity -> of(entity.id(), some, factor))
        .sum();
  }

  private Stream<Quota> owning() {
    return problem.entities().stream()
        .map(Entity::id)
        .filter(quotas::containsKey)
        .map(id -> quotas.get(id))
        .filter(quota -> types.stream().anyMatch(type -> quota.own(type, 1) > 0));
  }

  private String kind() {
    boolean rights =
        owning().anyMatch(quota -> types.stream().anyMatch(quota.guaranteed()::containsKey));
    boolean duties =
        owning().anyMatch(quota -> types.stream().anyMatch(quota.reserved()::containsKey));
    return rights && duties ? "guaranteed or reserved" : duties ? "reserved" : "guaranteed";
  }

  private String owners() {
    return owning()
        .map(
            quota ->
                "%s to \"%s\""
                    .formatted(
                        types.stream().mapToDouble(type -> quota.own(type, 1)).sum(),
                        quota.entity()))
        .collect(Collectors.joining(", "));
  }
}
