package io.gavel.policies.lp.welfare;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.internal.price.Hint;
import io.gavel.policies.lp.solver.internal.price.PricedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The optima of Nash welfare without one of the jobs. Each solve starts from the optimum of the one
 * before, and jobs on the same resources follow one another.
 *
 * <p>The price of a pool falls at most by the part of it that the absent job held. The solves omit
 * columns that such a fall does not make the cheapest of their job; none under rows, whose prices
 * may rise. The proofs include all columns. The precise solver solves a program again if its proof
 * fails. Mutable.
 */
final class Departures {

  private static final PricedSolver NEAR = new PricedSolver(new StructuredSolver());

  private final CertifiedSolver precise;
  private final AllocationProgram all;
  private final AllocationProgram few;

  private final double[] ofAll;

  /** The last optimum; empty if none was found for all jobs. */
  private Optional<Hint.Near> last;

  /**
   * Starts from the prices of an optimum.
   *
   * @param program of all jobs, with rates in any unit
   * @param point the optimum of the same program in other units of rates
   */
  Departures(CertifiedSolver solver, AllocationProgram program, CertifiedSolution point) {
    precise = solver.precise().startingFrom(point.bound().prices());
    all = program;
    boolean[] kept = kept(point);
    few = program.withColumns(kept);
    double[] x = point.fractions();
    double[] start =
        IntStream.range(0, x.length).filter(c -> kept[c]).mapToDouble(c -> x[c]).toArray();
    last = Optional.of(new Hint.Near(start, Hint.prices(point.bound())));
    double[] weight = new double[all.jobCount()];
    Arrays.setAll(weight, program::weight);
    Optional<CertifiedSolution> found = near(weight);
    last = found.map(Departures::hint);
    ofAll = optimum(found, weight).throughput();
  }

  /** Returns whether each column could become the cheapest of its job. */
  private static boolean[] kept(CertifiedSolution point) {
    AllocationProgram program = point.program();
    double[] x = point.fractions();
    boolean[] kept = new boolean[x.length];
    if (program.rows().count() > 0) {
      Arrays.fill(kept, true);
      return kept;
    }
    double[] most = new double[program.poolCount()]; // the largest part that one job holds
    for (int c = 0; c < x.length; c++) {
      int k = program.pool(c);
      most[k] = Math.max(most[k], x[c] * program.size(c) / program.workers(k));
    }
    Prices prices = point.bound().prices();
    double[] costs = program.reducedCosts(point.bound());
    for (int c = 0; c < kept.length; c++) {
      int m = program.first(c);
      double paid = costs[c] + program.rate(c) * prices.ofThroughput(m) - prices.ofTime(m);
      kept[c] = x[c] > 0 || costs[c] <= most[program.pool(c)] * paid;
    }
    return kept;
  }

  /**
   * Returns jobs in an order in which consecutive optima are similar: each is followed by the one
   * whose resources differ least in price.
   *
   * @param point the optimum of all jobs
   * @param jobs their indices
   */
  static int[] order(CertifiedSolution point, int[] jobs) {
    AllocationProgram program = point.program();
    int pools = program.poolCount();
    double[] price = Hint.prices(point.bound());
    double[] x = point.fractions();
    RowEntries rows = program.rows().byColumn(x.length);
    double[] worth = new double[price.length];
    int[][] of = new int[program.jobCount()][0]; // the resources of each job, and their worth
    double[][] paid = new double[program.jobCount()][0];
    for (int c = 0; c < x.length; ) {
      int m = program.first(c);
      for (; c < x.length && program.first(c) == m; c++) {
        double time = x[c];
        worth[program.pool(c)] += time * program.size(c) * price[program.pool(c)];
        rows.forEach(c, (i, a) -> worth[pools + i] += time * a * price[pools + i]);
      }
      of[m] = IntStream.range(0, worth.length).filter(k -> worth[k] != 0).toArray();
      paid[m] = Arrays.stream(of[m]).mapToDouble(k -> worth[k]).toArray();
      Arrays.fill(worth, 0);
    }
    int[] tour = jobs.clone();
    for (int i = 1; i < tour.length; i++) {
      for (int e = 0; e < of[tour[i - 1]].length; e++) {
        worth[of[tour[i - 1]][e]] = paid[tour[i - 1]][e];
      }
      int nearest = i;
      double least = Double.POSITIVE_INFINITY;
      for (int next = i; next < tour.length; next++) {
        double differs = 0; // less the sum of all before
        for (int e = 0; e < of[tour[next]].length; e++) {
          double before = worth[of[tour[next]][e]];
          differs += Math.abs(paid[tour[next]][e] - before) - Math.abs(before);
        }
        if (differs < least) {
          least = differs;
          nearest = next;
        }
      }
      Arrays.fill(worth, 0);
      int swapped = tour[i];
      tour[i] = tour[nearest];
      tour[nearest] = swapped;
    }
    return tour;
  }

  /** Returns the throughputs at the optimum of all jobs, {@code [job]}. */
  double[] ofAll() {
    return ofAll;
  }

  /** Returns the throughputs at the optimum without a job, {@code [job]}. */
  double[] without(int m) {
    double[] weight = new double[all.jobCount()];
    Arrays.setAll(weight, k -> k == m ? 0 : all.weight(k));
    Optional<CertifiedSolution> found = near(weight);
    CertifiedSolution optimum = optimum(found, weight);
    if (found.isPresent() || few.columnCount() == all.columnCount()) {
      last = Optional.of(hint(optimum)); // after a failure, from another corner
    }
    return optimum.throughput();
  }

  private static Hint.Near hint(CertifiedSolution found) {
    return new Hint.Near(found.fractions(), Hint.prices(found.bound()));
  }

  private Optional<CertifiedSolution> near(double[] weight) {
    AllocationProgram onFew = weighted(few, weight);
    AllocationProgram onAll = weighted(all, weight);
    return last.flatMap(near -> NEAR.from(onFew, near, precise.limits()))
        .filter(found -> isProved(onAll, found));
  }

  /** Returns whether a point on few columns is a precise optimum on all. */
  private static boolean isProved(AllocationProgram program, CertifiedSolution found) {
    Tolerance aim = PricedSolver.preciseTolerance(program);
    DualBound bound =
        program.columnCount() == found.program().columnCount()
            ? found.bound()
            : DualBound.of(program, found.bound().prices(), found.rowPrices());
    return found.holdsWithin(aim)
        && bound.value() - found.objective()
            <= aim.relative() * program.gapScale(found.objective());
  }

  private CertifiedSolution optimum(Optional<CertifiedSolution> found, double[] weight) {
    return found.orElseGet(() -> precise.solve(weighted(all, weight)));
  }

  private static AllocationProgram weighted(AllocationProgram program, double[] weight) {
    return Programs.of(program)
        .rewritten(
            Programs.columns(program),
            new double[weight.length],
            Goal.welfare(weight, program.power()));
  }
}
