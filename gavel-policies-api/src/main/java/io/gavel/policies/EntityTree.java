package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import java.util.Arrays;
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

  /** The jobs of each entity and of the entities below it, ascending. */
  private final Map<String, IndexList> jobsOf = new HashMap<>();

  private EntityTree(List<Entity> entities) {
    this.entities = entities;
  }

  /**
   * Returns the trees of entities.
   *
   * @throws IllegalArgumentException if the entities do not form trees, or a job's is not among
   *     them
   */
  static EntityTree of(List<Entity> entities, List<Job> jobs) {
    EntityTree tree = new EntityTree(entities);
    entities.forEach(tree::add);
    entities.forEach(tree::requireRoot);
    for (int m = 0; m < jobs.size(); m++) {
      Optional<String> id = jobs.get(m).entity();
      while (id.isPresent()) {
        Entity entity = tree.find(id.get(), "job", jobs.get(m).id());
        tree.jobsOf.computeIfAbsent(entity.id(), of -> new IndexList()).add(m);
        id = entity.parent();
      }
    }
    return tree;
  }

  /** Returns the jobs of an entity and of those below it; empty if there is no such entity. */
  Optional<BitSet> jobsOf(String entity) {
    return Optional.ofNullable(jobsOf.get(entity)).map(IndexList::asSet);
  }

  /** Job indices in the order in which they are added. */
  private static final class IndexList {
    private int[] indices = new int[4];
    private int size;

    void add(int index) {
      indices = size == indices.length ? Arrays.copyOf(indices, 2 * size) : indices;
      indices[size++] = index;
    }

    BitSet asSet() {
      BitSet set = new BitSet();
      for (int i = size - 1; i >= 0; i--) {
        set.set(indices[i]);
      }
      return set;
    }
  }

  private void add(Entity entity) {
    if (byId.put(entity.id(), entity) != null) {
      throw new IllegalArgumentException(
          "entity \"%s\" is listed twice; ids must be unique".formatted(entity.id()));
    }
    jobsOf.put(entity.id(), new IndexList());
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
