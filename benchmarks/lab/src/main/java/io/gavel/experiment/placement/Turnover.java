package io.gavel.experiment.placement;

import io.gavel.mechanism.placement.Fragmentation;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.placement.TaskMix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Tasks come, wait, run and leave: {@link Inflation} with departures. Tasks are drawn from a list
 * with replacement; gaps and lifetimes are exponential, and the unit of time is the mean lifetime.
 * A task that fits nowhere waits; whenever a task leaves, those that fit where it was are placed in
 * order of arrival. Nobody moves. Immutable.
 */
public final class Turnover {

  private static final int LIFETIMES = 8;
  private static final int WARM_UP = 3;
  private static final double SAMPLE = 0.1; // lifetimes between two samples

  private record Running(double until, int number, String id, int server) {
    private static final Comparator<Running> ORDER =
        Comparator.comparingDouble(Running::until).thenComparingInt(Running::number);
  }

  /** A task; its lifetime is drawn when it arrives, so that all strategies see the same tasks. */
  private record Waiting(double since, double lifetime, PlacementRequest task) {}

  private final List<Server> servers;
  private final List<PlacementRequest> tasks;
  private final TaskMix mix;
  private final double load;

  /**
   * Creates an experiment.
   *
   * @param servers the servers, with at least one GPU
   * @param tasks the tasks, at least one with a GPU; those that fit on no empty server are left out
   * @param load the mean demand for GPUs, as a part of all
   */
  public Turnover(List<Server> servers, List<PlacementRequest> tasks, double load) {
    Servers empty = Servers.of(servers);
    this.servers = List.copyOf(servers);
    this.tasks =
        tasks.stream()
            .filter(
                task -> {
                  boolean fits = false;
                  for (int s = 0; s < empty.size() && !fits; s++) {
                    fits = empty.fits(s, task);
                  }
                  return fits;
                })
            .toList();
    this.mix = TaskMix.typical(this.tasks, TaskMix.TYPICAL);
    this.load = load;
  }

  /**
   * Returns the kinds of tasks by which fragmentation is measured.
   *
   * @return the mix
   */
  public TaskMix mix() {
    return mix;
  }

  /**
   * Returns the times of samples.
   *
   * @param count the number of samples
   * @return in mean lifetimes since the start
   */
  public static List<Double> times(int count) {
    return IntStream.range(0, count).mapToObj(Turnover::time).toList();
  }

  private static double time(int sample) {
    return WARM_UP + SAMPLE * sample;
  }

  /**
   * Runs the experiment once.
   *
   * @param strategy places the tasks
   * @param seed seed of the order of the servers and of all draws
   * @return by name: samples over the time after the warm-up, {@code allocated}, {@code fragmented}
   *     and {@code queued} in per cent of all GPUs; and {@code waited}, the waiting time of each
   *     task that arrived since, until the end for those that still wait, in mean lifetimes
   */
  public Map<String, List<Double>> run(PlacementStrategy strategy, long seed) {
    return new Run(strategy, seed).figures();
  }

  /** One run. Mutable. */
  private final class Run {
    private final Random random;
    private final Servers cluster;
    private final Placer placer;
    private final double capacity;
    private final double gap;
    private final PriorityQueue<Running> running = new PriorityQueue<>(Running.ORDER);
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();
    private int arrived;
    private int placed;
    private int samples;

    Run(PlacementStrategy strategy, long seed) {
      random = new Random(seed);
      List<Server> order = new ArrayList<>(servers);
      Collections.shuffle(order, random);
      cluster = Servers.of(order);
      placer = strategy.on(cluster);
      capacity = servers.stream().mapToDouble(server -> server.gpus()).sum();
      double each = tasks.stream().mapToDouble(Run::gpus).average().orElseThrow();
      gap = each / (load * capacity);
      for (String name : List.of("allocated", "fragmented", "queued", "waited")) {
        figures.put(name, new ArrayList<>());
      }
    }

    private static double gpus(PlacementRequest task) {
      return (double) task.totalGpuMilli() / Server.GPU_MILLI;
    }

    private double exponential(double mean) {
      return -mean * StrictMath.log(1 - random.nextDouble());
    }

    Map<String, List<Double>> figures() {
      double now = 0;
      while (now < LIFETIMES) {
        now += exponential(gap);
        leave(Math.min(now, LIFETIMES));
        PlacementRequest task = tasks.get(random.nextInt(tasks.size()));
        task = task.withId(task.id() + "#" + arrived++);
        Waiting newcomer = new Waiting(now, exponential(1), task);
        if (now < LIFETIMES && !start(newcomer, now, placer.choose(task))) {
          waiting.add(newcomer);
        }
      }
      waiting.forEach(left -> note(left, LIFETIMES));
      return figures;
    }

    private boolean start(Waiting task, double now, Optional<Placement> place) {
      if (place.isEmpty()) {
        return false;
      }
      cluster.place(task.task, place.get());
      double until = now + task.lifetime;
      running.add(new Running(until, placed++, task.task.id(), place.get().server()));
      note(task, now);
      return true;
    }

    private void note(Waiting task, double now) {
      if (task.since >= WARM_UP) {
        figure("waited").add(now - task.since);
      }
    }

    private List<Double> figure(String name) {
      return figures.computeIfAbsent(name, absent -> new ArrayList<>());
    }

    /** Lets all tasks leave whose time is over, and others take their places. */
    private void leave(double until) {
      while (!running.isEmpty() && running.peek().until <= until) {
        Running next = running.remove();
        sample(next.until);
        cluster.release(next.id);
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
          Waiting task = all.next();
          boolean fits = cluster.fits(next.server, task.task);
          if (fits && start(task, next.until, placer.choose(task.task))) {
            all.remove();
          }
        }
      }
      sample(until);
    }

    /** Samples the state until a time at which it changes. */
    private void sample(double until) {
      for (; time(samples) < until; samples++) {
        double idle = 0;
        for (int s = 0; s < cluster.size(); s++) {
          idle += (double) cluster.gpuLeft(s) / Server.GPU_MILLI;
        }
        figure("allocated").add(100 * (1 - idle / capacity));
        figure("fragmented").add(100 * Fragmentation.ratioOfAll(cluster, mix));
        double asked = waiting.stream().mapToDouble(task -> gpus(task.task)).sum();
        figure("queued").add(100 * asked / capacity);
      }
    }
  }
}
