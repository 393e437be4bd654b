package io.gavel.bench;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The tasks of {@link BenchCatalog} by number of jobs; the linear ones also as one program. */
final class OpenTasks {

  private static final int WAYS = 20;

  private OpenTasks() {}

  /** Max-min fairness with a limit of a quarter of the jobs on one type. */
  static Task quota(int jobs) {
    AllocationProblem problem = Instances.of(jobs, 3, 1).gangs().distinct().entities(4).build();
    return BenchCatalog.maxMin(
        problem.constraining(
            Constraint.named("e0 on gpu0")
                .that(LinearForm.workers().ofEntity("e0").onTypes("gpu0"))
                .atMostPartOfCapacity(0.1)));
  }

  /** Max-min fairness with limits that add up to four fifths of each type. */
  static Task quotas(int jobs) {
    AllocationProblem problem = Instances.of(jobs, 5, 10).gangs().distinct().entities(10).build();
    AllocationProblem constrained = problem;
    for (int e = 0; e < 10; e++) {
      Quota quota = Quota.of("e" + e);
      for (WorkerType type : problem.cluster().types()) {
        quota = quota.limitedTo(type.name(), 0.08 * type.workers());
      }
      constrained = constrained.withConstraints(constrained.constraintSet().and(quota));
    }
    return BenchCatalog.maxMin(constrained);
  }

  /** Max-min fairness over jobs that may run on up to 20 workers. */
  static Task elasticMaxMin(int jobs) {
    return BenchCatalog.maxMin(elastic(jobs));
  }

  /** Nash welfare over the same jobs. */
  static Task elasticNash(int jobs) {
    return BenchCatalog.policy(NashWelfare.create(), elastic(jobs));
  }

  /** Jobs that may also run on more workers, each worker slower than the one before. */
  private static AllocationProblem elastic(int jobs) {
    AllocationProblem rigid = Instances.of(jobs, 3, 11).distinct().workersPerJob(2).build();
    ThroughputMatrix.Builder rows = ThroughputMatrix.builder(3);
    for (int m = 0; m < rigid.jobCount(); m++) {
      rows.job(rate(rigid, m, 1));
    }
    for (int m = 0; m < rigid.jobCount(); m++) {
      for (int workers = 2; workers <= WAYS; workers++) {
        rows.configuration(m, "x" + workers, workers, rate(rigid, m, workers));
      }
    }
    return AllocationProblem.of(rigid.cluster(), rigid.jobs(), rows.build());
  }

  private static double[] rate(AllocationProblem problem, int m, int workers) {
    double power = 0.6 + 0.3 * (m % 7) / 6; // jobs scale differently
    double[] rate = new double[problem.cluster().typeCount()];
    for (int j = 0; j < rate.length; j++) {
      rate[j] = problem.throughputs().stepsPerSecond(m, j) * StrictMath.pow(workers, power);
    }
    return rate;
  }

  /** Returns the largest total without envy; a row for every two jobs. */
  static Task envyFree(int jobs) {
    AllocationProblem problem = Instances.of(jobs, 3, 12).distinct().build();
    return new Task(
        problem,
        () -> Answer.of(MaxEnvyFree.create().allocate(problem)),
        () -> withoutEnvy(problem));
  }

  private static AllocationProgram withoutEnvy(AllocationProblem problem) {
    int jobs = problem.jobCount();
    double[] worth = new double[jobs];
    Arrays.setAll(worth, m -> 1 / EqualShare.throughput(problem, m));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, worth);
    int types = problem.cluster().typeCount();
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int m = 0; m < jobs; m++) {
      for (int k = 0; k < jobs; k++) {
        if (k != m) {
          int[] columns = new int[2 * types];
          double[] coefficients = new double[2 * types];
          for (int j = 0; j < types; j++) {
            columns[j] = sum.column(m, j);
            coefficients[j] = problem.throughputs().stepsPerSecond(m, j);
            columns[types + j] = sum.column(k, j);
            coefficients[types + j] = -coefficients[j];
          }
          rows.add("envy", Relation.AT_LEAST, 0, columns, coefficients);
        }
      }
    }
    return sum.withRows(rows.build());
  }

  /** Max-min fairness over teams of about equal size: the level alone. */
  static Task entities(int jobs, int teams) {
    return level(Instances.of(jobs, 3, 14).gangs().distinct().entities(teams).build());
  }

  /** Max-min fairness over the entities of a problem: the level alone. */
  static Task level(AllocationProblem problem) {
    Measure shares = Measure.throughput().per(Normalizer.EQUAL_SHARE).times(Job::workers);
    Program level =
        Program.of(problem).maximize(Objective.leastOf(JobSet.ofEntities(problem), shares));
    return new Task(
        problem,
        () -> Answer.of(level.solve(StagedSolver.create()).allocation()),
        () -> levelOfTeams(problem));
  }

  private static AllocationProgram levelOfTeams(AllocationProblem problem) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int e = 0; e < problem.entities().size(); e++) {
      String team = problem.entities().get(e).id();
      int[] columns =
          IntStream.range(0, program.columnCount())
              .filter(c -> problem.job(program.first(c)).entity().orElseThrow().equals(team))
              .toArray();
      double weight = problem.entities().get(e).weight();
      double[] coefficients = new double[columns.length];
      Arrays.setAll(
          coefficients,
          i -> {
            int m = program.first(columns[i]);
            return problem.job(m).workers()
                * program.rate(columns[i])
                / (EqualShare.throughput(problem, m) * weight);
          });
      rows.add(team, Relation.AT_LEAST, 0, columns, coefficients, new int[] {0}, new double[] {-1});
    }
    return program
        .withFreeVariables(
            FreeVariables.builder().add("level", Double.POSITIVE_INFINITY, 1).build())
        .withRows(program.rows().and(rows.build()));
  }

  /** Returns the cheapest workers for SLOs; the objective is the negative cost. */
  static Task leastCost(int jobs) {
    return leastCost(withSlos(jobs, 8, 0.5));
  }

  private static Task leastCost(AllocationProblem problem) {
    List<Purchasable> workers = purchasables(problem, 2 * problem.jobCount());
    return cost(problem, workers, () -> LeastCost.create().buying(workers).allocate(problem));
  }

  /** The cheapest workers for the SLOs of a problem: the cost alone. */
  static Task cost(AllocationProblem problem) {
    List<Purchasable> workers = purchasables(problem, 2 * problem.jobCount());
    Program cost =
        Program.of(problem).minimize(Objective.purchaseCost()).meetingSlos().buying(workers);
    return cost(problem, workers, () -> cost.solve(StagedSolver.create()).allocation());
  }

  private static Task cost(
      AllocationProblem problem, List<Purchasable> workers, Supplier<Allocation> least) {
    return new Task(
        problem,
        () -> {
          Answer cost = Answer.of(least.get());
          return new Answer(-cost.objective(), cost.relativeGap());
        },
        () -> purchase(problem, workers));
  }

  private static AllocationProgram purchase(
      AllocationProblem problem, List<Purchasable> purchasables) {
    double[] floor = new double[problem.jobCount()];
    Arrays.setAll(
        floor,
        m ->
            problem.job(m).stepsRemaining().orElseThrow()
                / problem.job(m).sloSeconds().orElseThrow());
    AllocationProgram largest =
        AllocationProgram.maximizeSum(withAll(problem, purchasables), new double[floor.length]);
    double[] own = new double[problem.cluster().poolCount()];
    Arrays.setAll(own, problem.cluster()::poolWorkers);
    FreeVariables.Builder free = FreeVariables.builder();
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int j = 0; j < purchasables.size(); j++) {
      Purchasable workers = purchasables.get(j);
      free.addWorkers(workers.typeName(), workers.most(), workers.pricePerHour(), j);
      int pool = j;
      int[] gangs =
          IntStream.range(0, largest.columnCount())
              .filter(c -> largest.pool(c) == pool && largest.size(c) > own[pool])
              .toArray();
      rows.add( // while a gang runs that is larger than the pool, the rest of it is bought
          "gangs on " + workers.typeName(),
          Relation.AT_MOST,
          0,
          gangs,
          Arrays.stream(gangs).mapToDouble(c -> largest.size(c) - own[pool]).toArray(),
          new int[] {j},
          new double[] {-1});
    }
    return largest
        .withWorkers(own)
        .withFloor(floor)
        .withFreeVariables(free.build())
        .withRows(largest.rows().and(rows.build()));
  }

  /** Returns the problem on a cluster with all workers that can be bought. */
  private static AllocationProblem withAll(
      AllocationProblem problem, List<Purchasable> purchasables) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < purchasables.size(); j++) {
      WorkerType type = problem.cluster().type(j);
      types.add(new WorkerType(type.name(), type.workers() + purchasables.get(j).most()));
    }
    return problem.withCluster(Cluster.of(types));
  }

  /** Returns the size of a smallest set of SLOs that cannot be met with a tenth of the workers. */
  static Task conflict(int jobs) {
    AllocationProblem problem = withSlos(jobs, 8, 0.9);
    LeastCost policy = LeastCost.create().buying(purchasables(problem, 400));
    return Task.ofAnswer(
        problem,
        () -> {
          try {
            return Answer.of(policy.allocate(problem));
          } catch (InfeasibleProblemException tooFewWorkers) {
            return new Answer(tooFewWorkers.conflict().size(), 0);
          }
        });
  }

  /** Jobs that must reach a part of their largest throughput, on a cluster that is too small. */
  static AllocationProblem withSlos(int count, int types, double part) {
    return withSlos(
        Instances.of(count, types, 13).gangs().distinct().workersPerJob(0.02).build(), part);
  }

  /** Demands a part of each job's largest throughput. */
  static AllocationProblem withSlos(AllocationProblem problem, double part) {
    double[] row = new double[problem.cluster().typeCount()];
    return problem.withJobs(
        problem.jobs().stream()
            .map(
                job -> {
                  int m = problem.indexOf(job.id());
                  Arrays.setAll(row, j -> problem.throughputs().stepsPerSecond(m, j));
                  double slo = Arrays.stream(row).max().orElseThrow() * part;
                  return job.toBuilder().stepsRemaining(1e5).sloSeconds(1e5 / slo).build();
                })
            .toList());
  }

  static List<Purchasable> purchasables(AllocationProblem problem, int most) {
    List<Purchasable> purchasables = new ArrayList<>();
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      purchasables.add(new Purchasable(problem.cluster().type(j).name(), most, pricePerHour(j)));
    }
    return purchasables;
  }

  /** Returns the price of a worker of a type; the first types are the fastest. */
  static double pricePerHour(int j) {
    return 3 / (1.0 + j);
  }
}
