package io.gavel.experiment.apps;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An app that searches hyper-parameters: several trials, of which the worse half is terminated
 * early again and again, until one is left. Immutable.
 *
 * @param arrivalSeconds when it arrives
 * @param trials the number of trials at the start
 * @param workersPerTrial the most workers that a trial can use
 * @param trialWork work of each trial between two terminations, in seconds on one worker
 * @param acrossServers speed of trials that span servers, relative to one server, at most 1
 */
public record TrialApp(
    double arrivalSeconds,
    int trials,
    int workersPerTrial,
    double trialWork,
    double acrossServers) {

  /** Returns the number of phases; a termination separates two. */
  int phases() {
    return 33 - Integer.numberOfLeadingZeros(trials - 1);
  }

  /** Returns the trials that run in a phase: half of the previous ones, rounded up. */
  int trialsIn(int phase) {
    return (trials + (1 << phase) - 1) >> phase;
  }

  /** Returns the work of a phase, in seconds on one worker. */
  double workIn(int phase) {
    return trialsIn(phase) * trialWork;
  }

  /** Returns the most workers that are of use in a phase. */
  int mostWorkers(int phase) {
    return trialsIn(phase) * workersPerTrial;
  }

  /**
   * Returns the speed of all trials of a phase together, relative to one worker. Either each trial
   * stays on one server, or trials span servers at the lower speed, whichever is faster.
   *
   * @param workers {@code [server]} workers
   * @param phase the phase
   * @return at least 0
   */
  double speed(int[] workers, int phase) {
    int running = trialsIn(phase);
    int[] gangs = // what a trial has if it stays on one server
        Arrays.stream(workers)
            .flatMap(
                n ->
                    IntStream.concat(
                        IntStream.generate(() -> workersPerTrial).limit(n / workersPerTrial),
                        IntStream.of(n % workersPerTrial)))
            .sorted()
            .toArray();
    int local = Arrays.stream(gangs, Math.max(0, gangs.length - running), gangs.length).sum();
    int all = Math.min(running * workersPerTrial, Arrays.stream(workers).sum());
    return Math.max(local, acrossServers * all);
  }

  /**
   * Returns the time to the end of the app on the same workers.
   *
   * @param workers {@code [server]} workers
   * @param phase the phase that runs
   * @param workLeft its remaining work
   * @return seconds; infinite without workers
   */
  double secondsLeft(int[] workers, int phase, double workLeft) {
    double seconds = workLeft / speed(workers, phase);
    for (int later = phase + 1; later < phases(); later++) {
      seconds += workIn(later) / speed(workers, later);
    }
    return seconds;
  }

  /**
   * Returns the time that the app takes alone.
   *
   * @param cluster {@code [server]} all workers
   * @return seconds
   */
  double secondsAlone(int[] cluster) {
    return secondsLeft(cluster, 0, workIn(0));
  }
}
