package io.gavel.simulator;

import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.estimator.throughput.ReportedThroughputs;
import io.gavel.estimator.throughput.ReportedThroughputs.ProgressReport;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.lp.variant.Exploring;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Throughputs of jobs alone as a {@link Learning} has it: the true ones, which change, and the
 * estimates of the policy. Mutable.
 */
final class LearntRates {

  private final Learning learning;
  private final SimulationSetup setup;
  private final List<String> workerTypes;
  private final Random noise;
  private final Map<String, Integer> drifting = new HashMap<>(); // the worker type by job type
  private ReportedThroughputs reported;
  private boolean news;

  LearntRates(Learning learning, SimulationSetup setup) {
    this.learning = learning;
    this.setup = setup;
    this.workerTypes = setup.cluster().types().stream().map(WorkerType::name).toList();
    this.noise = new Random(~learning.seed());
    Random random = new Random(learning.seed());
    List<JobKind> kinds = runnable();
    if (learning.references() > kinds.size()) {
      throw new InvalidInputException(
          "references are %s; the throughput table has %s job types for the cluster"
              .formatted(learning.references(), kinds.size()));
    }
    Collections.shuffle(kinds, random);
    List<JobKind> references = kinds.subList(0, learning.references());
    IsolatedThroughputs model =
        IsolatedThroughputs.fit(
            workerTypes, references.stream().map(this::table).toArray(double[][]::new));
    reported = ReportedThroughputs.of(model, learning.rules());
    for (JobKind kind : kinds) {
      List<String> order = new ArrayList<>(workerTypes);
      Collections.shuffle(order, random);
      Map<String, Double> known = new HashMap<>();
      for (String workerType : order) {
        double rate = table(kind)[workerTypes.indexOf(workerType)];
        if (rate > 0 && (references.contains(kind) || known.size() < learning.measured())) {
          known.put(workerType, rate);
        }
      }
      reported = reported.withMeasured(name(kind), known);
      drifting.put(name(kind), random.nextInt(workerTypes.size()));
    }
  }

  private List<JobKind> runnable() {
    List<JobKind> kinds = new ArrayList<>(setup.table().kinds());
    kinds.removeIf(kind -> Arrays.stream(table(kind)).noneMatch(rate -> rate > 0));
    return kinds;
  }

  private double[] table(JobKind kind) {
    return setup.table().alone(setup.cluster(), kind);
  }

  private static String name(JobKind kind) {
    return "%s on %s".formatted(kind.jobType(), kind.scaleFactor());
  }

  /** Returns the true throughput of a job on a worker type at a time. */
  double truth(SimulatedJob job, int j, double now) {
    boolean drifted =
        drifting.getOrDefault(name(job.trace().kind()), -1) == j
            && learning.drift().filter(drift -> drift.atSeconds() <= now).isPresent();
    double factor = drifted ? learning.drift().orElseThrow().factor() : 1;
    return job.alone()[j] * factor;
  }

  /** Records the report of a job at the end of a lease. */
  void ran(SimulatedJob job, int j, double stepsPerSecond, double now) {
    double error = StrictMath.exp(learning.rules().noise() * noise.nextGaussian());
    double claim = stepsPerSecond * error * learning.lies().getOrDefault(job.id(), 1.0);
    String kind = name(job.trace().kind());
    reported =
        reported.withReport(new ProgressReport(job.id(), kind, workerTypes.get(j), now, claim));
    news = true;
  }

  /** Returns whether there were reports since the last call. */
  boolean takeNews() {
    boolean had = news;
    news = false;
    return had;
  }

  /** Adds a job with its estimated throughputs; feasible worker types are known. */
  void addTo(ThroughputMatrix.Builder rates, SimulatedJob job, double now) {
    IsolatedEstimate estimate = reported.estimate(job.id(), name(job.trace().kind()), now);
    double level = learning.rules().level();
    rates
        .job(where(job, estimate.stepsPerSecond()))
        .within(where(job, estimate.low(level)), where(job, estimate.high(level)));
  }

  private static double[] where(SimulatedJob job, double[] rates) {
    for (int j = 0; j < rates.length; j++) {
      rates[j] = job.alone()[j] > 0 ? rates[j] : 0;
    }
    return rates;
  }

  /** Returns the policy that explores, too. */
  Policy planning(Policy policy) {
    return learning.exploration() > 0
        ? Exploring.of(policy, learning.exploration(), Learning.WIDE)
        : policy;
  }

  /** Returns the staleness from which on to decide again; exploring alone costs its share. */
  double worthwhile() {
    return learning.worthwhile() + learning.exploration();
  }
}
