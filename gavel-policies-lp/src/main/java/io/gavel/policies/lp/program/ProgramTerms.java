package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.RowRelation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Purchasable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What all objectives of a {@link Program} share: the columns, the workers that can be bought as
 * free columns, and the rows of constraints and budget. Immutable.
 *
 * <p>A group runs on a type if its gang fits the pool with all workers that can be bought. Measures
 * and constraints see the problem as it was stated.
 */
final class ProgramTerms {

  private final Program program;

  /** The problem on the cluster with all workers that can be bought. */
  private final AllocationProblem largest;

  private final AllocationProgram columns;
  private final boolean[] counts;

  ProgramTerms(Program program) {
    this.program = program;
    if (!program.problem().pairsByType().isEmpty()) {
      throw new IllegalArgumentException(
          "%s has pairs by job type; a program needs them listed: pass problem.withAllPairs()"
              .formatted(program.problem()));
    }
    double[] most = new double[program.purchasables().size()];
    Arrays.setAll(most, f -> program.purchasables().get(f).most());
    largest = withBought(most);
    columns = onOwnWorkers(AllocationProgram.maximizeSum(largest, new double[jobCount()]));
    counts = new boolean[jobCount()];
    Arrays.fill(counts, true);
    for (Unrunnable job : largest.unrunnable()) {
      counts[job.job()] = false;
    }
  }

  AllocationProblem problem() {
    return program.problem();
  }

  /** The problem with the columns of the programs. */
  AllocationProblem largest() {
    return largest;
  }

  int jobCount() {
    return program.problem().jobCount();
  }

  private int typeCount() {
    return program.problem().cluster().typeCount();
  }

  /** The problem on a cluster with the workers bought, {@code [purchasable]}, rounded up. */
  AllocationProblem withBought(double[] bought) {
    if (bought.length == 0) {
      return problem();
    }
    Cluster cluster = problem().cluster();
    int[] workers = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).toArray();
    for (int f = 0; f < bought.length; f++) {
      workers[pool(f)] = Math.addExact(workers[pool(f)], (int) Math.ceil(bought[f]));
    }
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < typeCount(); j++) {
      WorkerType type = cluster.type(j);
      types.add(
          new WorkerType(
              type.name(),
              workers[cluster.poolOf(j)],
              type.pricePerHour(),
              type.workersPerServer(),
              type.pool()));
    }
    return problem().withCluster(Cluster.of(types));
  }

  private int pool(int f) {
    Cluster cluster = problem().cluster();
    return cluster.poolOf(cluster.indexOf(program.purchasables().get(f).typeName()));
  }

  /** A program over the columns of {@link #largest} on the workers of the stated cluster. */
  AllocationProgram onOwnWorkers(AllocationProgram ofLargest) {
    double[] workers = new double[problem().cluster().poolCount()];
    Arrays.setAll(workers, problem().cluster()::poolWorkers);
    return ofLargest.withWorkers(workers);
  }

  /** A program over the columns of {@link #largest} on the workers with those bought. */
  AllocationProgram columnsWith(double[] bought) {
    double[] workers = new double[problem().cluster().poolCount()];
    Arrays.setAll(workers, problem().cluster()::poolWorkers);
    for (int f = 0; f < bought.length; f++) {
      workers[pool(f)] += bought[f];
    }
    return columns.withWorkers(workers);
  }

  AllocationProgram columns() {
    return columns;
  }

  /** The purchasable workers as free columns with a gain for each unit of their price. */
  FreeColumns.Builder purchases(double gainOfPrice) {
    FreeColumns.Builder free = FreeColumns.builder();
    for (int f = 0; f < program.purchasables().size(); f++) {
      Purchasable workers = program.purchasables().get(f);
      double price = -gainOfPrice * workers.pricePerHour();
      free.addWorkers(workers.typeName(), workers.most(), price + 0.0, pool(f));
    }
    return free;
  }

  /** The price of workers bought, {@code [purchasable]}, in currency per hour. */
  double price(double[] bought) {
    double sum = 0;
    for (int f = 0; f < program.purchasables().size(); f++) {
      sum += program.purchasables().get(f).pricePerHour() * bought[f];
    }
    return sum;
  }

  /** The entries of a row over the purchasable workers, with a coefficient for each price unit. */
  double[] prices(double factor) {
    return program.purchasables().stream()
        .mapToDouble(workers -> factor * workers.pricePerHour())
        .toArray();
  }

  /** The rows that hold for every objective. */
  CouplingRows.Builder rows() {
    CouplingRows.Builder rows = CouplingRows.builder();
    program
        .budget()
        .ifPresent(
            budget ->
                rows.add(
                    "budget",
                    RowRelation.AT_MOST,
                    budget,
                    new int[0],
                    new double[0],
                    IntStream.range(0, program.purchasables().size()).toArray(),
                    prices(1)));
    return rows;
  }

  /** What one step per second of each job is worth, {@code [job]}; 0 for jobs that run nowhere. */
  double[] worth(Measure measure) {
    double[] worth = new double[jobCount()];
    for (int m = 0; m < worth.length; m++) {
      double ofStep = counts[m] ? measure.ofStep(problem(), m) : 0;
      if (!(ofStep >= 0 && ofStep < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a step of job \"%s\" has measure %s; it must be finite and \u2265 0"
                .formatted(problem().job(m).id(), ofStep));
      }
      worth[m] = ofStep;
    }
    return worth;
  }
}
