package io.gavel.reproduction.uncertainty;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.plot.Chart;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.explain.MeasurementWorth;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Measures one unknown throughput after the other, in several orders, until all are known, and
 * decides after each measurement. Nash welfare decides, because neither its choice nor the
 * geometric mean of throughputs depends on what counts as an equal share, which nobody knows
 * either.
 */
final class MeasurementOrder {

  private static final Policy WELFARE = NashWelfare.create();

  /** Of intervals, for all rates of a job at once. */
  private static final double PROBABILITY = 0.9;

  /** The part of what full knowledge gives that is enough. */
  private static final double ENOUGH = 0.95;

  /** Chooses the next measurement. */
  private enum Order {
    WORTH("by worth") {
      @Override
      Entry next(NewJobs jobs, AllocationProblem problem, List<Entry> left, Random random) {
        MeasurementWorth first = MeasurementWorth.of(WELFARE, problem).get(0);
        return first.worth() > 0
            ? new Entry(first.group(), first.type())
            : WIDEST.next(jobs, problem, left, random);
      }
    },
    WIDEST("widest interval") {
      @Override
      Entry next(NewJobs jobs, AllocationProblem problem, List<Entry> left, Random random) {
        Entry widest = left.get(0);
        for (Entry each : left) {
          widest = each.ratio(problem) > widest.ratio(problem) ? each : widest;
        }
        return widest;
      }
    },
    JOB_BY_JOB("job by job") {
      @Override
      Entry next(NewJobs jobs, AllocationProblem problem, List<Entry> left, Random random) {
        return left.get(0);
      }
    },
    RANDOM("at random") {
      @Override
      Entry next(NewJobs jobs, AllocationProblem problem, List<Entry> left, Random random) {
        return left.get(random.nextInt(left.size()));
      }
    };

    final String text;

    Order(String text) {
      this.text = text;
    }

    abstract Entry next(NewJobs jobs, AllocationProblem problem, List<Entry> left, Random random);
  }

  /** A throughput that is not known. */
  private record Entry(int job, int type) {

    double ratio(AllocationProblem problem) {
      ThroughputMatrix rates = problem.throughputs();
      return rates.high().stepsPerSecond(job, type) / rates.low().stepsPerSecond(job, type);
    }
  }

  private MeasurementOrder() {}

  static ExperimentRun run(String name, Function<PublishedData, RateTable> table) {
    return new ExperimentRun(
        "measurements on " + name, (data, seed) -> measure(table.apply(data), seed));
  }

  static List<ReproducedFigure> figures(String name, ExperimentRun run) {
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Order order : Order.values()) {
      figures.add(
          ReproducedFigure.ours(
              "%s, %s: measurements until 95 %% of full knowledge".formatted(name, order.text),
              r -> r.mean(run, order.text + " needed")));
    }
    figures.add(
        ReproducedFigure.ours(name + ": all unknown throughputs", r -> r.mean(run, "unknown")));
    return figures;
  }

  static Chart chart(String name, ExperimentRun run, Results results) {
    return Chart.of(
        "Measurements on " + name,
        "measurements",
        "throughput, part of full knowledge",
        Arrays.stream(Order.values())
            .map(order -> line(order, run, results))
            .toArray(Chart.Line[]::new));
  }

  private static Chart.Line line(Order order, ExperimentRun run, Results results) {
    List<RunFigures> seeds = results.of(run);
    int points = seeds.get(0).list(order.text).size();
    List<Double> x = IntStream.range(0, points).mapToObj(i -> (double) i).toList();
    List<Double> y =
        IntStream.range(0, points)
            .mapToObj(
                i ->
                    seeds.stream()
                        .mapToDouble(seed -> seed.list(order.text).get(i))
                        .average()
                        .orElse(Double.NaN))
            .toList();
    return Chart.Line.of(order.text, x, y);
  }

  private static RunFigures measure(RateTable table, long seed) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    for (Order order : Order.values()) {
      List<Double> levels = levels(order, NewJobs.draw(table, 1, seed), new Random(seed));
      int needed = levels.size();
      while (needed > 0 && levels.get(needed - 1) >= ENOUGH) {
        needed--;
      }
      figures.put(order.text, levels);
      figures.put(order.text + " needed", List.of((double) needed));
      figures.put("unknown", List.of(levels.size() - 1.0));
    }
    return new RunFigures(figures);
  }

  /** Throughputs after each number of measurements, as a part of those of full knowledge. */
  private static List<Double> levels(Order order, NewJobs jobs, Random random) {
    Allocation best = WELFARE.allocate(jobs.known());
    List<Entry> left = new ArrayList<>();
    for (int m = 0; m < jobs.count(); m++) {
      for (int j = 0; j < jobs.types(); j++) {
        if (!jobs.isMeasured(m, j)) {
          left.add(new Entry(m, j));
        }
      }
    }
    List<Double> levels = new ArrayList<>();
    while (true) {
      AllocationProblem problem = jobs.estimated(PROBABILITY);
      levels.add(jobs.gain(WELFARE.allocate(problem), best));
      if (left.isEmpty()) {
        return levels;
      }
      Entry next = order.next(jobs, problem, left, random);
      left.remove(next);
      jobs.measure(next.job(), next.type());
    }
  }
}
