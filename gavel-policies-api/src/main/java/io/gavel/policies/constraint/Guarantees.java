package io.gavel.policies.constraint;

import io.gavel.policies.model.Entity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The guarantees on one worker type, by entity. */
final class Guarantees {

  private final String type;
  private final Map<String, Double> guaranteed;
  private final List<Entity> entities;

  private Guarantees(String type, Map<String, Double> guaranteed, List<Entity> entities) {
    this.type = type;
    this.guaranteed = guaranteed;
    this.entities = entities;
  }

  static Guarantees of(String type, List<Quota> quotas, List<Entity> entities) {
    Map<String, Double> guaranteed = new HashMap<>();
    for (Quota quota : quotas) {
      if (quota.guaranteed().containsKey(type)) {
        guaranteed.put(quota.entity(), quota.guaranteed().get(type));
      }
    }
    return new Guarantees(type, guaranteed, entities);
  }

  /** Rejects guarantees that the workers of the type cannot keep together. */
  void requireAtMost(ProblemRows problem) {
    int j = problem.cluster().indexOf(type);
    int workers = problem.cluster().poolWorkers(problem.cluster().poolOf(j));
    double sum = below(Optional.empty());
    if (sum > workers) {
      throw new IllegalArgumentException(
          "%s workers of type \"%s\" are guaranteed (%s) and there are %s; at most these can be guaranteed"
              .formatted(sum, type, owners(), workers));
    }
  }

  /** Returns the guarantees of the entities below a parent, including their descendants. */
  private double below(Optional<String> parent) {
    double sum = 0;
    for (Entity entity : entities) {
      if (entity.parent().equals(parent)) {
        double own = guaranteed.getOrDefault(entity.id(), 0.0);
        sum += Math.max(own, below(Optional.of(entity.id())));
      }
    }
    return sum;
  }

  private String owners() {
    return entities.stream()
        .filter(entity -> guaranteed.containsKey(entity.id()))
        .map(entity -> "%s to \"%s\"".formatted(guaranteed.get(entity.id()), entity.id()))
        .collect(Collectors.joining(", "));
  }
}
