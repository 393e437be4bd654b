package io.gavel.baselines;

import java.util.Arrays;

/**
 * Optimus' model of the training speed of a job on {@code w} workers with {@code p} parameter
 * servers (EuroSys 2018 §3.2), fitted to short runs by non-negative least squares.
 *
 * <pre>
 *   synchronous    f(p, w) = 1 / (θ0 M/w + θ1 + θ2 w/p + θ3 w + θ4 p)      M = global batch
 *   asynchronous   f(p, w) = w / (θ0 + θ1 w/p + θ2 w + θ3 p)
 * </pre>
 *
 * <p>The fit is in seconds per step (per step of one worker in the asynchronous case), in which the
 * model is linear. It minimises relative errors. Immutable.
 */
public final class SpeedModel {

  /**
   * A short run. Immutable.
   *
   * @param servers parameter servers, at least 1
   * @param workers workers, at least 1
   * @param stepsPerSecond the measured speed, finite and {@code > 0}
   */
  public record Sample(int servers, int workers, double stepsPerSecond) {
    /**
     * Checks every component.
     *
     * @param servers at least 1
     * @param workers at least 1
     * @param stepsPerSecond finite and {@code > 0}
     * @throws IllegalArgumentException if a component is out of range
     */
    public Sample {
      if (servers < 1
          || workers < 1
          || !(stepsPerSecond > 0)
          || stepsPerSecond == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "a run on %s servers and %s workers made %s steps/s; all must be > 0 and finite"
                .formatted(servers, workers, stepsPerSecond));
      }
    }
  }

  private final double[] theta;
  private final double batch;
  private final boolean synchronous;

  private SpeedModel(double[] theta, double batch, boolean synchronous) {
    this.theta = theta;
    this.batch = batch;
    this.synchronous = synchronous;
  }

  /**
   * Fits the synchronous model.
   *
   * @param batch the global batch size {@code M}, {@code > 0}
   * @param runs short runs, at least 5
   * @return the model with the least squared relative error in seconds per step
   * @throws IllegalArgumentException if there are fewer runs, or the batch is not positive
   */
  public static SpeedModel fitSynchronous(double batch, Sample... runs) {
    if (!(batch > 0)) {
      throw new IllegalArgumentException("batch is %s; it must be > 0".formatted(batch));
    }
    return fit(batch, true, runs);
  }

  /**
   * Fits the asynchronous model.
   *
   * @param runs short runs, at least 5
   * @return the model with the least squared relative error in seconds per step of a worker
   * @throws IllegalArgumentException if there are fewer runs
   */
  public static SpeedModel fitAsynchronous(Sample... runs) {
    return fit(1, false, runs);
  }

  private static SpeedModel fit(double batch, boolean synchronous, Sample... runs) {
    if (runs.length < 5) {
      throw new IllegalArgumentException(
          "there are %s runs; at least 5 are required".formatted(runs.length));
    }
    double[][] features =
        Arrays.stream(runs)
            .map(run -> features(batch, synchronous, run.servers(), run.workers()))
            .toArray(double[][]::new);
    double[] seconds = new double[runs.length];
    double[] weight = new double[runs.length];
    for (int i = 0; i < runs.length; i++) {
      seconds[i] = (synchronous ? 1 : runs[i].workers()) / runs[i].stepsPerSecond();
      weight[i] = 1 / (seconds[i] * seconds[i]);
    }
    return new SpeedModel(
        NonNegativeLeastSquares.fit(features, seconds, weight), batch, synchronous);
  }

  private static double[] features(double batch, boolean synchronous, double p, double w) {
    return synchronous ? new double[] {batch / w, 1, w / p, w, p} : new double[] {1, w / p, w, p};
  }

  /**
   * Returns the speed on a number of servers and workers.
   *
   * @param servers parameter servers, at least 1
   * @param workers workers, at least 1
   * @return steps per second
   */
  public double stepsPerSecond(int servers, int workers) {
    double[] features = features(batch, synchronous, servers, workers);
    double seconds = 0;
    for (int f = 0; f < theta.length; f++) {
      seconds += theta[f] * features[f];
    }
    return (synchronous ? 1 : workers) / seconds;
  }
}
