package io.gavel.experiment.load;

import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * The arrival rate from which on a cluster cannot keep up: doubles or halves the rate until one
 * rate is sustained and twice the rate is not, then bisects the ratio. Immutable.
 *
 * @param probes the simulations, in the order in which they were run
 * @param sustained the larger rate that is still sustained, in jobs per hour
 * @param saturated the smaller rate that no longer is, in jobs per hour, by 1.1 % larger
 */
public record SaturationSearch(List<Probe> probes, double sustained, double saturated) {

  /**
   * A simulation at one rate. Immutable.
   *
   * @param jobsPerHour the arrival rate
   * @param averageJctSeconds of the measured jobs that completed; empty if none did
   * @param saturated whether the rate is too high
   */
  public record Probe(double jobsPerHour, OptionalDouble averageJctSeconds, boolean saturated) {}

  private static final double START = 1;
  private static final double LEAST = 0x1p-12;
  private static final double MOST = 0x1p20;

  /** Bisections of a ratio of 2, which leave one of 1.011. */
  private static final int BISECTIONS = 6;

  /**
   * Copies the list.
   *
   * @param probes the simulations
   * @param sustained a rate that is sustained
   * @param saturated a larger rate that is not
   */
  public SaturationSearch {
    probes = List.copyOf(probes);
  }

  /**
   * Searches the rate. Where a higher rate may be sustained though a lower one is not, it finds one
   * of the rates at which that changes.
   *
   * @param simulation simulates a rate in jobs per hour
   * @return the search
   * @throws InvalidInputException if no rate, or every rate, is sustained
   */
  public static SaturationSearch of(DoubleFunction<Probe> simulation) {
    List<Probe> probes = new ArrayList<>();
    double low = START;
    double high = START;
    if (isSaturated(simulation, START, probes)) {
      do {
        high = low;
        low /= 2;
        if (low < LEAST) {
          throw new InvalidInputException(
              "--rate auto: even %s jobs per hour saturate the cluster; raise --jct-limit, or add workers"
                  .formatted(high));
        }
      } while (isSaturated(simulation, low, probes));
    } else {
      do {
        low = high;
        high *= 2;
        if (high > MOST) {
          throw new InvalidInputException(
              "--rate auto: even %s jobs per hour do not saturate the cluster; simulate more jobs, or lower --jct-limit"
                  .formatted(low));
        }
      } while (!isSaturated(simulation, high, probes));
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = Math.sqrt(low * high);
      if (isSaturated(simulation, middle, probes)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return new SaturationSearch(probes, low, high);
  }

  private static boolean isSaturated(
      DoubleFunction<Probe> simulation, double rate, List<Probe> probes) {
    Probe probe = simulation.apply(rate);
    probes.add(probe);
    return probe.saturated();
  }

  /**
   * Returns the saturating rate.
   *
   * @return the middle of the two rates, in jobs per hour
   */
  public double jobsPerHour() {
    return Math.sqrt(sustained * saturated);
  }
}
