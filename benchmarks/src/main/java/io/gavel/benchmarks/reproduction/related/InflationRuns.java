package io.gavel.benchmarks.reproduction.related;

import io.gavel.benchmarks.PlacementCatalog;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Data;
import io.gavel.benchmarks.experiment.RunFigures;
import io.gavel.benchmarks.input.PlacementReader;
import io.gavel.benchmarks.placement.Inflation;
import io.gavel.benchmarks.placement.InflationResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** FGD's runs: tasks on the servers of a trace until more GPUs are asked for than there are. */
final class InflationRuns {

  private static final String NODES = "fgd-openb/openb_node_list_gpu_node.csv";
  private static final int WINDOW = 1000;

  private InflationRuns() {}

  /** The seeds of the published runs, of which a reduced run takes one. */
  static List<Long> seeds(Size size, int count) {
    return LongStream.range(42, 42 + size.orOne(count)).boxed().toList();
  }

  /** A task list placed by a strategy. */
  static Arm arm(String trace, PlacementCatalog placement) {
    return new Arm(
        "%s placed by %s".formatted(trace, placement.key()),
        (data, seed) -> inflate(data, trace, placement, seed));
  }

  private static RunFigures inflate(
      Data data, String trace, PlacementCatalog placement, long seed) {
    Inflation inflation =
        new Inflation(
            PlacementReader.servers(data.file(NODES)),
            PlacementReader.tasks(data.file("fgd-openb/openb_pod_list_%s.csv".formatted(trace))));
    InflationResult result = inflation.run(placement.strategy(inflation.mix(), WINDOW, seed), seed);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("at_100", result.allocation100());
    figures.put("at_130", result.allocation130());
    figures.put("fragmented_130", result.fragmentation130());
    return RunFigures.of(figures);
  }
}
