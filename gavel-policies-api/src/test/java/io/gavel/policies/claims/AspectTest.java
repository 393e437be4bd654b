package io.gavel.policies.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AspectTest {

  @Test
  void sets_haveTheOrderOfTheAspects() {
    Set<Aspect> some = Aspect.only(Aspect.PAIRS, Aspect.WEIGHTS);
    assertEquals(List.of(Aspect.WEIGHTS, Aspect.PAIRS), List.copyOf(some));
    assertEquals("[weights, steps, pairs]", Aspect.union(some, Aspect.STEPS).toString());
    assertEquals(Set.of(Aspect.PAIRS), Aspect.minus(some, Aspect.WEIGHTS, Aspect.SLOS));
    assertEquals(Aspect.values().length, Aspect.all().size());
    assertEquals(Set.of(), Aspect.only());
  }

  @Test
  void sets_cannotBeChanged() {
    assertThrows(UnsupportedOperationException.class, () -> Aspect.all().clear());
    assertThrows(
        UnsupportedOperationException.class, () -> Aspect.only(Aspect.STEPS).add(Aspect.SLOS));
  }
}
