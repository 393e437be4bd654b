package io.gavel.mechanism.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.FragmentationDescent;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library's strategies keep the contract; strategies that are wrong on purpose break it. */
class PlacementContractTest {

  @Nested
  class BestFit extends PlacementContract {
    @Override
    protected PlacementStrategy strategy() {
      return PlacementStrategies.bestFit();
    }
  }

  static List<PlacementStrategy> strategies() {
    return List.of(
        PlacementStrategies.strided(),
        PlacementStrategies.firstFit(),
        PlacementStrategies.bestFit(),
        PlacementStrategies.worstFit(),
        PlacementStrategies.dotProduct(),
        PlacementStrategies.packing(),
        PlacementStrategies.clustering(),
        PlacementStrategies.random(7),
        FragmentationDescent.learning(10, List.of()));
  }

  private static Set<PlacementRule> broken(PlacementStrategy strategy) {
    Set<PlacementRule> broken = EnumSet.noneOf(PlacementRule.class);
    for (long seed = 0; seed < 50; seed++) {
      for (PlacementRule rule : PlacementRule.values()) {
        if (PlacementRules.of(strategy).broken(rule, seed).isPresent()) {
          broken.add(rule);
        }
      }
    }
    return broken;
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void rules_strategiesOfTheLibrary_areKept(PlacementStrategy strategy) {
    assertEquals(Set.of(), broken(strategy));
  }

  @Test
  void rules_strategiesThatAreWrong_breakTheRuleThatTheyAreToBreak() {
    PlacementStrategy gone = servers -> request -> Optional.empty();
    assertEquals(Set.of(PlacementRule.FINDS), broken(gone), "finds nothing");
    PlacementStrategy always =
        servers ->
            request ->
                PlacementStrategies.firstFit()
                    .on(servers)
                    .choose(request)
                    .map(
                        right ->
                            new Placement(
                                right.server(),
                                IntStream.range(0, request.gpus()).boxed().toList()));
    assertEquals(Set.of(PlacementRule.FITS), broken(always), "always takes the first GPUs");
    PlacementStrategy hasty =
        servers ->
            request -> {
              Optional<Placement> choice =
                  PlacementStrategies.firstFit().on(servers).choose(request);
              choice.ifPresent(placement -> servers.place(request, placement));
              return choice;
            };
    assertEquals(Set.of(PlacementRule.LOOKS_ONLY), broken(hasty), "places by itself");
    Random source = new Random(1);
    PlacementStrategy random = servers -> PlacementStrategies.random(source.nextLong()).on(servers);
    assertEquals(Set.of(PlacementRule.DETERMINISM), broken(random), "is random");
  }

  @Test
  void checkAll_brokenRule_isNamed() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> PlacementRules.of(servers -> request -> Optional.empty()).checkAll(3));
    assertTrue(error.getMessage().startsWith("placement rule 1 (finds)"), error.getMessage());
  }
}
