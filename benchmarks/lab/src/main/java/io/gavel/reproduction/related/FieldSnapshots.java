package io.gavel.reproduction.related;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Purchasable;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What the allocation parts of schedulers since 2023 gain on one moment of Gavel's workload: some
 * jobs, a cluster, one decision by each side.
 */
final class FieldSnapshots {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");
  private static final double[] PRICES = {0.74, 0.43, 0.135}; // USD an hour, as in Gavel
  private static final double[] WATTS = {300, 250, 150}; // of the boards; a K80 has two workers
  private static final int TENANTS = 18;
  private static final double POWER = 0.6; // of that of all workers
  private static final double[] SPEEDS = {1, 0.9, 0.75}; // of GPUs of one model

  private final ThroughputTable table;
  private final int count;
  private final int ofEach;
  private final long seed;

  /**
   * Prepares the snapshots of a seed.
   *
   * @param count the number of jobs
   */
  FieldSnapshots(ThroughputTable table, int count, long seed) {
    this.table = table;
    this.count = count;
    this.ofEach = Math.max(8, count / 8);
    this.seed = seed;
  }

  private List<TraceJob> jobs(Workload workload) {
    JobGenerator generator = new JobGenerator(workload, table, seed);
    return IntStream.range(0, count).mapToObj(i -> generator.next()).toList();
  }

  private static Workload plain() {
    return Workload.published(0);
  }

  private Cluster cluster(int workers) {
    return Cluster.of(
        TYPES.stream().map(name -> new WorkerType(name, workers)).toArray(WorkerType[]::new));
  }

  private AllocationProblem.Builder problem(Cluster cluster, List<TraceJob> jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (TraceJob job : jobs) {
      Job.Builder entered =
          Job.builder(job.id())
              .type(job.kind().jobType())
              .scaleFactor(job.kind().scaleFactor())
              .stepsRemaining(job.totalSteps());
      job.slo().ifPresent(slo -> entered.sloSeconds(slo * job.durationSeconds().orElseThrow()));
      problem.job(entered.build(), table.alone(cluster, job.kind()));
    }
    return problem;
  }

  private AllocationProblem.Builder withPairs(
      AllocationProblem.Builder problem, Cluster cluster, List<TraceJob> jobs) {
    for (int b = 1; b < jobs.size(); b++) {
      for (int a = 0; a < b; a++) {
        double[] ofA = new double[TYPES.size()];
        double[] ofB = new double[TYPES.size()];
        for (int j = 0; j < ofA.length; j++) {
          Optional<PairRates> rates =
              table.sharing(cluster.type(j).name(), jobs.get(a).kind(), jobs.get(b).kind());
          ofA[j] = rates.map(PairRates::ofThis).orElse(0.0);
          ofB[j] = rates.map(PairRates::ofOther).orElse(0.0);
        }
        if (Arrays.stream(ofA).anyMatch(rate -> rate > 0)) {
          problem.pair(jobs.get(a).id(), jobs.get(b).id(), ofA, ofB);
        }
      }
    }
    return problem;
  }

  private static double total(Allocation x, Normalizer unit) {
    AllocationProblem problem = x.problem();
    double total = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double reference = unit.throughput(problem, m);
      total += reference > 0 ? x.effectiveThroughput(m) / reference : 0;
    }
    return total;
  }

  private static Allocation most(AllocationProblem problem) {
    return Program.of(problem)
        .maximize(Objective.sum(Measure.throughput().per(Normalizer.FASTEST_TYPE)))
        .solve(StagedSolver.create())
        .allocation();
  }

  /** OEF: total speed-up over the slowest type, relative to max-min fairness, for a few tenants. */
  Map<String, Double> speedUps() {
    List<TraceJob> tenants = jobs(plain()).subList(0, Math.min(count, TENANTS));
    AllocationProblem problem = problem(cluster(TENANTS / TYPES.size()), tenants).build();
    Map<String, Double> totals = new LinkedHashMap<>();
    double fair =
        total(Policies.named("max_min_fairness").allocate(problem), Normalizer.SLOWEST_TYPE);
    for (String policy : List.of("oef_cooperative", "oef_noncooperative")) {
      Allocation x = Policies.named(policy).allocate(problem);
      totals.put(policy, total(x, Normalizer.SLOWEST_TYPE) / fair);
    }
    return totals;
  }

  /** Tesserae: the most that sharing workers by pairs can add to the total, and to the level. */
  Map<String, Double> packing() {
    Cluster cluster = cluster(ofEach);
    List<TraceJob> jobs = jobs(plain());
    AllocationProblem packed = withPairs(problem(cluster, jobs), cluster, jobs).build();
    AllocationProblem alone = packed.withoutPairs();
    return Map.of(
        "packed total",
        total(most(packed), Normalizer.FASTEST_TYPE) / total(most(alone), Normalizer.FASTEST_TYPE),
        "packed level",
        level("max_min_fairness_packed", packed) / level("max_min_fairness", alone));
  }

  private static double level(String policy, AllocationProblem problem) {
    return Policies.named(policy).allocate(problem).certificate().objective();
  }

  /**
   * PAL: GPUs of one model differ in speed, and jobs in how much that slows them. Bins of equally
   * fast GPUs are worker types; the blind side counts them as one.
   */
  double variability() {
    Cluster bins =
        Cluster.of(
            IntStream.range(0, SPEEDS.length)
                .mapToObj(b -> new WorkerType("v100 bin " + b, ofEach))
                .toArray(WorkerType[]::new));
    AllocationProblem.Builder problem = AllocationProblem.builder(bins);
    Random random = new Random(seed);
    Cluster v100 = Cluster.of(new WorkerType("v100", 1));
    for (TraceJob job : jobs(plain())) {
      double sensitivity = random.nextDouble();
      double rate = table.alone(v100, job.kind())[0];
      problem.job(
          Job.builder(job.id()).build(),
          Arrays.stream(SPEEDS).map(s -> rate * (1 - sensitivity * (1 - s))).toArray());
    }
    AllocationProblem told = problem.build();
    Allocation blind = Policies.named("max_min_fairness_agnostic").allocate(told);
    return total(most(told), Normalizer.FASTEST_TYPE) / total(blind, Normalizer.FASTEST_TYPE);
  }

  /** Rubick: jobs also run on other numbers of workers than they asked for. */
  Map<String, Double> elasticity() {
    Cluster cluster = cluster(ofEach);
    List<TraceJob> jobs = jobs(plain().withGangs());
    AllocationProblem.Builder problem = problem(cluster, jobs);
    AllocationProblem rigid = problem(cluster, jobs).build();
    for (TraceJob job : jobs) {
      for (JobKind kind : table.kinds()) {
        int workers = kind.scaleFactor();
        double[] rates = table.alone(cluster, kind);
        if (kind.jobType().equals(job.kind().jobType())
            && workers != job.kind().scaleFactor()
            && workers <= ofEach
            && Arrays.stream(rates).anyMatch(rate -> rate > 0)) {
          problem.configuration(job.id(), "on " + workers, workers, rates);
        }
      }
    }
    AllocationProblem elastic = problem.build();
    return Map.of(
        "elastic total",
        total(most(elastic), Normalizer.FASTEST_TYPE) / total(most(rigid), Normalizer.FASTEST_TYPE),
        "elastic level",
        level("max_min_fairness", elastic) / level("max_min_fairness", rigid));
  }

  /** PowerFlow: a power budget as a constraint, against a decision that is cut down to it. */
  double power() {
    Cluster cluster = cluster(ofEach);
    LinearForm watts = LinearForm.amount(WATTS);
    double budget = POWER * ofEach * Arrays.stream(WATTS).sum();
    AllocationProblem free = problem(cluster, jobs(plain())).build();
    AllocationProblem limited =
        problem(cluster, jobs(plain()))
            .constraint(Constraint.named("power").that(watts).atMost(budget))
            .build();
    Allocation blind = most(free);
    double used = 0;
    for (int m = 0; m < free.jobCount(); m++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        used += WATTS[j] * blind.fraction(m, j);
      }
    }
    double cut = total(blind, Normalizer.FASTEST_TYPE) * Math.min(1, budget / used);
    return total(most(limited), Normalizer.FASTEST_TYPE) / cut;
  }

  /**
   * Eva: the least rent that meets all deadlines, with and without sharing, against an instance for
   * each job: that of the lowest price an hour which meets the deadline, while the job runs.
   */
  Map<String, Double> rent() {
    List<TraceJob> jobs =
        jobs(
            new Workload(
                0,
                false,
                false,
                false,
                true,
                plain().fixedMinutes(),
                plain().referenceType(),
                plain().templates()));
    Cluster none = cluster(0);
    List<Purchasable> market = new ArrayList<>();
    for (int j = 0; j < PRICES.length; j++) {
      market.add(new Purchasable(TYPES.get(j), count, PRICES[j]));
    }
    LeastCost least = LeastCost.create().buying(market);
    AllocationProblem alone = problem(none, jobs).build();
    double each = 0;
    for (int m = 0; m < alone.jobCount(); m++) {
      each += anInstance(alone, m);
    }
    Map<String, Double> rents = new LinkedHashMap<>();
    rents.put("rented alone", least.purchase(alone).objective(0) / each);
    AllocationProblem packed = withPairs(problem(none, jobs), none, jobs).build();
    rents.put("rented with sharing", least.purchase(packed).objective(0) / each);
    return rents;
  }

  /** USD an hour, over the time to the deadline. */
  private static double anInstance(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double needed = job.stepsRemaining().orElseThrow() / job.sloSeconds().orElseThrow();
    double cheapest = Double.POSITIVE_INFINITY;
    double rent = Double.NaN;
    for (int j = 0; j < PRICES.length; j++) {
      double rate = problem.throughputs().stepsPerSecond(m, j);
      if (rate >= needed && PRICES[j] < cheapest) {
        cheapest = PRICES[j];
        rent = PRICES[j] * needed / rate;
      }
    }
    return rent;
  }
}
