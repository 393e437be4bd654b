package io.gavel.yarn;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * The node whose free resources are offered to queues in the current thread. YARN creates policies
 * by name and does not pass nodes to them, so there is no other way from scheduler to policy.
 */
final class OfferedNode {

  private static final ThreadLocal<@Nullable SchedulerNode> CURRENT = new ThreadLocal<>();

  private OfferedNode() {}

  /**
   * Runs an update that offers the resources of a node.
   *
   * @param node null if it is not known
   */
  static void during(@Nullable SchedulerNode node, Runnable update) {
    CURRENT.set(node);
    try {
      update.run();
    } finally {
      CURRENT.remove();
    }
  }

  /**
   * Returns the types that the node can give.
   *
   * @param types the accelerators
   * @return indices of types that are free on the node; all if no node is known or none is free
   */
  static int[] freeTypes(List<String> types) {
    SchedulerNode node = CURRENT.get();
    int[] all = IntStream.range(0, types.size()).toArray();
    if (node == null) {
      return all;
    }
    Resource free = node.getUnallocatedResource();
    int[] some = IntStream.of(all).filter(j -> free.getResourceValue(types.get(j)) > 0).toArray();
    return some.length == 0 ? all : some;
  }
}
