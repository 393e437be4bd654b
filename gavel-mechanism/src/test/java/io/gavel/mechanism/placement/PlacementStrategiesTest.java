package io.gavel.mechanism.placement;

import static io.gavel.mechanism.placement.Clusters.server;
import static io.gavel.mechanism.placement.Clusters.task;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PlacementStrategiesTest {

  /** The largest server has 16 cores and 4 GPUs. */
  private final Servers servers =
      Servers.of(List.of(server("big", 16_000, 4), server("small", 8000, 2)));

  private Placement choice(PlacementStrategy strategy, PlacementRequest request) {
    return strategy.on(servers).choose(request).orElseThrow();
  }

  private int score(ServerScore score, int s, PlacementRequest request) {
    return score.of(servers, s, request);
  }

  private void share(String id, int s, int gpu, int milli) {
    servers.place(task(id, 0, 1, milli), new Placement(s, List.of(gpu)));
  }

  @Test
  void bestFit_scores_byHand() {
    // 100 (1 - .5 * 15/16 - .5 * 3.5/4) = 9.375 and 100 (1 - .5 * 7/16 - .5 * 1.5/4) = 59.375
    assertEquals(9, score(ServerScore.BEST_FIT, 0, task("t", 1000, 1, 500)));
    assertEquals(59, score(ServerScore.BEST_FIT, 1, task("t", 1000, 1, 500)));
    share("x", 1, 1, 400);
    assertEquals(
        new Placement(1, List.of(1)),
        choice(PlacementStrategies.bestFit(), task("t", 1000, 1, 500)),
        "the fuller GPU");
  }

  @Test
  void worstFit_isTheOpposite() {
    share("x", 0, 0, 100);
    // 100 - 100 (1 - .5 * 16/16 - .5 * 3.4/4), the subtrahend cut off to 7
    assertEquals(93, score(ServerScore.WORST_FIT, 0, task("t", 0, 1, 500)));
    assertEquals(
        new Placement(0, List.of(1)),
        choice(PlacementStrategies.worstFit(), task("t", 1000, 1, 500)));
  }

  @Test
  void dotProduct_scores_byHand() {
    // 100 (1 - (16/16 * 4/16 + 4/4 * 1/4) / 2) = 75 and 100 (1 - (8/16 * 4/16 + 2/4 * 1/4) / 2)
    assertEquals(75, score(ServerScore.DOT_PRODUCT, 0, task("t", 4000, 1, 1000)));
    assertEquals(87, score(ServerScore.DOT_PRODUCT, 1, task("t", 4000, 1, 1000)));
    assertEquals(1, choice(PlacementStrategies.dotProduct(), task("t", 4000, 1, 1000)).server());
  }

  @Test
  void packing_scores_byHand() {
    assertEquals(29, score(ServerScore.PACKING, 0, task("t", 0, 1, 500)), "idle: 33 - 4");
    assertEquals(31, score(ServerScore.PACKING, 1, task("t", 0, 1, 500)), "idle: 33 - 2");
    share("x", 0, 2, 400);
    assertEquals(94, score(ServerScore.PACKING, 0, task("t", 0, 1, 500)), "100 - 60/10");
    assertEquals(49, score(ServerScore.PACKING, 0, task("t", 0, 1, 700)), "free GPU: 50 - 1");
    assertEquals(47, score(ServerScore.PACKING, 0, task("t", 0, 3, 1000)), "50 - 3");
    assertEquals(0, score(ServerScore.PACKING, 0, task("t", 1000, 0, 0)), "no GPU");
    assertEquals(
        new Placement(0, List.of(2)), choice(PlacementStrategies.packing(), task("t", 0, 1, 500)));
  }

  @Test
  void packing_serversOfManyGpus_keepTheirFloors() {
    Servers large = Servers.of(List.of(server("s", 0, 40)));
    assertEquals(40, ServerScore.PACKING.of(large, 0, task("t", 0, 1, 500)), "max(33 - 40, 40)");
    large.place(task("x", 0, 1, 1), new Placement(0, List.of(0)));
    assertEquals(33, ServerScore.PACKING.of(large, 0, task("t", 0, 20, 1000)), "max(50 - 20, 33)");
  }

  @Test
  void clustering_scores_byHand() {
    assertEquals(25, score(ServerScore.CLUSTERING, 0, task("t", 0, 1, 500)), "hosts none");
    assertEquals(12 + 25, score(ServerScore.CLUSTERING, 1, task("t", 0, 1, 500)), "2 of 4 lack");
    share("x", 0, 0, 500);
    assertEquals(3 + 75, score(ServerScore.CLUSTERING, 0, task("t", 0, 1, 500)), "its class only");
    assertEquals(3, score(ServerScore.CLUSTERING, 0, task("t", 0, 1, 1000)), "another class");
    servers.place(task("y", 0, 1, 1000), new Placement(0, List.of(1)));
    assertEquals(9 + 50, score(ServerScore.CLUSTERING, 0, task("t", 0, 1, 500)), "both classes");
    assertEquals(0, score(ServerScore.CLUSTERING, 0, task("t", 1, 0, 0)), "no GPU");
    assertEquals(0, choice(PlacementStrategies.clustering(), task("t", 0, 1, 500)).server());
  }

  @Test
  void firstFitAndStrided_sameServer_otherGpu() {
    share("x", 0, 0, 400);
    assertEquals(
        new Placement(0, List.of(0)), choice(PlacementStrategies.firstFit(), task("t", 0, 1, 500)));
    assertEquals(
        new Placement(0, List.of(1)), choice(PlacementStrategies.strided(), task("t", 0, 1, 500)));
    assertEquals(
        new Placement(0, List.of(1, 2)),
        choice(PlacementStrategies.strided(), task("t", 0, 2, 1000)));
  }

  @Test
  void random_manyTasks_reachEveryGpuAndTheSameOneEachTime() {
    Set<Placement> drawn = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      PlacementRequest request = task("t" + i, 0, 1, 500);
      Placement placement = choice(PlacementStrategies.random(1), request);
      assertEquals(placement, choice(PlacementStrategies.random(1), request));
      drawn.add(placement);
    }
    assertEquals(6, drawn.size());
  }

  @Test
  void strategies_taskThatFitsNowhere_findNothing() {
    TaskMix mix = TaskMix.typical(List.of(task("t", 1, 1, 500)), 1);
    Clusters.strategies(mix)
        .forEach(
            (name, strategy) -> {
              Placer placer = strategy.on(servers);
              assertEquals(Optional.empty(), placer.choose(task("t", 0, 5, 1000)), name);
              assertEquals(
                  Optional.empty(),
                  placer.choose(new PlacementRequest("t", 0, 1L << 40, 0, 0, List.of())),
                  name);
            });
  }

  @Test
  void strategies_noServer_findNothing() {
    Servers none = Servers.of(List.of());
    TaskMix mix = TaskMix.typical(List.of(task("t", 1, 1, 500)), 1);
    Clusters.strategies(mix)
        .forEach(
            (name, strategy) ->
                assertEquals(Optional.empty(), strategy.on(none).choose(task("t", 0, 0, 0)), name));
  }

  /** More kinds of requests than a placer remembers: the choices stay the same. */
  @Test
  void choose_thousandsOfKinds_areAllAnswered() {
    Placer placer = PlacementStrategies.bestFit().on(servers);
    IntStream.range(0, 3000)
        .forEach(
            i ->
                assertEquals(
                    1, placer.choose(task("t", i, 1, 1 + i % 1000)).orElseThrow().server()));
  }

  /** The strategy of the documentation of the interface. */
  @Test
  void ownStrategy_isALambda() {
    PlacementStrategy first =
        all ->
            request ->
                IntStream.range(0, all.size())
                    .filter(s -> all.fits(s, request))
                    .mapToObj(s -> new Placement(s, GpuChoice.FIRST.of(all, s, request)))
                    .findFirst();
    assertEquals(new Placement(0, List.of(0)), choice(first, task("t", 0, 1, 500)));
  }
}
