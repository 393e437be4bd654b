package io.gavel.policies.lp.living;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/** Sequences of events on small clusters, as values that shrink. */
record JobEvents(Shape shape, List<Event> events) {

  /** What the rates and the sizes of jobs are like. */
  enum Style {
    TIES,
    PLAIN,
    WIDE
  }

  /** The workers of each pool at first; the last of several types may share the first pool. */
  record Shape(Style style, List<Integer> workers, boolean shared) {

    Cluster cluster() {
      WorkerType[] types = new WorkerType[workers.size()];
      Arrays.setAll(types, j -> new WorkerType(name(j), workers.get(j)));
      int last = types.length - 1;
      if (shared && last > 0) {
        types[last] = new WorkerType(name(last), workers.get(0)).withPool(name(0));
      }
      return Cluster.of(types);
    }

    private static String name(int j) {
      return "type" + j;
    }
  }

  /** Which of the four kinds of event, on which job or pool, with which numbers. */
  record Event(int kind, int which, List<Integer> rates, int size, int weight, int workers) {}

  /** Applies the events one by one. */
  void each(LivingLevel level, Runnable after) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      String present = ids.isEmpty() ? "" : ids.get(event.which % ids.size());
      if (event.kind <= 3 || ids.isEmpty()) {
        level.arrive(job("job" + i, event), rates(event));
        ids.add("job" + i);
      } else if (event.kind <= 5) {
        level.depart(present);
        ids.remove(present);
      } else if (event.kind <= 7) {
        level.update(job(present, event), rates(event));
      } else {
        level.workers(Shape.name(event.which % shape.workers.size()), event.workers);
      }
      after.run();
    }
  }

  private Job job(String id, Event event) {
    Job.Builder job = Job.builder(id);
    if (event.size >= 8) {
      job.gpuMilli(100 * (event.size - 7));
    } else if (shape.style != Style.TIES) {
      job.scaleFactor(1 << (event.size / 2));
    }
    return job.weight(
            shape.style == Style.WIDE ? StrictMath.pow(10, event.weight - 3) : 1 + event.weight / 4)
        .build();
  }

  private double[] rates(Event event) {
    return IntStream.range(0, shape.workers.size())
        .mapToDouble(j -> rate(event.rates.get(j)))
        .toArray();
  }

  /** A fifth of the rates is 0. */
  private double rate(int number) {
    int left = number - 20;
    return left < 0
        ? 0
        : switch (shape.style) {
          case TIES -> 1 + left / 40;
          case PLAIN -> 0.5 + left / 17.0;
          case WIDE -> StrictMath.pow(10, left / 16.0 - 2.5);
        };
  }

  /** Draws them. */
  static final class Any implements ArbitrarySupplier<JobEvents> {
    @Override
    public Arbitrary<JobEvents> get() {
      Arbitrary<Event> event =
          Combinators.combine(
                  Arbitraries.integers().between(0, 8),
                  Arbitraries.integers().between(0, 59),
                  Arbitraries.integers().between(0, 99).list().ofSize(4),
                  Arbitraries.integers().between(0, 11),
                  Arbitraries.integers().between(0, 6),
                  Arbitraries.integers().between(0, 12))
              .as(Event::new);
      Arbitrary<Shape> shape =
          Combinators.combine(
                  Arbitraries.of(Style.class),
                  Arbitraries.integers().between(0, 12).list().ofMinSize(1).ofMaxSize(4),
                  Arbitraries.of(true, false))
              .as(Shape::new);
      return Combinators.combine(shape, event.list().ofMinSize(1).ofMaxSize(60)).as(JobEvents::new);
    }
  }
}
