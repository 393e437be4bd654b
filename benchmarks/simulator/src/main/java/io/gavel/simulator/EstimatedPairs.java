package io.gavel.simulator;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.estimator.throughput.ColocatedThroughputs;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.NormalizedRates;
import io.gavel.workload.PythonRandom;
import io.gavel.workload.ThroughputTable.PairRates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Pair throughputs estimated by an {@link Estimation}. Mutable. */
final class EstimatedPairs implements PairBeliefs {

  private static final int SEED = 4; // the seed of the published program
  private static final long JOBS = 1L << 32; // more jobs than any run has

  private final List<String> workerTypes;
  private final ReferenceTable all;
  private final ReferenceTable references;
  private final RowEstimator estimator;
  private final double profile;
  private final long seed;
  private final Map<String, Estimate> rows = new HashMap<>();
  private final Map<String, Map<String, @Nullable PairRates[]>> pairs = new HashMap<>();
  private final Map<String, Map<String, boolean[]>> seen = new HashMap<>();

  EstimatedPairs(Estimation estimation, SimulationSetup setup) {
    this.workerTypes = setup.cluster().types().stream().map(WorkerType::name).toList();
    this.all = NormalizedRates.of(setup.table(), workerTypes);
    this.seed = estimation.seed() + SEED;
    this.references = draw(estimation.references());
    this.estimator = estimation.method().fit(references);
    this.profile = estimation.profile();
  }

  private ReferenceTable draw(int count) {
    List<String> names = new ArrayList<>(all.names());
    if (count > names.size()) {
      throw new InvalidInputException(
          "references are %s; the throughput table has %s single-worker job types"
              .formatted(count, names.size()));
    }
    new PythonRandom(seed).shuffle(names);
    List<String> drawn = new ArrayList<>(names.subList(0, count));
    Collections.sort(drawn);
    return NormalizedRates.among(all, workerTypes, drawn);
  }

  @Override
  public Optional<PairRates> rates(int j, SimulatedJob a, SimulatedJob b) {
    return Optional.ofNullable(pair(a, b)[j]);
  }

  /** Rates by worker type; null where the two must not share workers. */
  private @Nullable PairRates[] pair(SimulatedJob a, SimulatedJob b) {
    if (a.index() > b.index()) {
      throw new IllegalArgumentException(
          "jobs %s and %s are not in order of arrival".formatted(a.id(), b.id()));
    }
    return pairs
        .computeIfAbsent(a.id(), id -> new HashMap<>())
        .computeIfAbsent(b.id(), id -> estimated(a, b));
  }

  private @Nullable PairRates[] estimated(SimulatedJob a, SimulatedJob b) {
    @Nullable PairRates[] rates = new @Nullable PairRates[workerTypes.size()];
    if (a.trace().kind().scaleFactor() > 1) {
      return rates; // references are single-worker jobs
    }
    ThroughputMatrix both =
        ColocatedThroughputs.of(references, workerTypes)
            .withJob(unknownType(a), row(a), a.alone())
            .withJob(unknownType(b), row(b), b.alone())
            .toThroughputMatrix();
    for (int j = 0; both.groupCount() > 2 && j < rates.length; j++) {
      PairRates found = new PairRates(both.stepsPerSecond(2, 0, j), both.stepsPerSecond(2, 1, j));
      rates[j] = found.ofThis() > 0 && found.ofOther() > 0 ? found : null;
    }
    return rates;
  }

  /** Returns a name that no reference has: only the measurements of the job's type are known. */
  private static String unknownType(SimulatedJob job) {
    return "type of job " + job.index();
  }

  private Estimate row(SimulatedJob job) {
    return rows.computeIfAbsent(job.id(), id -> estimator.estimate(measured(job)));
  }

  /**
   * Returns the measurements of a job; they depend on seed and job only, not on the policy's
   * decisions.
   */
  private Measurements measured(SimulatedJob job) {
    SplittableRandom random = new SplittableRandom(seed * JOBS + job.index());
    int type = all.names().indexOf(job.trace().kind().jobType());
    Measurements known = Measurements.none(references.columns());
    for (Column column : references.columns().asList()) {
      if (random.nextDouble() < profile) {
        known = known.with(column, all.rate(type, all.columns().indexOf(column)));
      }
    }
    return known;
  }

  @Override
  public boolean ran(int j, SimulatedJob a, SimulatedJob b, PairRates rates) {
    boolean[] known =
        seen.computeIfAbsent(a.id(), id -> new HashMap<>())
            .computeIfAbsent(b.id(), id -> new boolean[workerTypes.size()]);
    boolean news = !known[j];
    known[j] = true;
    pair(a, b)[j] = rates.ofThis() > 0 && rates.ofOther() > 0 ? rates : null;
    return news;
  }

  @Override
  public void forget(SimulatedJob job) {
    rows.remove(job.id());
    for (Map<String, ? extends Map<String, ?>> byJobs : Arrays.asList(pairs, seen)) {
      byJobs.remove(job.id());
      byJobs.values().forEach(others -> others.remove(job.id()));
    }
  }
}
