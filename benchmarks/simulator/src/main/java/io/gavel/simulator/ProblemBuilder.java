package io.gavel.simulator;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Builds the allocation problem of the jobs in the cluster. */
final class ProblemBuilder {

  private static final PairRates NOTHING = new PairRates(0, 0);

  /** The aspects of a problem that change while jobs run. */
  private static final Set<Aspect> PROGRESS =
      Aspect.only(Aspect.STEPS, Aspect.HISTORY, Aspect.SLOS);

  private final SimulationSetup setup;
  private final AllocationProblem noRules;

  private final PairBeliefs beliefs;
  private final Optional<LearntRates> learnt;

  ProblemBuilder(SimulationSetup setup) {
    this.setup = setup;
    this.noRules = AllocationProblem.builder(setup.cluster()).build();
    this.beliefs =
        setup
            .conditions()
            .estimation()
            .<PairBeliefs>map(estimation -> new EstimatedPairs(estimation, setup))
            .orElse(this::known);
    this.learnt = setup.conditions().learning().map(learning -> new LearntRates(learning, setup));
  }

  /** Returns the throughputs of jobs alone, if they are learnt. */
  Optional<LearntRates> learnt() {
    return learnt;
  }

  /** Returns the throughputs that the policy assumes for pairs. */
  PairBeliefs beliefs() {
    return beliefs;
  }

  /**
   * Returns whether problems differ between jobs of one {@link Line} only in their order, so that
   * jobs at its end need not be listed for back-fill.
   */
  boolean treatsAlike() {
    RunConditions conditions = setup.conditions();
    return conditions.rules().isEmpty()
        && conditions.estimation().isEmpty()
        && conditions.learning().isEmpty();
  }

  /** Returns whether the policy allocates to jobs in order, whichever jobs arrive later. */
  boolean disregardLaterJobs() {
    return treatsAlike()
        && setup
            .policy()
            .claims()
            .include(
                Invariant.ARRIVAL_PRIORITY,
                condition ->
                    condition == Condition.NO_CONSTRAINTS
                        || (condition == Condition.NO_PAIRS && !setup.packed()));
  }

  /** Returns the problem of all jobs of a trace at their arrival, without sharing. */
  AllocationProblem atArrival(List<SimulatedJob> jobs) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(setup.cluster().typeCount());
    jobs.forEach(job -> rates.job(job.alone()));
    return of(jobs, job -> job.asOf(job.trace().arrivalSeconds()), rates);
  }

  /**
   * Returns the problem of the active jobs and, with sharing, of the pairs that may share workers.
   * The progress of jobs may be outdated if the policy does not read it.
   */
  AllocationProblem at(double now, List<SimulatedJob> active) {
    boolean progress = !Collections.disjoint(setup.policy().reads(), PROGRESS);
    return progress ? of(now, active, job -> job.asOf(now)) : listing(now, active);
  }

  /**
   * Returns the problem for planning rounds. Planning ignores the progress of jobs, such as the
   * steps left, so these values may be outdated.
   */
  AllocationProblem listing(double now, List<SimulatedJob> active) {
    return of(now, active, job -> job.lastSeen(now));
  }

  private AllocationProblem of(
      double now, List<SimulatedJob> active, Function<SimulatedJob, Job> view) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(setup.cluster().typeCount());
    active.forEach(
        job ->
            learnt.ifPresentOrElse(
                known -> known.addTo(rates, job, now), () -> rates.job(job.alone())));
    if (setup.packed()) {
      for (int a = 0; a < active.size(); a++) {
        for (int b = a + 1; b < active.size(); b++) {
          addPair(rates, a, active.get(a), b, active.get(b));
        }
      }
    }
    return of(active, view, rates);
  }

  /**
   * Returns the problem of jobs under the rules of the run; a team that these do not name has
   * weight 1.
   */
  private AllocationProblem of(
      List<SimulatedJob> jobs, Function<SimulatedJob, Job> view, ThroughputMatrix.Builder rates) {
    for (int m = 0; m < jobs.size(); m++) {
      jobs.get(m).ways().addTo(rates, m);
    }
    AllocationProblem rules = setup.conditions().rules().orElse(noRules);
    Set<String> teams = new LinkedHashSet<>();
    jobs.forEach(job -> job.trace().entity().ifPresent(teams::add));
    rules.entities().forEach(entity -> teams.remove(entity.id()));
    List<Entity> entities = new ArrayList<>(rules.entities());
    teams.forEach(team -> entities.add(new Entity(team, 1, Discipline.FAIRNESS)));
    List<Job> seen = jobs.stream().map(view).toList();
    return AllocationProblem.of(rules.cluster(), seen, rates.build(), entities)
        .withConstraints(rules.constraintSet());
  }

  private void addPair(
      ThroughputMatrix.Builder pairs, int first, SimulatedJob a, int second, SimulatedJob b) {
    if (a.trace().kind().scaleFactor() != b.trace().kind().scaleFactor()
        || !onWholeWorkersOfOneType(a.trace())
        || !onWholeWorkersOfOneType(b.trace())) {
      return; // the table has rates of two such jobs only
    }
    Cluster cluster = setup.cluster();
    double[] ofA = new double[cluster.typeCount()];
    double[] ofB = new double[cluster.typeCount()];
    boolean useful = false;
    for (int j = 0; j < ofA.length; j++) {
      Optional<PairRates> rates = beliefs.rates(j, a, b);
      ofA[j] = rates.map(PairRates::ofThis).orElse(0.0);
      ofB[j] = rates.map(PairRates::ofOther).orElse(0.0);
      useful |= ofA[j] > 0 && ofB[j] > 0;
    }
    if (useful) {
      pairs.pair(first, second, ofA, ofB);
    }
  }

  private static boolean onWholeWorkersOfOneType(TraceJob job) {
    return job.gpuMilli() == Job.WHOLE_WORKER && job.alongside().isEmpty();
  }

  /** Throughputs of two jobs that share workers of type {@code j}; zero if they cannot. */
  PairRates rates(int j, SimulatedJob a, SimulatedJob b) {
    return known(j, a, b).orElse(NOTHING);
  }

  private Optional<PairRates> known(int j, SimulatedJob a, SimulatedJob b) {
    String type = setup.cluster().type(j).name();
    return setup.table().sharing(type, a.trace().kind(), b.trace().kind());
  }
}
