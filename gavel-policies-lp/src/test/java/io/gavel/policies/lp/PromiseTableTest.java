package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each "no" in the table of promises in the guide to the policies, by a small problem where it
 * fails.
 */
class PromiseTableTest {

  private static final double TOLERANCE = 1e-3;

  /** Two types with prices 4 and 1, and jobs of one worker with steps, all of which start now. */
  static final class Instance {
    private final int[] workers;
    private final double[] steps;
    private final double[][] rates;

    Instance(int[] workers, double[] steps, double[]... rates) {
      this.workers = workers;
      this.steps = steps;
      this.rates = rates;
    }

    double[][] rates() {
      return rates;
    }

    AllocationProblem problem() {
      Cluster cluster =
          Cluster.of(
              new WorkerType("a", workers[0]).withPricePerHour(4),
              new WorkerType("b", workers[1]).withPricePerHour(1));
      return Cases.steps(Cases.problem(cluster, rates), steps);
    }

    Instance withRow(int m, double... row) {
      double[][] copy = rates.clone();
      copy[m] = row;
      return new Instance(workers, steps, copy);
    }

    Instance withoutJob(int m) {
      List<Integer> rest = IntStream.range(0, rates.length).filter(i -> i != m).boxed().toList();
      return new Instance(
          workers,
          rest.stream().mapToDouble(i -> steps[i]).toArray(),
          rest.stream().map(i -> rates[i]).toArray(double[][]::new));
    }

    Instance withOneMoreWorker() {
      return new Instance(new int[] {workers[0] + 1, workers[1]}, steps, rates);
    }
  }

  /** What fails, as what a job has and what it would have; the latter is more. */
  record Failure(String name, Policy policy, double has, double wouldHave, Check check) {

    /** Both throughputs under a policy. */
    interface Check {
      double[] throughputs(Policy policy);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Instance instance(int a, int b, double[] steps, double[]... rates) {
    return new Instance(new int[] {a, b}, steps, rates);
  }

  private static double[] row(double... entries) {
    return entries;
  }

  /** What a job with the given rates makes of the time that job {@code m} has. */
  private static double value(double[] rates, Allocation x, int m) {
    return rates[0] * x.fraction(m, 0) + rates[1] * x.fraction(m, 1);
  }

  private static Failure envy(
      String name, Policy policy, Instance in, int m, int other, double has, double wouldHave) {
    return new Failure(
        name + " is not free of envy",
        policy,
        has,
        wouldHave,
        p -> {
          Allocation x = p.allocate(in.problem());
          return row(value(in.rates()[m], x, m), value(in.rates()[m], x, other));
        });
  }

  private static Failure belowIsolated(
      String name, Policy policy, Instance in, int m, double has, double alone) {
    return new Failure(
        name + " has no sharing incentive",
        policy,
        has,
        alone,
        p ->
            row(
                p.allocate(in.problem()).effectiveThroughput(m),
                IsolatedShare.throughput(in.problem(), m)));
  }

  private static Failure misreport(
      String name, Policy policy, Instance in, int m, double[] lie, double has, double gets) {
    return new Failure(
        name + " is not strategy-proof",
        policy,
        has,
        gets,
        p -> {
          Allocation honest = p.allocate(in.problem());
          Allocation lied = p.allocate(in.withRow(m, lie).problem());
          return row(honest.effectiveThroughput(m), value(in.rates()[m], lied, m));
        });
  }

  private static Failure faster(
      String name,
      Policy policy,
      Instance in,
      int m,
      double[] better,
      double after,
      double before) {
    return new Failure(
        name + " may punish a job that becomes faster",
        policy,
        after,
        before,
        p ->
            row(
                p.allocate(in.withRow(m, better).problem()).effectiveThroughput(m),
                p.allocate(in.problem()).effectiveThroughput(m)));
  }

  private static Failure departure(
      String name, Policy policy, Instance in, int leaves, int m, double after, double before) {
    return new Failure(
        name + " may take from a job when another leaves",
        policy,
        after,
        before,
        p ->
            row(
                p.allocate(in.withoutJob(leaves).problem())
                    .effectiveThroughput(m > leaves ? m - 1 : m),
                p.allocate(in.problem()).effectiveThroughput(m)));
  }

  private static Failure moreWorkers(
      String name, Policy policy, Instance in, int m, double after, double before) {
    return new Failure(
        name + " may take from a job when a worker is added",
        policy,
        after,
        before,
        p ->
            row(
                p.allocate(in.withOneMoreWorker().problem()).effectiveThroughput(m),
                p.allocate(in.problem()).effectiveThroughput(m)));
  }

  /** Another policy gives nobody less, and this job more. */
  private static Failure dominated(
      String name, Policy policy, Policy better, Instance in, int m, double has, double gets) {
    return new Failure(
        name + " is not Pareto efficient",
        policy,
        has,
        gets,
        p -> {
          Allocation x = p.allocate(in.problem());
          Allocation y = better.allocate(in.problem());
          for (int i = 0; i < in.rates().length; i++) {
            assertTrue(y.effectiveThroughput(i) >= x.effectiveThroughput(i) - 1e-9);
          }
          return row(x.effectiveThroughput(m), y.effectiveThroughput(m));
        });
  }

  static Stream<Failure> failures() {
    List<Failure> all = new ArrayList<>();
    byLevel("max-min fairness", MaxMinFairness.create(), all);
    byLevel("water filling", WaterFilling.create(), all);
    byLevel("finish-time fairness", FinishTimeFairness.create(), all);
    Instance filled = instance(1, 2, row(1, 1, 3), row(5, 4), row(3, 3), row(5, 1));
    for (Policy p : List.of(MaxMinFairness.create(), FinishTimeFairness.create())) {
      all.add(departure(p.getClass().getSimpleName(), p, filled, 1, 2, 2.4915, 11. / 3));
    }
    makespan(all);
    fifo(all);
    queues(all);
    totals(all);
    means(all);
    baselines(all);
    return all.stream();
  }

  private static void byLevel(String name, Policy p, List<Failure> all) {
    double[] steps = {1, 1, 1};
    Instance envious = instance(2, 1, row(1, 1), row(1, 2), row(2, 3));
    all.add(envy(name, p, envious, 0, 1, 16. / 11, 17. / 11));
    Instance three = instance(1, 1, steps, row(2, 4), row(4, 2), row(3, 2));
    all.add(misreport(name, p, three, 0, row(4, 3), 2.4, 3.294));
    Instance two = instance(1, 1, row(1, 1), row(1, 5), row(4, 5));
    all.add(moreWorkers(name, p, two, 0, 2.4915, 3));
  }

  private static void makespan(List<Failure> all) {
    Policy p = Makespan.create();
    Instance filled = instance(1, 1, row(3, 1, 1), row(3, 3), row(4, 1), row(1, 3));
    all.add(faster("makespan", p, filled, 1, row(4, 5), 1, 8. / 3));
    Instance leaving = instance(1, 1, row(3, 1, 3), row(1, 3), row(1, 5), row(2, 1));
    all.add(departure("makespan", p, leaving, 2, 1, 1, 5. / 3));
    Instance longer = instance(1, 1, row(1, 4), row(1, 5), row(3, 4));
    all.add(envy("makespan", p, longer, 0, 1, 1, 5));
    all.add(belowIsolated("makespan", p, longer, 0, 1, 3));
    Instance three = instance(1, 1, row(4, 1, 2), row(2, 2), row(4, 5), row(4, 4));
    all.add(misreport("makespan", p, three, 2, row(1, 1), 1, 3.8095));
  }

  private static void fifo(List<Failure> all) {
    Policy p = FifoProgram.create();
    double[] steps = {1, 1, 1};
    Instance two = instance(1, 1, row(1, 1), row(2, 5), row(1, 5));
    all.add(envy("fifo_lp", p, two, 1, 0, 1, 5));
    all.add(belowIsolated("fifo_lp", p, two, 1, 1, 3));
    Instance three = instance(1, 1, steps, row(2, 1), row(5, 2), row(5, 5));
    all.add(misreport("fifo_lp", p, three, 1, row(1, 4), 0, 2));
    Instance fast = instance(1, 2, steps, row(5, 4), row(3, 3), row(5, 1));
    all.add(faster("fifo_lp", p, fast, 2, row(5, 3), 3, 5));
    Instance leaving = instance(2, 1, steps, row(2, 3), row(3, 5), row(1, 4));
    all.add(departure("fifo_lp", p, leaving, 1, 0, 2, 3));
    Instance more = instance(1, 1, steps, row(4, 1), row(3, 4), row(2, 5));
    all.add(moreWorkers("fifo_lp", p, more, 1, 3, 4));
  }

  private static void queues(List<Failure> all) {
    Instance two = instance(1, 1, row(1, 1), row(4, 5), row(4, 5));
    for (Policy p :
        List.of(StrictFifo.create(), ShortestJobFirst.create(), HeadOfLineFifo.aware())) {
      String name = p.getClass().getSimpleName();
      all.add(envy(name, p, two, 1, 0, 4, 5));
      all.add(belowIsolated(name, p, two, 1, 4, 4.5));
    }
    Instance sjf = instance(1, 1, row(1, 1), row(2, 5), row(1, 5));
    all.add(misreport("shortest_job_first", ShortestJobFirst.create(), sjf, 1, row(1, 6), 1, 5));
    Policy average = AverageCompletionTime.create();
    Instance longer = instance(1, 1, row(1, 2), row(4, 5), row(4, 5));
    all.add(envy("average_completion_time", average, longer, 1, 0, 4, 5));
    all.add(belowIsolated("average_completion_time", average, longer, 1, 4, 4.5));
    all.add(misreport("average_completion_time", average, longer, 1, row(1, 5), 4, 5));
    Instance alike = instance(1, 1, row(1, 1, 2), row(2, 5), row(2, 5), row(1, 5));
    all.add(moreWorkers("average_completion_time", average, alike, 0, 2, 3.5));
    all.add(departure("average_completion_time", average, alike, 0, 1, 2, 3.5));
    Instance faster = instance(2, 1, row(2, 3, 2), row(4, 4), row(2, 3), row(2, 5));
    all.add(faster("average_completion_time", average, faster, 2, row(4, 5), 4, 5));
    Instance allox = instance(1, 1, row(1, 4), row(1, 5), row(3, 4));
    all.add(envy("allox", new AlloX(), allox, 1, 0, 0, 4));
    all.add(belowIsolated("allox", new AlloX(), allox, 1, 0, 3.5));
    all.add(misreport("allox", new AlloX(), allox, 1, row(3, 2), 0, 3));
  }

  private static void totals(List<Failure> all) {
    Policy total = MaxTotalThroughput.create();
    double[] steps = {1, 1, 1};
    Instance three = instance(1, 1, steps, row(3, 1), row(5, 5), row(4, 3));
    for (Policy p : List.of(total, ThroughputPerPrice.create())) {
      String name = p.getClass().getSimpleName();
      all.add(belowIsolated(name, p, three, 0, 0, 4. / 3));
      all.add(misreport(name, p, three, 0, row(1, 5), 0, 1));
    }
    Instance two = instance(1, 1, row(1, 1), row(3, 1), row(4, 1));
    all.add(envy("max_sum_throughput", total, two, 0, 1, 1, 3));
    Instance rivals = instance(2, 1, row(1, 1), row(3, 5), row(1, 4));
    all.add(envy("throughput_per_cost_sum", ThroughputPerPrice.create(), rivals, 1, 0, 1, 4));
    Instance ratio = instance(2, 1, row(1, 1), row(5, 1), row(3, 3));
    all.add(envy("throughput_per_cost_ratio", ThroughputPerCost.create(), ratio, 0, 1, 0, 1));
    all.add(
        belowIsolated(
            "throughput_per_cost_ratio", ThroughputPerCost.create(), ratio, 0, 0, 11. / 3));
    Instance told = instance(2, 1, row(1, 1), row(4, 1), row(5, 1));
    all.add(
        misreport(
            "throughput_per_cost_ratio", ThroughputPerCost.create(), told, 0, row(1, 3), 0, 1));
  }

  private static void means(List<Failure> all) {
    Policy nash = NashWelfare.create();
    Policy harmonic = MeanFairness.of(-1);
    double[] steps = {1, 1, 1};
    Instance c4 = instance(1, 1, row(1, 1), row(3, 4), row(1, 2));
    all.add(envy("nash", nash, c4, 0, 1, 3, 4));
    all.add(belowIsolated("nash", nash, c4, 0, 3, 3.5));
    Instance c8 = instance(1, 3, row(1, 1), row(4, 2), row(5, 3));
    all.add(misreport("nash", nash, c8, 0, row(5, 1), 3.5, 4));
    Instance c12 = instance(1, 2, row(1, 1), row(5, 2), row(4, 3));
    all.add(faster("nash", nash, c12, 0, row(5, 4), 4, 5));
    Instance two = instance(1, 1, row(1, 1), row(5, 2), row(4, 3));
    all.add(envy("harmonic_mean", harmonic, two, 1, 0, 3, 4));
    all.add(belowIsolated("harmonic_mean", harmonic, two, 1, 3, 3.5));
    Instance told = instance(2, 2, steps, row(5, 2), row(5, 2), row(3, 2));
    all.add(misreport("harmonic_mean", harmonic, told, 2, row(5, 1), 2.2539, 2.7754));
    all.add(faster("harmonic_mean", harmonic, c12, 0, row(5, 4), 4.2620, 4.9545));
    Instance more = instance(2, 1, row(1, 1), row(1, 4), row(2, 3));
    all.add(moreWorkers("harmonic_mean", harmonic, more, 0, 3.3739, 3.4833));
    Policy partial = PartialAllocation.create();
    Instance pa = instance(2, 1, row(1, 1), row(2, 5), row(1, 5));
    all.add(envy("partial_allocation", partial, pa, 0, 1, 2.2042, 2.3719));
    Instance idle = instance(1, 1, steps, row(3, 5), row(3, 2), row(3, 3));
    all.add(belowIsolated("partial_allocation", partial, idle, 2, 0.8889, 2));
  }

  private static void baselines(List<Failure> all) {
    Policy drf = DominantResourceFairness.create();
    Instance two = instance(1, 1, row(1, 1), row(5, 2), row(4, 4));
    all.add(belowIsolated("drf", drf, two, 1, 2, 4));
    all.add(misreport("drf", drf, two, 1, row(1, 5), 2, 4));
    all.add(dominated("drf", drf, StrictFifo.create(), two, 1, 2, 4));
    Instance three = instance(1, 1, row(1, 1, 1), row(2, 1), row(1, 4), row(5, 5));
    all.add(envy("drf", drf, three, 2, 1, 2.5, 5));
    Instance one = instance(1, 1, row(1, 1), row(1, 5), row(2, 1));
    all.add(faster("drf", drf, one, 0, row(5, 5), 2.5, 5));
    Instance opposed = instance(1, 1, row(1, 1), row(3, 1), row(1, 3));
    for (Policy p : List.of(new EqualShare(), new IsolatedShare())) {
      String name = p.getClass().getSimpleName();
      all.add(dominated(name, p, WaterFilling.create(), opposed, 0, 2, 3));
    }
    Instance alike = instance(1, 1, row(1, 2), row(1, 5), row(1, 5));
    all.add(dominated("allox", new AlloX(), StrictFifo.create(), alike, 1, 0, 1));
    all.add(
        dominated(
            "partial_allocation",
            PartialAllocation.create(),
            NashWelfare.create(),
            alike,
            0,
            1.8,
            3));
    Instance diluted = instance(1, 1, row(1, 1), row(1, 5), row(3, 4));
    all.add(moreWorkers("equal_share", new EqualShare(), diluted, 0, 7. / 3, 3));
    all.add(moreWorkers("isolated", new IsolatedShare(), diluted, 0, 7. / 3, 3));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void invariant_notPromised_fails(Failure failure) {
    double[] throughputs = failure.check().throughputs(failure.policy());
    assertEquals(failure.has(), throughputs[0], TOLERANCE);
    assertEquals(failure.wouldHave(), throughputs[1], TOLERANCE);
    assertTrue(throughputs[1] > throughputs[0] + 10 * TOLERANCE);
  }
}
