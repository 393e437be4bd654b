package io.gavel.kubernetes;

import java.util.Map;

/**
 * A cluster queue. Immutable.
 *
 * @param name its name
 * @param weight its part of what is not guaranteed, relative to the other queues
 * @param quotas by flavour; it cannot use other flavours
 */
record Team(String name, double weight, Map<String, FlavorQuota> quotas) {

  Team {
    quotas = Map.copyOf(quotas);
  }
}
