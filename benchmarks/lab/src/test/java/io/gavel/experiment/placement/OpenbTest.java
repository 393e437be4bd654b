package io.gavel.experiment.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.input.PlacementReader;
import io.gavel.mechanism.placement.FragmentationDescent;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.TaskMix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The published figures of the default openb trace: per cent of the GPUs allocated, means of ten
 * seeds. In every build two seeds are run, ten in the nightly profile; the bounds are the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenbTest {

  private static final Path DATA =
      Path.of(System.getProperty("gavel.shared", "../../../shared"), "data", "fgd-openb");
  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");
  private static final int SEEDS = NIGHTLY ? 10 : 2;
  private static final long FIRST_SEED = 42;

  private Inflation inflation;

  @BeforeAll
  void read() {
    Assumptions.assumeTrue(Files.isDirectory(DATA), "skipped: there is no " + DATA);
    inflation =
        new Inflation(
            PlacementReader.servers(DATA.resolve("openb_node_list_gpu_node.csv")),
            PlacementReader.tasks(DATA.resolve("openb_pod_list_default.csv")));
  }

  @Test
  void mix_defaultTrace_has35Classes() {
    assertEquals(35, inflation.mix().classes().size());
  }

  @ParameterizedTest
  @CsvSource({
    "FGD, 95.23, 95.39, 0.5",
    "BESTFIT, 92.86, 93.08, 1",
    "PACKING, 91.78, 92.00, 1",
    "CLUSTERING, 91.65, 91.88, 1",
    "DOTPROD, 90.62, 90.85, 1",
    "RANDOM, 86.30, 87.47, 1",
  })
  void run_defaultTrace_reachesThePublishedAllocation(
      String name, double at100, double at130, double points) {
    InflationResult[] runs =
        LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS)
            .mapToObj(seed -> inflation.run(strategy(name, inflation.mix(), seed), seed))
            .toArray(InflationResult[]::new);
    assertEquals(at100, mean(runs, InflationResult::allocation100), points);
    assertEquals(at130, mean(runs, InflationResult::allocation130), points);
    if (name.equals("FGD")) {
      assertEquals(4.57, mean(runs, InflationResult::fragmentation130), 0.5);
    }
  }

  private static PlacementStrategy strategy(String name, TaskMix mix, long seed) {
    return switch (name) {
      case "FGD" -> FragmentationDescent.of(mix);
      case "BESTFIT" -> PlacementStrategies.bestFit();
      case "PACKING" -> PlacementStrategies.packing();
      case "CLUSTERING" -> PlacementStrategies.clustering();
      case "DOTPROD" -> PlacementStrategies.dotProduct();
      case "RANDOM" -> PlacementStrategies.random(seed);
      default -> throw new AssertionError(name);
    };
  }

  private static double mean(InflationResult[] runs, ToDoubleFunction<InflationResult> value) {
    double sum = 0;
    for (InflationResult run : runs) {
      sum += value.applyAsDouble(run);
    }
    return sum / runs.length;
  }
}
