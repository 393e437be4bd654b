package io.gavel.mechanism.contract;

import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.Placement.PlacedTask;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.placement.ServersState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The rules of a placement strategy as predicates, independent of a test framework. Tasks with
 * whole GPUs and shares of GPUs come and go on a few servers of two models, as determined by a
 * seed. Immutable.
 */
public final class PlacementRules {

  private static final int REQUESTS = 40;

  private final PlacementStrategy strategy;

  private PlacementRules(PlacementStrategy strategy) {
    this.strategy = strategy;
  }

  /**
   * Creates the rules for a strategy.
   *
   * @param strategy the strategy to test
   * @return the rules
   */
  public static PlacementRules of(PlacementStrategy strategy) {
    return new PlacementRules(strategy);
  }

  /**
   * Checks a rule on one course of events. The course ends where another rule is broken.
   *
   * @param rule the rule to check
   * @param seed the seed of servers, tasks and departures
   * @return how the rule is broken; empty if it is kept
   */
  public Optional<String> broken(PlacementRule rule, long seed) {
    Course first = new Course(seed);
    Optional<Breach> breach = first.run();
    if (rule != PlacementRule.DETERMINISM) {
      return breach.filter(found -> found.rule() == rule).map(found -> rule + ": " + found.how());
    }
    Course second = new Course(seed);
    Optional<Breach> again = second.run();
    return first.choices.equals(second.choices) && breach.equals(again)
        ? Optional.empty()
        : Optional.of(rule + ": the same tasks go to " + second.choices + ", not " + first.choices);
  }

  /**
   * Checks all rules on one course of events.
   *
   * @param seed the seed of servers, tasks and departures
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(long seed) {
    for (PlacementRule rule : PlacementRule.values()) {
      broken(rule, seed)
          .ifPresent(
              how -> {
                throw new AssertionError("%s, seed %s, by %s".formatted(how, seed, strategy));
              });
    }
  }

  private record Breach(PlacementRule rule, String how) {}

  /** A course in which tasks come and go. */
  private final class Course {
    private final Random random;
    private final Servers servers;
    private final List<Optional<Placement>> choices = new ArrayList<>();

    Course(long seed) {
      random = new Random(seed);
      servers = Servers.of(randomServers(random));
    }

    Optional<Breach> run() {
      Placer placer = strategy.on(servers);
      for (int i = 0; i < REQUESTS; i++) {
        PlacementRequest task = randomTask(random, "t" + i);
        ServersState before = servers.state();
        Optional<Placement> choice = placer.choose(task);
        choices.add(choice);
        if (!servers.state().equals(before)) {
          return breach(PlacementRule.LOOKS_ONLY, task, "the servers have changed");
        }
        boolean room = IntStream.range(0, servers.size()).anyMatch(s -> servers.fits(s, task));
        if (choice.isPresent() != room) {
          return breach(PlacementRule.FINDS, task, room ? "there is room" : "there is no room");
        }
        if (choice.isPresent()) {
          try {
            servers.place(task, choice.get());
          } catch (IllegalArgumentException fault) {
            return breach(PlacementRule.FITS, task, fault.getMessage());
          }
        }
        List<PlacedTask> running = List.copyOf(servers.tasks());
        if (random.nextInt(3) == 0 && !running.isEmpty()) {
          servers.release(running.get(random.nextInt(running.size())).request().id());
        }
      }
      return Optional.empty();
    }

    private Optional<Breach> breach(PlacementRule rule, PlacementRequest task, String how) {
      return Optional.of(new Breach(rule, "%s: %s".formatted(task, how)));
    }
  }

  private static List<Server> randomServers(Random random) {
    List<Server> servers = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int s = 0; s < count; s++) {
      int gpus = random.nextInt(5);
      String model = gpus == 0 ? "" : random.nextBoolean() ? "A" : "B";
      int cpuMilli = 1000 * (1 + random.nextInt(32));
      servers.add(new Server("s" + s, cpuMilli, 1000L * (1 + random.nextInt(32)), gpus, model));
    }
    return servers;
  }

  private static PlacementRequest randomTask(Random random, String id) {
    int gpus = Math.max(0, random.nextInt(6) - 2);
    int share = random.nextInt(3) == 0 ? 1000 : 100 * (1 + random.nextInt(10));
    int milli = gpus == 0 ? 0 : gpus == 1 ? share : 1000;
    List<String> models = random.nextInt(4) == 0 ? List.of("A") : List.of();
    return new PlacementRequest(
        id, 1000 * random.nextInt(6), 1000L * random.nextInt(6), gpus, milli, models);
  }
}
