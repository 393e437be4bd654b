package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The fits by which Optimus and SLAQ predict: they find the curve that made the data. */
class FitsTest {

  private static double[] steps() {
    double[] steps = new double[30];
    Arrays.setAll(steps, i -> 10 * i);
    return steps;
  }

  private static double[] losses(LossCurve curve) {
    return Arrays.stream(steps()).map(curve::loss).toArray();
  }

  private static void assertSame(LossCurve expected, LossCurve fitted) {
    for (double k = 0; k <= 600; k += 50) { // twice as far as the data reach
      assertEquals(expected.loss(k), fitted.loss(k), 1e-4 * expected.loss(k), "at " + k);
    }
  }

  @Test
  void fitReciprocal_cleanCurve_isFound() {
    LossCurve truth = k -> 1 / (0.02 * k + 0.4) + 0.3;
    LossCurve fitted = LossCurve.fitReciprocal(steps(), losses(truth));
    assertSame(truth, fitted);
    // 1/(0.02 k + 0.4) falls by 0.05 in 10 steps at about k = 43.6
    double flat = fitted.stepsUntilFlat(10, 0.05);
    assertEquals(0.05, truth.loss(flat) - truth.loss(flat + 10), 1e-5);
    assertEquals(0, fitted.stepsUntilFlat(10, 5));
  }

  /** Counting a sample three times is the same as having it three times. */
  @Test
  void fitReciprocal_laterThird_countsThreeTimes() {
    Random random = new Random(12);
    double[] noisy = losses(k -> 1 / (0.02 * k + 0.4) + 0.3);
    Arrays.setAll(noisy, i -> noisy[i] * (1 + 0.2 * random.nextDouble()));
    int[] repeated = IntStream.range(0, 50).map(i -> i < 20 ? i : 20 + i % 10).toArray();
    double[] steps = Arrays.stream(repeated).mapToDouble(i -> steps()[i]).toArray();
    double[] values = Arrays.stream(repeated).mapToDouble(i -> noisy[i]).toArray();
    double[] once = new double[50];
    Arrays.fill(once, 1);
    LossCurve expected = CurveFit.reciprocal(steps, values, once, 1);
    assertSame(expected, LossCurve.fitReciprocal(steps(), noisy));
    assertArrayEquals(new double[] {0.25, 0.5, 1}, CurveFit.decaying(3, 0.5)); // the oldest least
  }

  @Test
  void fitSublinear_cleanCurve_isFound() {
    LossCurve truth = k -> 1 / (1e-5 * k * k + 0.01 * k + 0.5) + 0.2;
    assertSame(truth, LossCurve.fitSublinear(steps(), losses(truth), 0.95));
  }

  @Test
  void fitExponential_cleanCurve_isFound() {
    LossCurve truth = k -> StrictMath.pow(0.99, k - 80) + 0.7;
    assertSame(truth, LossCurve.fitExponential(steps(), losses(truth), 0.95));
  }

  @Test
  void fit_noisyCurve_isNear() {
    Random random = new Random(3);
    LossCurve truth = k -> 1 / (0.02 * k + 0.4) + 0.3;
    double[] noisy = losses(truth);
    Arrays.setAll(noisy, i -> noisy[i] * (1 + 0.01 * random.nextGaussian()));
    LossCurve fitted = LossCurve.fitReciprocal(steps(), noisy);
    for (double k = 0; k <= 600; k += 50) {
      assertEquals(truth.loss(k), fitted.loss(k), 0.1 * truth.loss(k));
    }
  }

  @Test
  void fit_badSamples_areRefused() {
    double[] three = {0, 1, 2};
    assertThrows(
        IllegalArgumentException.class,
        () -> LossCurve.fitReciprocal(three, new double[] {1, 0, 1}));
    assertThrows(
        IllegalArgumentException.class, () -> LossCurve.fitReciprocal(three, new double[] {1, 2}));
    assertThrows(
        IllegalArgumentException.class,
        () -> LossCurve.fitExponential(three, new double[] {3, 2, 1}, 0));
    assertThrows(
        IllegalArgumentException.class, () -> ((LossCurve) k -> -k * k).stepsUntilFlat(1, 0.5));
  }

  @Test
  void fit_nonNegative_isTheBestOnAGrid() {
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      double[][] a = new double[5][2];
      double[] b = new double[5];
      double[] w = new double[5];
      for (int r = 0; r < 5; r++) {
        a[r] = new double[] {random.nextGaussian(), random.nextGaussian()};
        b[r] = random.nextGaussian();
        w[r] = random.nextDouble();
      }
      double[] x = NonNegativeLeastSquares.fit(a, b, w);
      assertTrue(x[0] >= 0 && x[1] >= 0);
      double best = error(a, b, w, x);
      for (double u = 0; u < 3; u += 0.1) {
        for (double v = 0; v < 3; v += 0.1) {
          assertTrue(best <= error(a, b, w, new double[] {u, v}) + 1e-12);
        }
      }
    }
  }

  private static double error(double[][] a, double[] b, double[] w, double[] x) {
    double sum = 0;
    for (int r = 0; r < b.length; r++) {
      double miss = a[r][0] * x[0] + a[r][1] * x[1] - b[r];
      sum += w[r] * miss * miss;
    }
    return sum;
  }

  @Test
  void fit_dependentFeatures_stillFit() {
    double[][] twice = {{1, 2}, {2, 4}, {3, 6}};
    double[] x = NonNegativeLeastSquares.fit(twice, new double[] {2, 4, 6}, new double[] {1, 1, 1});
    assertEquals(2, x[0] + 2 * x[1], 1e-12);
    assertArrayEquals(
        new double[] {0, 0},
        NonNegativeLeastSquares.fit(twice, new double[] {-1, -1, -1}, new double[] {1, 1, 1}));
  }

  @Test
  void fitSpeed_runsOfAModel_predictOtherSizes() {
    double[] theta = {0.01, 0.2, 0.05, 0.004, 0.01};
    SpeedModel.Sample[] runs = new SpeedModel.Sample[8];
    SpeedModel.Sample[] asynchronous = new SpeedModel.Sample[8];
    for (int i = 0; i < runs.length; i++) {
      int p = 1 + i % 3;
      int w = 1 + i * 2 % 7;
      runs[i] = new SpeedModel.Sample(p, w, synchronous(theta, p, w));
      asynchronous[i] = new SpeedModel.Sample(p, w, asynchronous(theta, p, w));
    }
    SpeedModel model = SpeedModel.fitSynchronous(64, runs);
    SpeedModel other = SpeedModel.fitAsynchronous(asynchronous);
    for (int p = 1; p < 8; p++) {
      for (int w = 1; w < 12; w++) {
        assertEquals(synchronous(theta, p, w), model.stepsPerSecond(p, w), 1e-6);
        assertEquals(asynchronous(theta, p, w), other.stepsPerSecond(p, w), 1e-6 * w);
      }
    }
    assertThrows(
        IllegalArgumentException.class, () -> SpeedModel.fitAsynchronous(Arrays.copyOf(runs, 4)));
    assertThrows(IllegalArgumentException.class, () -> SpeedModel.fitSynchronous(0, runs));
    assertThrows(IllegalArgumentException.class, () -> new SpeedModel.Sample(0, 1, 1));
  }

  private static double synchronous(double[] theta, double p, double w) {
    return 1 / (theta[0] * 64 / w + theta[1] + theta[2] * w / p + theta[3] * w + theta[4] * p);
  }

  private static double asynchronous(double[] theta, double p, double w) {
    return w / (theta[0] + theta[1] * w / p + theta[2] * w + theta[3] * p);
  }

  @Test
  void sizes_concaveValues_areTheBest() {
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      double[] worth = random.doubles(3, 0.1, 5).toArray();
      double[] bend = random.doubles(3, 0.2, 1).toArray();
      MarginalGain.Value value = (job, workers) -> worth[job] * StrictMath.pow(workers, bend[job]);
      int workers = 3 + random.nextInt(8);
      int[] sizes = MarginalGain.sizes(3, workers, value);
      assertEquals(workers, Arrays.stream(sizes).sum());
      double best = 0;
      for (int a = 1; a <= workers - 2; a++) {
        for (int b = 1; a + b <= workers - 1; b++) {
          best = Math.max(best, value.of(0, a) + value.of(1, b) + value.of(2, workers - a - b));
        }
      }
      double got = value.of(0, sizes[0]) + value.of(1, sizes[1]) + value.of(2, sizes[2]);
      assertEquals(best, got, 1e-9);
    }
    assertArrayEquals(
        new int[] {1, 1, 0}, MarginalGain.sizes(3, 2, (job, workers) -> job * workers));
    assertArrayEquals(new int[] {1}, MarginalGain.sizes(1, 9, (job, workers) -> -workers));
  }

  /** A step takes 1/w of its compute, and w/p of its traffic. */
  private static SpeedModel model(double compute, double traffic) {
    SpeedModel.Sample[] runs = new SpeedModel.Sample[12];
    for (int i = 0; i < runs.length; i++) {
      double p = 1 + i % 3;
      double w = 1 + i % 4;
      runs[i] = new SpeedModel.Sample((int) p, (int) w, 1 / (compute / w + traffic * w / p));
    }
    return SpeedModel.fitSynchronous(1, runs);
  }

  @Test
  void taskSizes_eachTask_goesWhereItShortensMost() {
    SpeedModel busy = model(8, 0.01); // wants workers
    SpeedModel chatty = model(1, 1); // wants servers first: with one worker 1 + 1/p
    // seconds saved: the first's workers 399, 132, 66, 39; the second's servers 50, 17
    assertEquals(
        List.of(new TaskSizes.Tasks(1, 4), new TaskSizes.Tasks(2, 1)),
        TaskSizes.of(new double[] {100, 100}, List.of(busy, chatty), 1, 1, 8));
    assertEquals(
        List.of(new TaskSizes.Tasks(3, 1)),
        TaskSizes.of(new double[] {100}, List.of(chatty), 1, 1, 4));
    // more steps left, more to gain; a job that is done gets nothing
    assertEquals(
        List.of(new TaskSizes.Tasks(1, 1), new TaskSizes.Tasks(1, 3), new TaskSizes.Tasks(0, 0)),
        TaskSizes.of(new double[] {1, 100, 0}, List.of(busy, busy, busy), 1, 1, 6));
    // a server of four slots saves 50 s for 4; the eighth worker saves 13 s for one
    assertEquals(
        List.of(new TaskSizes.Tasks(1, 8), new TaskSizes.Tasks(1, 1)),
        TaskSizes.of(new double[] {100, 100}, List.of(busy, chatty), 4, 1, 17));
    assertEquals(
        List.of(new TaskSizes.Tasks(1, 1)),
        TaskSizes.of(new double[] {100}, List.of(chatty), 4, 1, 8));
    assertEquals(
        List.of(new TaskSizes.Tasks(2, 1)),
        TaskSizes.of(new double[] {100}, List.of(chatty), 4, 1, 9));
    assertEquals(
        List.of(new TaskSizes.Tasks(0, 0)),
        TaskSizes.of(new double[] {100}, List.of(chatty), 1, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> TaskSizes.of(new double[2], List.of(busy), 1, 1, 8));
    assertThrows(
        IllegalArgumentException.class, () -> TaskSizes.of(new double[1], List.of(busy), 0, 1, 8));
  }
}
