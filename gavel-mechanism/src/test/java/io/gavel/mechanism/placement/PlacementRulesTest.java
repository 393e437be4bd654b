package io.gavel.mechanism.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for every strategy, over random tasks that come and go. */
final class PlacementRulesTest {

  /** Recounts from the tasks alone what must be left. */
  private static void requireBooksInOrder(Servers servers) {
    for (int s = 0; s < servers.size(); s++) {
      int server = s;
      List<PlacedTask> here =
          servers.tasks().stream().filter(t -> t.placement().server() == server).toList();
      long cpu = here.stream().mapToLong(t -> t.request().cpuMilli()).sum();
      long memory = here.stream().mapToLong(t -> t.request().memoryMib()).sum();
      assertEquals(servers.server(s).cpuMilli() - cpu, servers.cpuLeft(s));
      assertEquals(servers.server(s).memoryMib() - memory, servers.memoryLeft(s));
      assertTrue(servers.cpuLeft(s) >= 0 && servers.memoryLeft(s) >= 0);
      for (int g = 0; g < servers.server(s).gpus(); g++) {
        int gpu = g;
        int milli =
            here.stream()
                .filter(t -> t.placement().gpus().contains(gpu))
                .mapToInt(t -> t.request().gpuMilli())
                .sum();
        assertEquals(1000 - milli, servers.gpuLeft(s, gpu));
        assertTrue(milli <= 1000, "GPU over-committed");
      }
    }
  }

  private static List<Optional<Placement>> run(
      Servers servers, PlacementStrategy strategy, Random random) {
    Placer placer = strategy.on(servers);
    List<Optional<Placement>> choices = new ArrayList<>();
    for (PlacementRequest task : Clusters.tasks(random, 40)) {
      boolean room = IntStream.range(0, servers.size()).anyMatch(s -> servers.fits(s, task));
      Optional<Placement> choice = placer.choose(task);
      assertEquals(room, choice.isPresent(), "finds a place if and only if there is one");
      choice.ifPresent(placement -> servers.place(task, placement));
      choices.add(choice);
      requireBooksInOrder(servers);
      if (random.nextInt(3) == 0 && !servers.tasks().isEmpty()) {
        servers.release(servers.tasks().iterator().next().request().id());
      }
    }
    return choices;
  }

  @Property(tries = 60)
  void strategies_randomTasks_neverOverCommitAndRepeatThemselves(@ForAll Draws random) {
    List<Server> list = Clusters.servers(random);
    TaskMix mix = TaskMix.typical(Clusters.tasks(random, 20), TaskMix.TYPICAL);
    Clusters.strategies(mix)
        .forEach(
            (name, strategy) ->
                assertEquals(
                    run(Servers.of(list), strategy, random.again()),
                    run(Servers.of(list), strategy, random.again()),
                    name));
  }

  @Property(tries = 60)
  void release_all_restoresTheIdleServers(@ForAll Draws random) {
    List<Server> list = Clusters.servers(random);
    Servers servers = Servers.of(list);
    run(servers, PlacementStrategies.random(random.nextLong()), random);
    List.copyOf(servers.tasks()).forEach(task -> servers.release(task.request().id()));
    assertEquals(Servers.of(list).state(), servers.state());
    requireBooksInOrder(servers);
    for (int s = 0; s < list.size(); s++) {
      assertEquals(0, IntStream.of(servers.hosted(s)).sum());
    }
  }

  /** A placer that starts on restored servers goes on as the one before would have. */
  @Property(tries = 60)
  void state_cutInTheMiddle_hasTheSameFuture(@ForAll Draws random) {
    List<Server> list = Clusters.servers(random);
    TaskMix mix = TaskMix.typical(Clusters.tasks(random, 20), TaskMix.TYPICAL);
    Clusters.strategies(mix)
        .forEach(
            (name, strategy) -> {
              if (!name.equals("learning")) { // is given what it saw, see its own test
                Servers servers = Servers.of(list);
                run(servers, strategy, random);
                Servers restored = Servers.of(servers.state());
                Placer one = strategy.on(servers);
                Placer other = strategy.on(restored);
                for (int i = 0; i < 20; i++) {
                  PlacementRequest task = Clusters.task(random, "more" + i);
                  Optional<Placement> choice = one.choose(task);
                  assertEquals(choice, other.choose(task), name);
                  choice.ifPresent(p -> servers.place(task, p));
                  choice.ifPresent(p -> restored.place(task, p));
                }
              }
            });
  }
}
