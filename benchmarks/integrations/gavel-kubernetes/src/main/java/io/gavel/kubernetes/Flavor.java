package io.gavel.kubernetes;

import java.util.Map;

/**
 * A resource flavour. Immutable.
 *
 * @param name its name
 * @param nodeLabels labels of its nodes that Kueue selects by itself
 * @param selector labels of its nodes; those above, and those of its annotation
 */
record Flavor(String name, Map<String, String> nodeLabels, Map<String, String> selector) {

  Flavor {
    nodeLabels = Map.copyOf(nodeLabels);
    selector = Map.copyOf(selector);
  }

  /** Whether pods that Kueue sends to another flavour can be sent to this one. */
  boolean isReachableFrom(Flavor reserved) {
    return selector.entrySet().containsAll(reserved.nodeLabels.entrySet());
  }
}
