package io.gavel.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What promises and plans of the experiment on time ahead must satisfy for every seed. */
final class TimeAheadTest {

  private static final PublishedData NO_DATA = new PublishedData(Path.of("nowhere"));

  @Test
  void promises_atQuantiles_areLaterAndHoldMoreOften() {
    RunFigures figures = PromisedTimes.run().run(NO_DATA, 0);
    double hoped = figures.number("plan at the estimates kept");
    double careful = figures.number("plan at 90 % quantiles kept");
    assertTrue(careful > hoped, careful + " % and " + hoped + " %");
    assertTrue(
        figures.number("plan at 90 % quantiles promised")
            > figures.number("plan at the estimates promised"));
    assertEquals(0, figures.number("plan at the estimates killed"));
  }

  @Test
  @EnabledIfSystemProperty(named = "gavel.nightly", matches = "true")
  void plans_withoutLaterArrivals_costAtLeastTheOptimumOfAllArrivals() {
    RunFigures figures = CarbonPlans.run().run(NO_DATA, 0);
    assertTrue(figures.number("carbon gCO2") >= figures.number("carbon oracle") * (1 - 1e-6));
    assertTrue(figures.number("price USD") >= figures.number("price oracle") * (1 - 1e-6));
    assertTrue(figures.number("carbon gCO2") < figures.number("agnostic gCO2"));
    assertTrue(figures.number("price USD") < figures.number("agnostic USD"));
    assertEquals(0, figures.number("agnostic late"));
  }
}
