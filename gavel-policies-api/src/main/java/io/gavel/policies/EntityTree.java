package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The entities of a problem, which form one or more trees, with their jobs. Immutable. */
final class EntityTree {

  private final List<Entity> entities;
  private final Map<String, Entity> byId = new HashMap<>();

  /** Entities whose path to the root has been checked, so that each is visited once. */
  private final Set<String> rooted = new HashSet<>();

  /** The jobs of each entity and its descendants, ascending; nothing for an entity without jobs. */
  private final Map<String, List<Integer>> jobsOf = new HashMap<>();

  private EntityTree(List<Entity> entities) {
    this.entities = entities;
  }

  /**
   * Returns the trees of entities.
   *
   * @throws IllegalArgumentException if the entities do not form trees, or if the entity of a job
   *     is unknown
   */
  static EntityTree of(List<Entity> entities, List<Job> jobs) {
    EntityTree tree = new EntityTree(entities);
    for (Entity entity : entities) {
      tree.add(entity);
    }
    for (Entity entity : entities) {
      tree.requireRoot(entity);
    }
    for (int m = 0; m < jobs.size(); m++) {
      Optional<String> id = jobs.get(m).entity();
      while (id.isPresent()) {
        Entity entity = tree.find(id.get(), "job", jobs.get(m).id());
        tree.jobsOf.computeIfAbsent(entity.id(), of -> new ArrayList<>()).add(m);
        id = entity.parent();
      }
    }
    return tree;
  }

  /** Returns the jobs of an entity and its descendants; empty if there is no such entity. */
  Optional<BitSet> jobsOf(String entity) {
    if (!byId.containsKey(entity)) {
      return Optional.empty();
    }
    BitSet jobs = new BitSet();
    jobsOf.getOrDefault(entity, List.of()).forEach(jobs::set);
    return Optional.of(jobs);
  }

  private void add(Entity entity) {
    if (byId.put(entity.id(), entity) != null) {
      throw new IllegalArgumentException(
          "entity \"%s\" is listed twice; ids must be unique".formatted(entity.id()));
    }
  }

  private void requireRoot(Entity entity) {
    Set<String> path = new HashSet<>();
    for (Entity node = entity; node.parent().isPresent() && !rooted.contains(node.id()); ) {
      if (!path.add(node.id())) {
        throw new IllegalArgumentException(
            "entity \"%s\" is its own ancestor; entities must form a tree".formatted(node.id()));
      }
      Entity parent = find(node.parent().get(), "entity", node.id());
      if (parent.discipline() == Discipline.FINISH_TIME_FAIRNESS) {
        throw new IllegalArgumentException(
            "entity \"%s\" is below entity \"%s\", whose discipline is %s; only jobs may be below it"
                .formatted(node.id(), parent.id(), parent.discipline()));
      }
      node = parent;
    }
    rooted.addAll(path);
  }

  private Entity find(String id, String what, String name) {
    Entity entity = byId.get(id);
    if (entity == null) {
      throw Require.unknown(
          "entity of %s \"%s\": ".formatted(what, name),
          "entity",
          id,
          entities.stream().map(Entity::id).toList());
    }
    return entity;
  }
}
