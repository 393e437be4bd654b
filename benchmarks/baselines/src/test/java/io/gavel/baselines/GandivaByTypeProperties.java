package io.gavel.baselines;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.queue.RulesByTypeProperties;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GandivaByTypeProperties {

  @Property
  void allocate_pairsByType_isThatOfAllPairsListed(
      @ForAll Draws random, @ForAll @IntRange(max = 24) int jobs, @ForAll boolean alike) {
    RulesByTypeProperties.assertSameByType(
        new Gandiva(), RulesByTypeProperties.problem(random, jobs, alike, false));
  }
}
