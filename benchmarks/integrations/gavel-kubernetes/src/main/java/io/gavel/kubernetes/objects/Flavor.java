package io.gavel.kubernetes.objects;

import java.util.Map;

/**
 * A resource flavour. Immutable.
 *
 * @param name its name
 * @param nodeLabels labels of its nodes that Kueue selects by itself
 * @param selector labels of its nodes, including the labels of its annotation
 */
public record Flavor(String name, Map<String, String> nodeLabels, Map<String, String> selector) {

  /**
   * Copies the labels.
   *
   * @param name its name
   * @param nodeLabels labels that Kueue selects by itself
   * @param selector all labels
   */
  public Flavor {
    nodeLabels = Map.copyOf(nodeLabels);
    selector = Map.copyOf(selector);
  }

  /** Returns whether pods that Kueue sends to another flavour can be sent to this one. */
  boolean isReachableFrom(Flavor reserved) {
    return selector.entrySet().containsAll(reserved.nodeLabels.entrySet());
  }
}
