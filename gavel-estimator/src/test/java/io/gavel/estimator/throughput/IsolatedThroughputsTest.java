package io.gavel.estimator.throughput;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.Tables;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IsolatedThroughputsTest {

  private static final List<String> TYPES = List.of("k80", "p100", "v100");

  /** Speed-ups are powers of one number a job: rank one in logarithms. */
  private static double[][] powers(int jobs, int types, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rates = new double[jobs][types];
    for (double[] row : rates) {
      double level = Math.pow(10, 3 * random.nextDouble());
      double speedUp = 1.2 + random.nextDouble();
      for (int j = 0; j < types; j++) {
        row[j] = level * Math.pow(speedUp, j);
      }
    }
    return rates;
  }

  @Test
  void estimate_oneReference_keepsItsRatios() {
    var fitted = IsolatedThroughputs.fit(TYPES, new double[][] {{1, 2, 6}});
    IsolatedEstimate estimate = fitted.estimate(Map.of("p100", 10.0));
    assertEquals(5, estimate.stepsPerSecond(0), 1e-6);
    assertEquals(10, estimate.stepsPerSecond(1));
    assertEquals(30, estimate.stepsPerSecond(2), 1e-5);
  }

  @Test
  void estimate_powersOfOneNumber_extrapolatesTheGeneration() {
    double[][] rates = powers(30, 4, 1);
    var fitted = IsolatedThroughputs.fit(List.of("a", "b", "c", "d"), rates);
    double own = 0;
    double naive = 0;
    for (double[] truth : powers(10, 4, 2)) {
      IsolatedEstimate estimate = fitted.estimate(Map.of("a", truth[0], "b", truth[1]));
      own += Math.pow(Math.log(estimate.stepsPerSecond(3) / truth[3]), 2);
      naive += Math.pow(Math.log(truth[1] * Math.pow(1.7, 2) / truth[3]), 2);
    }
    assertTrue(own < 0.1 * naive, own + " against " + naive);
  }

  @Test
  void estimate_scaledJob_scalesTheAnswer() {
    var fitted = IsolatedThroughputs.fit(TYPES, powers(8, 3, 3));
    double one = fitted.estimate(Map.of("k80", 2.0)).stepsPerSecond(2);
    double thousand = fitted.estimate(Map.of("k80", 2e6)).stepsPerSecond(2);
    assertEquals(1e6, thousand / one, 1e-4);
  }

  @Test
  void estimate_measured_isUnchangedAndCertain() {
    var fitted = IsolatedThroughputs.fit(TYPES, powers(8, 3, 3));
    IsolatedEstimate estimate = fitted.estimate(Map.of("k80", 0.1, "v100", 0.3));
    assertEquals(0.1, estimate.stepsPerSecond()[0]);
    assertEquals(estimate, fitted.estimate(Map.of("v100", 0.3, "k80", 0.1)));
    assertNotEquals(estimate, fitted.estimate(Map.of("v100", 0.4, "k80", 0.1)));
    assertEquals(TYPES, estimate.workerTypes());
    assertEquals(new Interval(0.3, 0.3), estimate.interval(2, 0.9));
    Interval interval = estimate.interval(1, 0.9);
    assertTrue(interval.low() < estimate.stepsPerSecond(1));
    assertTrue(interval.high() > estimate.stepsPerSecond(1));
    assertEquals(interval.low(), estimate.low(0.9)[1]);
    assertEquals(interval.high(), estimate.high(0.9)[1]);
  }

  @Test
  void fit_gapsInTheReferences_areNotZeros() {
    double[][] rates = powers(12, 3, 4);
    rates[3][0] = 0;
    rates[5][2] = 0;
    double[] truth = powers(1, 3, 5)[0];
    IsolatedEstimate estimate =
        IsolatedThroughputs.fit(TYPES, rates).estimate(Map.of("k80", truth[0], "p100", truth[1]));
    assertEquals(1, estimate.stepsPerSecond(2) / truth[2], 0.15);
  }

  @Test
  void estimate_nothingMeasured_isRefused() {
    var fitted = IsolatedThroughputs.fit(TYPES, powers(3, 3, 1));
    var error = assertThrows(IllegalArgumentException.class, () -> fitted.estimate(Map.of()));
    assertTrue(
        error.getMessage().startsWith("number of measured throughputs is 0"), error.getMessage());
    assertThrows(IllegalArgumentException.class, () -> fitted.estimate(Map.of("h100", 1.0)));
    assertThrows(IllegalArgumentException.class, () -> fitted.estimate(Map.of("k80", Double.NaN)));
  }

  @Test
  void fit_typesThatNoJobLinks_areNamed() {
    double[][] apart = {{1, 2, 0}, {0, 0, 3}, {2, 4, 0}};
    var error =
        assertThrows(IllegalArgumentException.class, () -> IsolatedThroughputs.fit(TYPES, apart));
    assertTrue(
        error.getMessage().startsWith("no job links \"v100\" to \"k80\""), error.getMessage());
    double[][] chain = {{1, 2, 0}, {0, 3, 9}};
    IsolatedEstimate estimate = IsolatedThroughputs.fit(TYPES, chain).estimate(Map.of("k80", 5.0));
    assertEquals(30, estimate.stepsPerSecond(2), 1e-3);
  }

  @Test
  void fit_badTable_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> IsolatedThroughputs.fit(TYPES, new double[][] {{1, 2}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> IsolatedThroughputs.fit(TYPES, new double[][] {{0, 0, 0}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> IsolatedThroughputs.fit(TYPES, new double[][] {{1, 2, 0}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> IsolatedThroughputs.fit(TYPES, new double[][] {{1, Double.NaN, 2}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> IsolatedThroughputs.fit(List.of("a", "a"), new double[][] {{1, 2}}));
  }

  @Test
  void fit_gavelIsolated_beatsTheMeanRatioAndCovers() {
    check(Tables.isolated(), 0.7);
  }

  @Test
  void fit_newerGenerations_beatsTheMeanRatioAndCovers() {
    check(Tables.modern(), 0.7);
  }

  /** Each job on each type from its other types; squared errors of logarithms. */
  private static void check(Map<String, double[]> table, double share) {
    double own = 0;
    double naive = 0;
    int covered = 0;
    int count = 0;
    List<double[]> rows = new ArrayList<>(table.values());
    int types = rows.get(0).length;
    List<String> names = Tables.names("t", types);
    for (int i = 0; i < rows.size(); i++) {
      List<double[]> others = new ArrayList<>(rows);
      double[] truth = others.remove(i);
      var fitted = IsolatedThroughputs.fit(names, others.toArray(double[][]::new));
      for (int j = 0; j < types; j++) {
        Map<String, Double> measured = new TreeMap<>();
        double guess = 0;
        for (int l = 0; l < types; l++) {
          if (l != j) {
            measured.put(names.get(l), truth[l]);
            guess += Math.log(truth[l]) / (types - 1);
            for (double[] other : others) {
              guess += Math.log(other[j] / other[l]) / others.size() / (types - 1);
            }
          }
        }
        IsolatedEstimate estimate = fitted.estimate(measured);
        own += Math.pow(Math.log(estimate.stepsPerSecond(j) / truth[j]), 2);
        naive += Math.pow(guess - Math.log(truth[j]), 2);
        covered += estimate.interval(j, 0.9).contains(truth[j]) ? 1 : 0;
        count++;
      }
    }
    String figures =
        "rms of log %s, of mean ratio %s, coverage %s"
            .formatted(Math.sqrt(own / count), Math.sqrt(naive / count), 1.0 * covered / count);
    assertTrue(Math.sqrt(own) < share * Math.sqrt(naive), figures);
    assertTrue(covered >= 0.85 * count && covered <= 0.95 * count, figures);
  }

  /** Jobs with normal levels, speed-ups in common, and deviations of their own. */
  private static double[] drawn(Random random, int types) {
    double[] row = new double[types];
    double level = random.nextGaussian();
    double gain = 0.5 + 0.2 * random.nextGaussian();
    for (int j = 0; j < types; j++) {
      row[j] = Math.exp(level + gain * j + 0.1 * random.nextGaussian());
    }
    return row;
  }

  /**
   * If the new job is drawn like the 39 references, intervals of 80 % contain it in 8 of 10 cases
   * whatever the number of measurements. Each of 600 draws counts one entry, so that they are
   * independent: 480 with a standard deviation of 9.8.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void interval_anyNumberOfMeasurements_containsTheRateAsOftenAsItSays(int measurements) {
    List<String> types = List.of("a", "b", "c", "d");
    Random random = new Random(measurements);
    int contained = 0;
    for (int i = 0; i < 600; i++) {
      double[][] references = new double[39][];
      Arrays.setAll(references, row -> drawn(random, types.size()));
      var fitted = IsolatedThroughputs.fit(types, references);
      double[] truth = drawn(random, types.size());
      Map<String, Double> known = new TreeMap<>();
      int first = random.nextInt(types.size());
      for (int k = 1; k <= measurements; k++) {
        int j = (first + k) % types.size();
        known.put(types.get(j), truth[j]);
      }
      IsolatedEstimate estimate = known.isEmpty() ? fitted.unmeasured() : fitted.estimate(known);
      assertTrue(estimate.isCalibrated(0.8));
      contained += estimate.interval(first, 0.8).contains(truth[first]) ? 1 : 0;
    }
    int least = 480 - 4 * 10;
    int most = 480 + 4 * 10 + 600 / 20; // ends are rounded outwards to one of the errors
    assertTrue(contained >= least && contained <= most, contained + " of 600");
  }

  @Test
  void unmeasured_isTheGeometricMeanOfTheReferences() {
    var fitted = IsolatedThroughputs.fit(TYPES, new double[][] {{1, 2, 6}, {4, 8, 24}});
    assertArrayEquals(new double[] {2, 4, 12}, fitted.unmeasured().stepsPerSecond(), 1e-9);
    // Of two logarithms 2 ln 2 apart, the third has a standard deviation of ln 2 sqrt(2 * 3 / 2).
    Interval interval = fitted.unmeasured().interval("k80", 0.75);
    double deviation = Math.log(2) * Math.sqrt(3);
    assertEquals(2 * Math.exp(2 * deviation), interval.high(), 0.02 * interval.high());
  }

  /**
   * Five families of five jobs that are nearly alike: intervals of the jobs by themselves follow
   * from the small differences within families, and miss jobs of another one.
   */
  @Test
  void interval_jobOfAnotherFamily_isContainedIfFamiliesAreKnown() {
    List<String> types = List.of("a", "b", "c");
    Random random = new Random(5);
    int byJob = 0;
    int byFamily = 0;
    for (int i = 0; i < 200; i++) {
      List<double[]> rows = new ArrayList<>();
      List<String> families = new ArrayList<>();
      for (int family = 0; family < 5; family++) {
        double[] first = drawn(random, types.size());
        for (int job = 0; job < 5; job++) {
          double[] row = first.clone();
          Arrays.setAll(row, j -> row[j] * Math.exp(0.01 * random.nextGaussian()));
          rows.add(row);
          families.add("family" + family);
        }
      }
      double[][] references = rows.toArray(double[][]::new);
      double[] truth = drawn(random, types.size());
      Map<String, Double> known = Map.of("a", truth[0]);
      Interval alone =
          IsolatedThroughputs.fit(types, references).estimate(known).interval("c", 0.8);
      Interval whole =
          IsolatedThroughputs.fit(types, families, references).estimate(known).interval("c", 0.8);
      byJob += alone.contains(truth[2]) ? 1 : 0;
      byFamily += whole.contains(truth[2]) ? 1 : 0;
    }
    // 160 of 200, with a standard deviation of 5.7
    assertTrue(byFamily >= 160 - 4 * 6, byFamily + " of 200 by family");
    assertTrue(byJob < 160 - 4 * 6, byJob + " of 200 by job");
  }

  @Test
  void fit_familiesOfOneJob_estimatesAsWithoutFamilies() {
    double[][] rates = powers(8, 3, 3);
    List<String> own = List.of("0", "1", "2", "3", "4", "5", "6", "7");
    Map<String, Double> known = Map.of("k80", 0.1);
    assertArrayEquals(
        IsolatedThroughputs.fit(TYPES, rates).estimate(known).stepsPerSecond(),
        IsolatedThroughputs.fit(TYPES, own, rates).estimate(known).stepsPerSecond());
    assertThrows(
        IllegalArgumentException.class, () -> IsolatedThroughputs.fit(TYPES, List.of("0"), rates));
  }

  @Test
  void fit_familiesOfOneJob_haveTheIntervalsOfUnmeasuredJobsAsWithoutFamilies() {
    double[][] rates = powers(9, 3, 3);
    List<String> own = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8");
    IsolatedEstimate unmeasured = IsolatedThroughputs.fit(TYPES, own, rates).unmeasured();
    assertEquals(IsolatedThroughputs.fit(TYPES, rates).unmeasured(), unmeasured);
    assertTrue(unmeasured.isCalibrated(0.8), "9 errors are enough for 80 %");
  }

  /** The errors of a fit by jobs are one of each entry, by families one of each family. */
  @Test
  void isCalibrated_familiesOfOneJob_countsFamilies() {
    Map<String, Double> known = Map.of("k80", 0.1);
    List<String> nine = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8");
    var byFamily = IsolatedThroughputs.fit(TYPES, nine, powers(9, 3, 3)).estimate(known);
    assertTrue(byFamily.isCalibrated(0.8));
    var fewer = IsolatedThroughputs.fit(TYPES, nine.subList(0, 8), powers(8, 3, 3)).estimate(known);
    assertFalse(fewer.isCalibrated(0.8));
    assertTrue(IsolatedThroughputs.fit(TYPES, powers(3, 3, 3)).estimate(known).isCalibrated(0.8));
    // A fourth job on one type only says nothing about its other types: 9 errors, not 10.
    double[][] lone = powers(4, 3, 3);
    lone[3] = new double[] {5, 0, 0};
    IsolatedEstimate ofThree = IsolatedThroughputs.fit(TYPES, lone).estimate(known);
    assertTrue(ofThree.isCalibrated(0.8));
    assertFalse(ofThree.isCalibrated(0.815));
  }

  @Test
  void fit_oneFamily_isNotCalibrated() {
    List<String> one = List.of("a", "a", "a");
    IsolatedEstimate estimate =
        IsolatedThroughputs.fit(TYPES, one, powers(3, 3, 3)).estimate(Map.of("k80", 1.0));
    assertFalse(estimate.isCalibrated(0.01));
  }
}
