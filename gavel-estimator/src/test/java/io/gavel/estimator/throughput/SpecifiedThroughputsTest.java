package io.gavel.estimator.throughput;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.estimator.throughput.SpecifiedThroughputs.WorkerSpecification;
import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class SpecifiedThroughputsTest {

  /** TFLOPS in single precision and GB/s of the makers' data sheets; K80: one of its two GPUs. */
  private static final List<WorkerSpecification> SHEETS =
      List.of(
          new WorkerSpecification("k80", 4.37, 240),
          new WorkerSpecification("p100", 9.3, 732),
          new WorkerSpecification("v100", 14, 900));

  private static final WorkerSpecification A100 = new WorkerSpecification("a100", 19.5, 1555);

  private static double rate(double level, WorkerSpecification type, double weight) {
    return level * Math.pow(type.peak(), weight) * Math.pow(type.bandwidth(), 1 - weight);
  }

  private static double[][] rates(List<WorkerSpecification> types, double weight, int jobs) {
    Random random = new Random(jobs);
    double[][] rates = new double[jobs][types.size()];
    for (double[] row : rates) {
      double level = Math.exp(random.nextGaussian());
      for (int j = 0; j < row.length; j++) {
        row[j] = rate(level, types.get(j), weight);
      }
    }
    return rates;
  }

  private static List<String> names(List<WorkerSpecification> types) {
    return types.stream().map(WorkerSpecification::workerType).toList();
  }

  @Property
  void estimate_jobsThatFollowTheModel_isExact(
      @ForAll @DoubleRange(min = 0, max = 1) double weight,
      @ForAll @IntRange(min = 1, max = 9) int jobs) {
    double[][] rates = rates(SHEETS, weight, jobs);
    SpecifiedThroughputs fitted = SpecifiedThroughputs.fit(SHEETS, rates);
    assertEquals(weight, fitted.weightOfPeak(), 1e-9);
    IsolatedEstimate job =
        IsolatedThroughputs.fit(names(SHEETS), rates)
            .estimate(Map.of("k80", rate(7, SHEETS.get(0), weight)));
    double truth = rate(7, A100, weight);
    assertEquals(truth, fitted.estimate(job, A100).stepsPerSecond("a100"), 1e-6 * truth);
  }

  /** Whatever the rates, a job gains no more and no less than peak rate and bandwidth do. */
  @Property
  void estimate_anyRates_isBetweenTheRatiosOfTheDataSheets(@ForAll Draws random) {
    List<WorkerSpecification> types = new ArrayList<>();
    int count = 2 + random.nextInt(4);
    for (int j = 0; j <= count; j++) {
      types.add(
          new WorkerSpecification("type" + j, 1 + 9 * random.nextDouble(), 1 + random.nextInt(9)));
    }
    WorkerSpecification unseen = types.remove(count);
    double[][] rates = new double[1 + random.nextInt(5)][count];
    for (double[] row : rates) {
      for (int j = 0; j < count; j++) {
        row[j] = Math.exp(random.nextGaussian());
      }
    }
    IsolatedEstimate job =
        IsolatedThroughputs.fit(names(types), rates).estimate(Map.of("type0", 1.0));
    SpecifiedThroughputs fitted = SpecifiedThroughputs.fit(types, rates);
    double estimate = fitted.estimate(job, unseen).stepsPerSecond(0);
    double least = 0;
    double most = 0;
    for (int j = 0; j < count; j++) {
      double peak = unseen.peak() / types.get(j).peak();
      double bandwidth = unseen.bandwidth() / types.get(j).bandwidth();
      least += Math.log(job.stepsPerSecond(j) * Math.min(peak, bandwidth)) / count;
      most += Math.log(job.stepsPerSecond(j) * Math.max(peak, bandwidth)) / count;
    }
    double log = Math.log(estimate);
    assertTrue(log >= least - 1e-9 && log <= most + 1e-9, () -> log + ", from " + estimate);
    assertTrue(fitted.weightOfPeak() >= 0 && fitted.weightOfPeak() <= 1);
  }

  /**
   * With two types left, each is estimated from the other, and even: an error of ln 2 and - ln 2.
   */
  @Example
  void interval_twoKnownTypes_isChebyshevsOfTheirErrors() {
    List<WorkerSpecification> types =
        List.of(new WorkerSpecification("a", 1, 1), new WorkerSpecification("b", 1, 1));
    double[][] rates = {{1, 2}};
    SpecifiedThroughputs fitted = SpecifiedThroughputs.fit(types, rates);
    IsolatedEstimate job =
        IsolatedThroughputs.fit(names(types), rates).estimate(Map.of("a", 2.0, "b", 8.0));
    IsolatedEstimate c = fitted.estimate(job, new WorkerSpecification("c", 3, 3));
    assertEquals(12, c.stepsPerSecond("c"), 1e-9); // three times the geometric mean of 2 and 8
    assertFalse(c.isCalibrated(0.75));
    Interval interval = c.interval("c", 0.75); // two deviations
    assertEquals(3, interval.low(), 1e-9);
    assertEquals(48, interval.high(), 1e-9);
  }

  @Example
  void fit_whatIsNotComparable_isRefused() {
    double[][] rates = rates(SHEETS, 0.5, 3);
    SpecifiedThroughputs fitted = SpecifiedThroughputs.fit(SHEETS, rates);
    IsolatedEstimate other =
        IsolatedThroughputs.fit(List.of("x"), new double[][] {{1}}).unmeasured();
    for (Runnable wrong :
        List.<Runnable>of(
            () -> SpecifiedThroughputs.fit(SHEETS.subList(0, 1), new double[][] {{1}}),
            () -> SpecifiedThroughputs.fit(SHEETS, new double[][] {{1, 0, 0}}),
            () -> fitted.estimate(other, A100),
            () -> new WorkerSpecification("a100", 0, 1),
            () -> new WorkerSpecification("a100", 1, Double.NaN))) {
      assertThrows(IllegalArgumentException.class, wrong::run);
    }
  }
}
