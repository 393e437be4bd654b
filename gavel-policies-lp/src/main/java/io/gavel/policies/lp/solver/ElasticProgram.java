package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.ElasticFloors;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The coupling rows and floors of a program as demands, which may be missed at a cost. Demands are
 * numbered: the rows come first, then one for each job.
 *
 * <pre>
 *   maximise   1 − Σ_i missed_i − Σ_m missed_m
 *   rows       form_i + scale_i missed_i ≥ bound_i     (or −, ≤; or both, =)
 *   floors     throughput_m + floor_m missed_m ≥ floor_m
 * </pre>
 *
 * <p>The 1 makes gaps relative to it. Immutable.
 */
final class ElasticProgram {

  private static final double PRICED = 1e-9;

  /** The margin that a proof keeps when demands are left out: far more than the tolerance. */
  private static final double LEAST_EXCESS = 1e-5;

  final AllocationProgram program;
  private final CertifiedSolver solver;

  /** Jobs in a pair: their price of time may pay for their partner, too. */
  private final boolean[] paired;

  ElasticProgram(AllocationProgram program, CertifiedSolver solver) {
    this.program = program;
    this.solver = solver;
    paired = new boolean[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        paired[program.first(c)] = true;
        paired[program.second(c)] = true;
      }
    }
  }

  int demandCount() {
    return program.rows().count() + program.jobCount();
  }

  int demandOf(int job) {
    return program.rows().count() + job;
  }

  /** Returns the demands that ask for anything, {@code [demand]}. */
  boolean[] all() {
    boolean[] all = new boolean[demandCount()];
    Arrays.fill(all, 0, program.rows().count(), true);
    for (int m = 0; m < program.jobCount(); m++) {
      all[demandOf(m)] = program.floor(m) > 0;
    }
    return all;
  }

  String name(int demand, IntFunction<String> floorName) {
    int rows = program.rows().count();
    return demand < rows ? program.rows().name(demand) : floorName.apply(demand - rows);
  }

  /** A proof that demands cannot hold together. Arrays are not copied. */
  static final class Proof {
    /** The demands that the proof needs, {@code [demand]}. */
    final boolean[] needed;

    /** The price of a worker of each pool, {@code [pool]}. */
    final double[] worth;

    Proof(boolean[] needed, double[] worth) {
      this.needed = needed;
      this.worth = worth;
    }
  }

  /** Returns a proof that some demands cannot hold together; empty if there is none. */
  Optional<Proof> prove(boolean[] kept) {
    CertifiedSolution point =
        solver.searchOnce(relaxed(floors(kept), kept, OptionalInt.empty(), 0));
    double bound = point.bound().value();
    if (Tolerance.CERTIFIED.atMost(1, bound)) {
      return Optional.empty();
    }
    Prices prices = point.bound().prices();
    double[] worth = new double[program.poolCount()];
    Arrays.setAll(worth, prices::ofPool);
    return Optional.of(new Proof(needed(kept, prices, point.rowPrices(), 1 - bound), worth));
  }

  /**
   * Returns the demands without which the prices prove nothing. Rows without a price are left out,
   * and floors as long as the proof has excess, those that add the least to it first.
   */
  private boolean[] needed(boolean[] kept, Prices prices, double[] ofRows, double excess) {
    boolean[] needed = kept.clone();
    CouplingRows rows = program.rows();
    for (int i = 0, next = 0; i < rows.count(); i++) {
      needed[i] = kept[i] && Math.abs(ofRows[next++]) * rows.scale(i) > PRICED;
    }
    int[] floored =
        IntStream.range(0, program.jobCount())
            .filter(m -> kept[demandOf(m)])
            .boxed()
            .sorted((m, l) -> Double.compare(added(m, prices), added(l, prices)))
            .mapToInt(Integer::intValue)
            .toArray();
    double left = excess;
    for (int m : floored) {
      double without = left - Math.max(0, added(m, prices));
      if (added(m, prices) <= PRICED || without > LEAST_EXCESS) {
        needed[demandOf(m)] = false;
        left = without;
      }
    }
    return needed;
  }

  /**
   * Returns the contribution of a floor to the proof: its price less the price of the job's time.
   */
  private double added(int m, Prices prices) {
    return program.floor(m) * prices.ofThroughput(m) - (paired[m] ? 0 : prices.ofTime(m));
  }

  /**
   * Returns the point that buys as few workers of a pool as demands need, and misses some only if
   * any number is too few.
   *
   * @param price of a worker, as a part of a floor
   * @return the fractions of the columns of the program, followed by its free variables
   */
  double[] buying(boolean[] kept, int pool, double price) {
    ElasticFloors floors = floors(kept);
    CertifiedSolution point = solver.searchOnce(relaxed(floors, kept, OptionalInt.of(pool), price));
    double[] x = point.fractions();
    double[] free = point.free();
    int columns = program.columnCount();
    return IntStream.range(0, columns + program.freeVariables().count())
        .mapToDouble(i -> i < columns ? x[floors.place(i)] : free[i - columns])
        .toArray();
  }

  private ElasticFloors floors(boolean[] kept) {
    double[] floors = new double[program.jobCount()];
    Arrays.setAll(floors, m -> kept[demandOf(m)] ? program.floor(m) : 0);
    return ElasticFloors.of(program, floors);
  }

  private AllocationProgram relaxed(
      ElasticFloors floors, boolean[] kept, OptionalInt pool, double price) {
    FreeVariables.Builder free = FreeVariables.builder();
    program.freeVariables().addWithoutGain(free);
    free.add("one", 1, 1);
    int next = program.freeVariables().count() + 1;
    if (pool.isPresent()) {
      free.addWorkers("workers", Double.POSITIVE_INFINITY, price, pool.getAsInt());
      next++;
    }
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < program.rows().count(); i++) {
      next = kept[i] ? add(i, floors, free, next, rows) : next;
    }
    return floors.program().withFreeVariables(free.build()).withRows(rows.build());
  }

  /** Adds a row that may be missed; returns the index of the next free variable. */
  private int add(
      int i,
      ElasticFloors floors,
      FreeVariables.Builder free,
      int next,
      CouplingRows.Builder relaxed) {
    CouplingRows all = program.rows();
    List<Integer> columns = new ArrayList<>();
    List<Double> coefficients = new ArrayList<>();
    List<Integer> more = new ArrayList<>();
    List<Double> ofMore = new ArrayList<>();
    all.forEach(
        i,
        (c, coefficient) -> {
          columns.add(floors.place(c));
          coefficients.add(coefficient);
        });
    all.forEachFree(
        i,
        (f, coefficient) -> {
          more.add(f);
          ofMore.add(coefficient);
        });
    int index = next;
    if (all.relation(i) != Relation.AT_LEAST) {
      free.add("above " + all.name(i), Double.POSITIVE_INFINITY, -1);
      more.add(index++);
      ofMore.add(-all.scale(i));
    }
    if (all.relation(i) != Relation.AT_MOST) {
      free.add("below " + all.name(i), Double.POSITIVE_INFINITY, -1);
      more.add(index++);
      ofMore.add(all.scale(i));
    }
    relaxed.add(
        all.name(i),
        all.relation(i),
        all.bound(i),
        columns.stream().mapToInt(c -> c).toArray(),
        coefficients.stream().mapToDouble(a -> a).toArray(),
        more.stream().mapToInt(f -> f).toArray(),
        ofMore.stream().mapToDouble(e -> e).toArray());
    return index;
  }
}
