package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * A random problem whose jobs hold different amounts on different types, as plain numbers: the
 * problem for a policy, and the same rows written out for a general solver. Not modified.
 */
final class DrawnWays {

  /** One way of a job: what it holds of the type on which it runs, and its rates. */
  private record Way(int job, Holding holding, double[] rates) {}

  private final int[] workers; // by type
  private final int jobs;
  private final List<Way> ways = new ArrayList<>();

  /** Draws ways, with workers alongside if co-gangs are wanted. */
  DrawnWays(Random random, boolean coGangs) {
    workers = new int[1 + random.nextInt(3)];
    Arrays.setAll(workers, j -> 1 + random.nextInt(4));
    jobs = 1 + random.nextInt(6);
    for (int m = 0; m < jobs; m++) {
      double[] own = rates(random);
      int lead = random.nextInt(workers.length);
      own[lead] = 1 + random.nextInt(9);
      Holding first = coGangs ? coGang(random, Holding.of(1), lead) : Holding.of(1);
      ways.add(new Way(m, first, own));
      for (int i = random.nextInt(3); i > 0; i--) {
        Holding further = holding(random);
        boolean gang = further.gpuMilli() == Job.WHOLE_WORKER;
        ways.add(
            new Way(m, coGangs && gang ? coGang(random, further, -1) : further, rates(random)));
      }
    }
  }

  /** Adds workers alongside that the cluster has, of other types than the given one. */
  private Holding coGang(Random random, Holding gang, int lead) {
    Holding held = gang;
    for (int j = 0; j < workers.length; j++) {
      int count = random.nextInt(workers[j] + 2) - 1;
      held = j != lead && count > 0 ? held.alongside("type" + j, count) : held;
    }
    return held;
  }

  /** What a way holds of each type while it runs on one. */
  private double[] held(Way way, int lead) {
    double[] held = new double[workers.length];
    Arrays.setAll(held, j -> way.holding().alongside().getOrDefault("type" + j, 0));
    held[lead] += way.holding().workers() * way.holding().gpuMilli() / 1000.0;
    return held;
  }

  private boolean runs(Way way, int lead) {
    double[] held = held(way, lead);
    return way.rates()[lead] > 0
        && IntStream.range(0, workers.length).allMatch(j -> held[j] <= workers[j]);
  }

  private double[] rates(Random random) {
    double[] rates = new double[workers.length];
    Arrays.setAll(rates, j -> random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(9));
    return rates;
  }

  private Holding holding(Random random) {
    int most = Arrays.stream(workers).max().orElseThrow();
    return random.nextBoolean()
        ? Holding.share(1 + random.nextInt(1000))
        : Holding.of(1 + random.nextInt(most));
  }

  AllocationProblem problem() {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < workers.length; j++) {
      types.add(new WorkerType("type" + j, workers[j]));
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    boolean[] listed = new boolean[jobs];
    for (int i = 0; i < ways.size(); i++) {
      Way way = ways.get(i);
      String id = "job" + way.job();
      if (listed[way.job()]) {
        problem.configuration(id, "way" + i, way.holding(), way.rates());
      } else {
        Job.Builder job = Job.builder(id);
        way.holding().alongside().forEach(job::alongside);
        problem.job(job.build(), way.rates());
        listed[way.job()] = true;
      }
    }
    return problem.build();
  }

  /** The largest sum of throughputs. */
  double mostThroughput() {
    return solved(true);
  }

  /** The largest level relative to the equal shares of the first ways. */
  double mostLevel() {
    return solved(false);
  }

  private double solved(boolean total) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Variable level = model.newVariable("level").lower(0).upper(total ? 0 : null);
    level.weight(1);
    Expression[] pool = new Expression[workers.length];
    Arrays.setAll(pool, j -> model.newExpression("pool" + j).upper(workers[j]));
    Expression[] time = new Expression[jobs];
    Arrays.setAll(time, m -> model.newExpression("time" + m).upper(1));
    Expression[] floor = new Expression[jobs];
    Arrays.setAll(floor, m -> model.newExpression("floor" + m).lower(0));
    boolean[] seen = new boolean[jobs];
    for (Way way : ways) {
      int m = way.job();
      if (!seen[m]) {
        seen[m] = true;
        floor[m].set(level, -equalShare(way));
      }
      for (int j = 0; j < workers.length; j++) {
        if (runs(way, j)) {
          Variable x = model.newVariable("x" + m + way + j).lower(0).upper(1);
          x.weight(total ? way.rates()[j] : 0);
          time[m].set(x, 1);
          floor[m].set(x, way.rates()[j]);
          double[] held = held(way, j);
          for (int k = 0; k < held.length; k++) {
            pool[k].set(x, held[k]);
          }
        }
      }
    }
    Optimisation.Result result = model.maximise();
    return result.getState().isOptimal() ? result.getValue() : Double.NaN;
  }

  private double equalShare(Way first) {
    double fastest =
        IntStream.range(0, workers.length)
            .filter(j -> runs(first, j))
            .mapToDouble(j -> first.rates()[j])
            .max()
            .orElse(0);
    double sum = 0;
    for (int j = 0; j < workers.length; j++) {
      boolean alongside = first.holding().alongside().containsKey("type" + j);
      double rate = runs(first, j) ? first.rates()[j] : alongside ? fastest : 0;
      sum += rate * workers[j] / Arrays.stream(workers).sum();
    }
    return sum;
  }
}
