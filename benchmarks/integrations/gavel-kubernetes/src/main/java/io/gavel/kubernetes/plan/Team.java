package io.gavel.kubernetes.plan;

import java.util.Map;

/**
 * A cluster queue. Immutable.
 *
 * @param name its name
 * @param weight its share of capacity without guarantee, relative to the other queues
 * @param quotas by flavour; it cannot use other flavours
 */
public record Team(String name, double weight, Map<String, FlavorQuota> quotas) {

  /**
   * Copies the quotas.
   *
   * @param name its name
   * @param weight relative to the other queues
   * @param quotas by flavour
   */
  public Team {
    quotas = Map.copyOf(quotas);
  }
}
