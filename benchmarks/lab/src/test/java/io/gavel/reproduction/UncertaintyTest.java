package io.gavel.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The comparisons on a table whose job types follow the estimator's model. */
class UncertaintyTest {

  private static final PublishedData NO_DATA = new PublishedData(Path.of("nowhere"));
  private static final int SEEDS = 40;

  /** Job types with independent effects of the worker types: a level, and what they gain. */
  private static RateTable table(double spread) {
    Random random = new Random(25);
    List<RateTable.Row> rows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      double level = random.nextGaussian();
      List<Double> rates =
          IntStream.range(0, 3)
              .mapToObj(j -> Math.exp(level + 0.7 * j + spread * random.nextGaussian()))
              .toList();
      rows.add(new RateTable.Row("type" + i, rates));
    }
    return new RateTable(List.of("a", "b", "c"), rows);
  }

  private static double mean(ExperimentRun run, String figure) {
    return IntStream.range(0, SEEDS)
        .mapToDouble(
            seed -> {
              RunFigures figures = run.run(NO_DATA, seed);
              return figures.number(figure);
            })
        .average()
        .orElseThrow();
  }

  @Test
  void promises_atTheEstimates_areOftenBroken_andAtLowerEndsRarely() {
    ExperimentRun run = Promises.run("a model", data -> table(0.5));
    double hoped = mean(run, "at the estimates broken");
    double careful = mean(run, "robust, 90 % broken");
    assertTrue(hoped > 8, "broken at the estimates: " + hoped);
    assertTrue(careful < hoped / 4, "broken at lower ends: " + careful);
  }

  @Test
  void promises_ofJobsThatAreAllAlike_areFullKnowledge() {
    ExperimentRun run = Promises.run("equal types", data -> table(0));
    for (String way : List.of("at the estimates", "robust, 95 %", "one bad type, 90 %")) {
      assertEquals(0, mean(run, way + " broken"), way);
      assertEquals(1, mean(run, way + " promised"), 1e-6, way);
      assertEquals(1, mean(run, way + " smallest"), 1e-6, way);
    }
  }

  @Test
  void draws_keepFamiliesTogether() {
    List<RateTable.Row> rows =
        IntStream.range(0, 40)
            .mapToObj(i -> new RateTable.Row("family" + i % 4, List.of(1.0 + i % 4, 2.0)))
            .toList();
    for (int seed = 0; seed < 20; seed++) {
      RateTable.Draw draw = new RateTable(List.of("a", "b"), rows).draw(15, seed);
      assertEquals(15, draw.truth().size());
      assertEquals(20, draw.references().size());
      assertTrue(
          draw.references().stream().noneMatch(draw.truth()::contains),
          "a reference is of a new job's family");
    }
  }

  @Test
  void newJobs_thatAreMeasured_areKnown() {
    NewJobs jobs = NewJobs.draw(table(0.5), 3, 7);
    Allocation known = MaxMinFairness.create().allocate(jobs.known());
    Allocation estimated = MaxMinFairness.create().allocate(jobs.estimated(0.9));
    assertEquals(jobs.smallestLevel(known), jobs.smallestLevel(estimated), 1e-9);
  }
}
