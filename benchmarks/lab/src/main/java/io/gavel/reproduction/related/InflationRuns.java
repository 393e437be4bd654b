package io.gavel.reproduction.related;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.placement.Inflation;
import io.gavel.experiment.placement.InflationResult;
import io.gavel.input.PlacementReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Runs of the FGD experiments: tasks are placed on the servers of a trace until demand exceeds the
 * GPUs.
 */
final class InflationRuns {

  private static final String NODES = "fgd-openb/openb_node_list_gpu_node.csv";
  private static final int WINDOW = 1000;

  private InflationRuns() {}

  /** The seeds of the published runs; a reduced run uses one of them. */
  static List<Long> seeds(ExperimentScale experimentScale, int count) {
    return LongStream.range(42, 42 + experimentScale.orOne(count)).boxed().toList();
  }

  /** A run of a task list placed by a strategy. */
  static ExperimentRun run(String trace, PlacementCatalog placement) {
    return new ExperimentRun(
        "%s placed by %s".formatted(trace, placement.key()),
        (publishedData, seed) -> inflate(publishedData, trace, placement, seed));
  }

  private static RunFigures inflate(
      PublishedData publishedData, String trace, PlacementCatalog placement, long seed) {
    Inflation inflation =
        new Inflation(
            PlacementReader.servers(publishedData.file(NODES)),
            PlacementReader.tasks(
                publishedData.file("fgd-openb/openb_pod_list_%s.csv".formatted(trace))));
    InflationResult result = inflation.run(placement.strategy(inflation.mix(), WINDOW, seed), seed);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("at_100", result.allocation100());
    figures.put("at_130", result.allocation130());
    figures.put("fragmented_130", result.fragmentation130());
    return RunFigures.of(figures);
  }
}
