package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.baselines.TaskSizes.Tasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sizes of jobs where slots just suffice, and the speeds and weights behind them. */
class SizesTest {

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
  void taskSizes_slotsForOneOfTwoAlike_goToTheFirst() {
    SpeedModel busy = model(8, 0.01);
    double[] steps = {100, 100};
    List<SpeedModel> speeds = List.of(busy, busy);
    Tasks one = new Tasks(1, 1);
    assertEquals(List.of(one, new Tasks(0, 0)), TaskSizes.of(steps, speeds, 1, 1, 2));
    assertEquals(List.of(one, one), TaskSizes.of(steps, speeds, 1, 1, 4));
    assertEquals(List.of(new Tasks(1, 2), one), TaskSizes.of(steps, speeds, 1, 1, 5));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> TaskSizes.of(steps, speeds, 1, 0, 5));
    assertTrue(refused.getMessage().contains("a worker 0"), refused.getMessage());
  }

  /** In the end no task that fits would shorten anything. */
  @Test
  void taskSizes_anyModels_holdTheSlotsAndLeaveNoGain() {
    Random random = new Random(6);
    for (int i = 0; i < 200; i++) {
      int jobs = 1 + random.nextInt(3);
      List<SpeedModel> speeds = new ArrayList<>();
      for (int m = 0; m < jobs; m++) {
        speeds.add(model(0.1 + 8 * random.nextDouble(), 0.01 + random.nextDouble()));
      }
      double[] steps = random.doubles(jobs, 1, 100).toArray();
      int serverSlots = 1 + random.nextInt(3);
      int workerSlots = 1 + random.nextInt(3);
      int slots = random.nextInt(25);
      List<Tasks> sizes = TaskSizes.of(steps, speeds, serverSlots, workerSlots, slots);
      int left = slots;
      for (Tasks tasks : sizes) {
        left -= tasks.servers() * serverSlots + tasks.workers() * workerSlots;
      }
      assertTrue(left >= 0, "more than all slots");
      for (int m = 0; m < jobs; m++) {
        Tasks has = sizes.get(m);
        if (has.workers() > 0) {
          double now = speeds.get(m).stepsPerSecond(has.servers(), has.workers());
          double worker = speeds.get(m).stepsPerSecond(has.servers(), has.workers() + 1);
          double server = speeds.get(m).stepsPerSecond(has.servers() + 1, has.workers());
          assertTrue(left < workerSlots || worker <= now * (1 + 1e-12), "a worker gains");
          assertTrue(left < serverSlots || server <= now * (1 + 1e-12), "a server gains");
        }
      }
    }
  }

  @Test
  void marginalGain_workersOfNoUse_stayIdle() {
    assertArrayEquals(new int[] {1, 1}, MarginalGain.sizes(2, 5, (job, workers) -> 7));
    assertArrayEquals(
        new int[] {3, 1}, MarginalGain.sizes(2, 9, (job, w) -> job == 0 ? Math.min(3, w) : 0));
  }

  /** All runs are of the same size, so the model is one number, the best for relative errors. */
  @Test
  void fitSpeed_runsOfOneSize_weighsRelativeErrors() {
    double[] seconds = {1, 1, 1, 1, 4};
    SpeedModel.Sample[] runs =
        Arrays.stream(seconds)
            .mapToObj(s -> new SpeedModel.Sample(1, 1, 1 / s))
            .toArray(SpeedModel.Sample[]::new);
    double first = Arrays.stream(seconds).map(s -> 1 / s).sum();
    double second = Arrays.stream(seconds).map(s -> 1 / (s * s)).sum();
    // the least Σ ((c − s) / s)² is at c = Σ 1/s / Σ 1/s²
    assertEquals(second / first, SpeedModel.fitSynchronous(1, runs).stepsPerSecond(1, 1), 1e-9);
    assertEquals(second / first, SpeedModel.fitAsynchronous(runs).stepsPerSecond(1, 1), 1e-9);
  }

  @Test
  void sample_outOfRange_isRefused() {
    for (double speed : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> new SpeedModel.Sample(1, 1, speed));
    }
    assertThrows(IllegalArgumentException.class, () -> new SpeedModel.Sample(1, 0, 1));
  }

  /** Units of targets, weights and features are anybody's choice; a feature of zeros has none. */
  @Test
  void leastSquares_inOtherUnits_areTheSame() {
    Random random = new Random(9);
    for (double unit : new double[] {1e-20, 1, 1e20}) {
      double[][] features = new double[8][3];
      double[] target = new double[8];
      double[] weight = new double[8];
      for (int i = 0; i < target.length; i++) {
        features[i] = new double[] {random.nextDouble() / unit, 0, 1 + random.nextDouble()};
        target[i] = 2 * unit * features[i][0] + 0.5 * features[i][2];
        weight[i] = unit * (1 + random.nextDouble());
      }
      double[] x = NonNegativeLeastSquares.fit(features, target, weight);
      assertEquals(2, x[0] / unit, 1e-9);
      assertEquals(0, x[1]);
      assertEquals(0.5, x[2], 1e-9);
    }
  }
}
