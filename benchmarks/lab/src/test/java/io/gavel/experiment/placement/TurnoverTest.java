package io.gavel.experiment.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Server;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TurnoverTest {

  private static final List<Server> SERVERS =
      IntStream.range(0, 10).mapToObj(i -> new Server("s" + i, 8000, 8000, 4, "g")).toList();

  private static PlacementRequest task(String id, int cpuMilli, int gpus, int gpuMilli) {
    return new PlacementRequest(id, cpuMilli, 100, gpus, gpuMilli, List.of());
  }

  private static double mean(Map<String, List<Double>> figures, String name) {
    return figures.getOrDefault(name, List.of()).stream()
        .mapToDouble(x -> x)
        .average()
        .orElse(Double.NaN);
  }

  /** Tasks that fit anywhere use what they ask for, and hardly wait. */
  @Test
  void load_ofTasksThatFitAnywhere_isAllocated() {
    List<PlacementRequest> tasks = List.of(task("a", 100, 1, 500), task("b", 100, 1, 500));
    Map<String, List<Double>> half =
        new Turnover(SERVERS, tasks, 0.5).run(PlacementStrategies.bestFit(), 1);
    assertEquals(50, mean(half, "allocated"), 10);
    assertEquals(0, mean(half, "waited"), 1e-9);
    Map<String, List<Double>> twice =
        new Turnover(SERVERS, tasks, 2).run(PlacementStrategies.bestFit(), 1);
    assertTrue(mean(twice, "allocated") > 95, () -> "allocated: " + mean(twice, "allocated"));
    assertTrue(mean(twice, "waited") > 0.5, () -> "waited: " + mean(twice, "waited"));
    assertTrue(mean(twice, "queued") > 50, () -> "queued: " + mean(twice, "queued"));
  }

  /** Shares spread over all GPUs leave none to tasks of a whole server. */
  @Test
  void sharesThatAreSpread_keepGangsWaiting() {
    List<PlacementRequest> tasks = List.of(task("share", 100, 1, 100), task("gang", 100, 4, 1000));
    Turnover turnover = new Turnover(SERVERS, tasks, 0.5);
    double spread = mean(turnover.run(PlacementStrategies.worstFit(), 3), "waited");
    double packed = mean(turnover.run(PlacementStrategies.bestFit(), 3), "waited");
    assertTrue(spread > packed, spread + " > " + packed);
  }

  @Test
  void run_sameSeed_isTheSameAndTasksThatNeverFitAreLeftOut() {
    List<PlacementRequest> tasks = List.of(task("a", 100, 1, 300), task("large", 9000, 1, 1000));
    PlacementStrategy strategy = PlacementStrategies.dotProduct();
    Turnover turnover = new Turnover(SERVERS, tasks, 0.6);
    Map<String, List<Double>> first = turnover.run(strategy, 5);
    assertEquals(first, turnover.run(strategy, 5));
    assertEquals(1, turnover.mix().classes().size());
    assertEquals(50, first.getOrDefault("allocated", List.of()).size());
  }
}
