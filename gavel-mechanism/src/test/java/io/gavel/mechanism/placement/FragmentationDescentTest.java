package io.gavel.mechanism.placement;

import static io.gavel.mechanism.placement.Clusters.server;
import static io.gavel.mechanism.placement.Clusters.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.mechanism.placement.TaskMix.TaskClass;
import io.gavel.policies.contract.Draws;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class FragmentationDescentTest {

  private static final TaskMix HALVES_AND_WHOLES =
      new TaskMix(
          List.of(new TaskClass(0, 1, 500, List.of(), 1), new TaskClass(0, 1, 1000, List.of(), 1)));

  /** The definition, word for word, on copies: what the fast one must agree with. */
  private static PlacementStrategy plain(TaskMix mix) {
    return servers ->
        request -> {
          Placement best = null;
          int bestScore = Integer.MIN_VALUE;
          for (int s = 0; s < servers.size(); s++) {
            if (servers.fits(s, request)) {
              for (Placement candidate : candidates(servers, s, request)) {
                Servers copy = Servers.of(servers.state());
                long before = Fragmentation.weighted(copy, s, mix);
                copy.place(request.withId("new"), candidate);
                long drop = before - Fragmentation.weighted(copy, s, mix);
                double x = drop / (1000.0 * mix.total());
                int score = (int) (100 * (1 / (1 + StrictMath.exp(-x))));
                if (score > bestScore) {
                  best = candidate;
                  bestScore = score;
                }
              }
            }
          }
          return Optional.ofNullable(best);
        };
  }

  private static List<Placement> candidates(Servers servers, int s, PlacementRequest request) {
    List<Integer> room =
        IntStream.range(0, servers.server(s).gpus())
            .filter(gpu -> servers.gpuLeft(s, gpu) >= request.gpuMilli())
            .boxed()
            .toList();
    return request.isShared()
        ? room.stream().map(gpu -> new Placement(s, List.of(gpu))).toList()
        : List.of(new Placement(s, room.subList(0, request.gpus())));
  }

  @Property(tries = 150)
  void choose_randomTasks_equalsTheDefinition(@ForAll Draws random) {
    Servers servers = Servers.of(Clusters.servers(random));
    TaskMix mix = TaskMix.typical(Clusters.tasks(random, 40), TaskMix.TYPICAL);
    Placer fast = FragmentationDescent.of(mix).on(servers);
    Placer plain = plain(mix).on(servers);
    for (PlacementRequest task : Clusters.tasks(random, 40)) {
      Optional<Placement> placement = fast.choose(task);
      assertEquals(plain.choose(task), placement);
      placement.ifPresent(where -> servers.place(task, where));
      if (random.nextInt(4) == 0 && !servers.tasks().isEmpty()) {
        servers.release(servers.tasks().iterator().next().request().id());
      }
    }
  }

  @Test
  void score_drop_isCutOff() {
    assertEquals(50, FragmentationDescent.score(0));
    assertEquals(50, FragmentationDescent.score(0.03));
    assertEquals(51, FragmentationDescent.score(0.05));
    assertEquals(49, FragmentationDescent.score(-1e-9), "less than nothing is a step down");
    assertEquals(99, FragmentationDescent.score(8));
    assertEquals(0, FragmentationDescent.score(-8));
  }

  @Test
  void choose_share_goesWhereItBreaksNothing() {
    Servers servers = Servers.of(List.of(server("free", 0, 1), server("half", 0, 1)));
    servers.place(task("x", 0, 1, 500), new Placement(1, List.of(0)));
    Placer placer = FragmentationDescent.of(HALVES_AND_WHOLES).on(servers);
    // free: F 0 to 250, for wholes the other half is lost; half: F 250 to 0
    assertEquals(Optional.of(new Placement(1, List.of(0))), placer.choose(task("t", 0, 1, 500)));
    assertEquals(Optional.of(new Placement(0, List.of(0))), placer.choose(task("t", 0, 1, 1000)));
  }

  @Test
  void choose_differenceBelowOneStep_takesTheFirst() {
    Servers servers = Servers.of(List.of(server("a", 0, 1), server("b", 0, 1)));
    servers.place(task("x", 0, 1, 460), new Placement(0, List.of(0)));
    servers.place(task("y", 0, 1, 500), new Placement(1, List.of(0)));
    // F from 270 to 40 and from 250 to 0: drops of .23 and .25
    TaskMix mix = HALVES_AND_WHOLES;
    assertEquals(55, FragmentationDescent.score(0.23));
    assertEquals(56, FragmentationDescent.score(0.25));
    assertEquals(
        1,
        FragmentationDescent.of(mix)
            .on(servers)
            .choose(task("t", 0, 1, 500))
            .orElseThrow()
            .server());
    servers.release("y");
    servers.place(task("y", 0, 1, 465), new Placement(1, List.of(0)));
    // F from 270 to 40 and from 267.5 to 35: drops of .23 and .2325, one score, so the first
    assertEquals(
        0,
        FragmentationDescent.of(mix)
            .on(servers)
            .choose(task("t", 0, 1, 500))
            .orElseThrow()
            .server());
  }

  @Test
  void learning_sameTasksForLong_choosesAsIfItKnewThem() {
    List<PlacementRequest> seen =
        List.of(task("1", 0, 1, 500), task("2", 0, 1, 1000), task("3", 0, 1, 500));
    Servers servers = Servers.of(List.of(server("free", 0, 1), server("half", 0, 1)));
    servers.place(task("x", 0, 1, 500), new Placement(1, List.of(0)));
    Placer placer = FragmentationDescent.learning(3, seen).on(servers);
    assertEquals(1, placer.choose(task("t", 0, 1, 500)).orElseThrow().server());
  }

  /** No server changes in between, so the scores of the old mix would still look valid. */
  @Test
  void learning_mixChangesWhileNothingIsPlaced_choosesByTheNewMix() {
    Servers servers = Servers.of(List.of(server("free", 0, 1), server("half", 0, 1)));
    servers.place(task("x", 0, 1, 500), new Placement(1, List.of(0)));
    Placer placer = FragmentationDescent.learning(4, List.of()).on(servers);
    assertEquals(0, placer.choose(task("t", 0, 1, 500)).orElseThrow().server());
    for (int i = 0; i < 3; i++) {
      placer.choose(task("whole" + i, 0, 1, 1000));
    }
    assertEquals(1, placer.choose(task("u", 0, 1, 500)).orElseThrow().server());
  }

  /** A window of one knows only the task at hand: halves for halves waste nothing anywhere. */
  @Test
  void learning_shortWindow_forgets() {
    Servers servers = Servers.of(List.of(server("free", 0, 1), server("half", 0, 1)));
    servers.place(task("x", 0, 1, 500), new Placement(1, List.of(0)));
    Placer placer = FragmentationDescent.learning(1, List.of(task("old", 0, 1, 1000))).on(servers);
    assertEquals(0, placer.choose(task("t", 0, 1, 500)).orElseThrow().server());
    assertThrows(IllegalArgumentException.class, () -> FragmentationDescent.learning(0, List.of()));
  }
}
