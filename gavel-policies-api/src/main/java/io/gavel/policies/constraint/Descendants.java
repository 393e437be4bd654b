package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Entity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An entity and all entities below it. */
final class Descendants {

  private Descendants() {}

  /**
   * Returns the ids of the tree below an entity, itself included; entities may be listed in any
   * order.
   */
  static Set<String> of(String root, List<Entity> entities, String place) {
    List<String> known = entities.stream().map(Entity::id).toList();
    if (!known.contains(root)) {
      throw Require.unknown(place, "entity", root, known);
    }
    Map<String, List<Entity>> children =
        entities.stream()
            .filter(entity -> entity.parent().isPresent())
            .collect(Collectors.groupingBy(entity -> entity.parent().orElseThrow()));
    Set<String> tree = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      String id = open.pop();
      tree.add(id);
      children.getOrDefault(id, List.of()).forEach(child -> open.push(child.id()));
    }
    return tree;
  }
}
