package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.ElasticFloors;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds a minimal set of coupling rows and floors that cannot hold together. They are demands: the
 * rows come first, then one for each job. The elastic program may miss them at a cost:
 *
 * <pre>
 *   maximise   1 − Σ_i missed_i − Σ_m missed_m
 *   rows       form_i + scale_i missed_i ≥ bound_i     (or −, ≤; or both, =)
 *   floors     throughput_m + floor_m missed_m ≥ floor_m
 * </pre>
 *
 * <p>The 1 makes gaps relative to it. If the bound is below 1, the demands cannot hold together,
 * and the prices say how much each adds to the proof. Demands that the proof can spare are dropped,
 * and the proof is repeated until the set no longer shrinks. Then each demand is left out in turn,
 * and stays out if the rest still cannot hold.
 *
 * <p>One program for each pool spares most of these for floors. It buys a few workers of the pool,
 * so that all demands hold. Its point keeps the other demands on the stated workers if a job stops
 * that holds as many. Immutable.
 */
final class Conflict {

  private static final double PRICED = 1e-9;

  /** The margin that a proof keeps when demands are left out: far more than the tolerance. */
  private static final double LEAST_EXCESS = 1e-5;

  /** The least part of all demands whose miss is proved rather than left to rounding. */
  static final Tolerance SHARPEST = new Tolerance(0, 1e-8);

  /** The price of a worker to buy, as a fraction of its worth in a proof. */
  private static final double CHEAP = 1e-2;

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final Function<AllocationProgram, CertifiedSolution> solver;
  private final Tolerance within;

  /** The number of rows, after which the demands of jobs begin. */
  private final int rows;

  private Conflict(
      AllocationProgram program,
      Function<AllocationProgram, CertifiedSolution> solver,
      Tolerance within) {
    this.program = program;
    this.solver = solver;
    this.within = within;
    rows = program.rows().count();
  }

  /**
   * Requires that floors and coupling rows can hold together.
   *
   * @param program has floors, coupling rows or both; its objective does not matter; with pairs by
   *     job type of more than 500 jobs, only rows are examined
   * @param solver solves elastic programs, which have feasible points
   * @param within the part of all demands that may be missed
   * @param floorName the name of a job's floor, by job index
   * @throws InfeasibleProblemException naming a minimal set that cannot hold together
   */
  public static void require(
      AllocationProgram program,
      Function<AllocationProgram, CertifiedSolution> solver,
      Tolerance within,
      IntFunction<String> floorName) {
    if (program.hasPairsByType()) {
      ImplicitPairSolver byType = new ImplicitPairSolver(program);
      if (ImplicitPairSolver.isListable(program)) {
        require(byType.listed(), solver, within, floorName);
      } else if (!byType.conflict().isEmpty()) {
        throw exception(byType.conflict());
      }
      return;
    }
    boolean[] least = new Conflict(program, solver, within).minimal();
    if (least.length > 0) {
      int rows = program.rows().count();
      throw exception(
          IntStream.range(0, least.length)
              .filter(i -> least[i])
              .mapToObj(i -> i < rows ? program.rows().row(i).name() : floorName.apply(i - rows))
              .toList());
    }
  }

  /**
   * Requires that floors can be met, in a program without coupling rows and free variables. The
   * largest fraction of all floors that can be met at once is the optimum of a program without
   * floors.
   *
   * @throws InfeasibleProblemException if the bound of that program is below 1
   */
  static void requireFloors(
      AllocationProgram program,
      Function<AllocationProgram, CertifiedSolution> solver,
      Tolerance tolerance) {
    AllocationProgram part = program.floorsAsRequirements();
    double bound = part.hasLevel() ? solver.apply(part).bound().value() : 1;
    if (!tolerance.atMost(1, bound)) {
      throw new InfeasibleProblemException(
          "no allocation reaches the demanded throughputs; at most %s of each is possible"
              .formatted(bound),
          List.of());
    }
  }

  /** A proof that demands cannot hold together. Arrays are not copied. */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Proof(boolean[] kept, boolean[] needed, Prices prices) {}

  /** Returns a minimal conflict, {@code [demand]}; empty if there is none. */
  private boolean[] minimal() {
    boolean[] all = new boolean[rows + program.jobCount()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i < rows || program.floor(i - rows) > 0;
    }
    Optional<Proof> proof = shrunk(all);
    if (proof.isEmpty()) {
      return new boolean[0];
    }
    boolean[] indispensable = indispensable(proof.get());
    for (int i = all.length - 1; i >= 0; i--) {
      if (proof.get().kept[i] && !indispensable[i]) {
        boolean[] fewer = proof.get().kept.clone();
        fewer[i] = false;
        proof = Optional.of(shrunk(fewer).orElse(proof.get()));
      }
    }
    return proof.get().kept;
  }

  /** Repeats the proof with the demands that it needs until the set no longer shrinks. */
  private Optional<Proof> shrunk(boolean[] among) {
    Optional<Proof> last = Optional.empty();
    Optional<Proof> next = prove(among);
    while (next.isPresent()) {
      last = next;
      boolean shrinks = !Arrays.equals(next.get().needed, next.get().kept);
      next = shrinks ? prove(next.get().needed) : Optional.empty();
    }
    return last;
  }

  private Optional<Proof> prove(boolean[] kept) {
    CertifiedSolution point = solver.apply(relaxed(floors(kept), kept, NONE, 0));
    double bound = point.bound().value();
    return within.atMost(1, bound)
        ? Optional.empty()
        : Optional.of(new Proof(kept, needed(kept, point, 1 - bound), point.bound().prices()));
  }

  /**
   * Returns the demands without which the prices prove nothing. Rows without a price are left out.
   * While the proof has excess, floors are left out too: first the floor that adds the least, and
   * among equal floors the last.
   */
  private boolean[] needed(boolean[] kept, CertifiedSolution point, double excess) {
    boolean[] needed = kept.clone();
    double[] ofRows = point.rowPrices();
    for (int i = 0, next = 0; i < rows; i++) {
      needed[i] = kept[i] && Math.abs(ofRows[next++]) * program.rows().row(i).scale() > PRICED;
    }
    double[] added = added(point.bound().prices());
    int[] floored =
        IntStream.range(0, added.length)
            .filter(m -> kept[rows + m])
            .boxed()
            .sorted(Comparator.comparingDouble((Integer m) -> added[m]).thenComparing(m -> -m))
            .mapToInt(Integer::intValue)
            .toArray();
    double left = excess;
    for (int m : floored) {
      double without = left - Math.max(0, added[m]);
      if (added[m] <= PRICED || without > LEAST_EXCESS) {
        needed[rows + m] = false;
        left = without;
      }
    }
    return needed;
  }

  /**
   * Returns the contribution of each floor to a proof, {@code [job]}: its price less the price of
   * the job's time, which may pay for a partner, too, if the job is in a pair.
   */
  private double[] added(Prices prices) {
    double[] added = new double[program.jobCount()];
    Arrays.setAll(added, m -> program.floor(m) * prices.ofThroughput(m) - prices.ofTime(m));
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        for (int m : new int[] {program.first(c), program.second(c)}) {
          added[m] = program.floor(m) * prices.ofThroughput(m);
        }
      }
    }
    return added;
  }

  /** Returns floors of a proof without which its other demands can hold, {@code [demand]}. */
  private boolean[] indispensable(Proof proof) {
    boolean[] found = new boolean[proof.kept.length];
    AllocationProgram stated = program.withRows(program.rows().only(i -> proof.kept[i]));
    for (int k = 0; k < program.poolCount(); k++) {
      double worth = proof.prices.ofPool(k);
      if (worth > 0) {
        ElasticFloors floors = floors(proof.kept);
        CertifiedSolution point = solver.apply(relaxed(floors, proof.kept, k, CHEAP * worth));
        double[] all = point.fractions();
        double[] x = new double[program.columnCount()];
        Arrays.setAll(x, c -> all[floors.place(c)]);
        double[] free = Arrays.copyOf(point.free(), program.freeVariables().count());
        for (int m = 0; m < program.jobCount(); m++) {
          found[rows + m] |= proof.kept[rows + m] && holdWithout(m, proof.kept, stated, x, free);
        }
      }
    }
    return found;
  }

  /** Returns whether demands hold on the stated workers if a job stops, but for its own floor. */
  private boolean holdWithout(
      int job, boolean[] kept, AllocationProgram stated, double[] x, double[] free) {
    double[] without = x.clone();
    for (int c = 0; c < x.length; c++) {
      without[c] = program.first(c) == job || program.second(c) == job ? 0 : x[c];
    }
    double[] throughput = program.throughput(without);
    for (int m = 0; m < throughput.length; m++) {
      if (m != job && kept[rows + m] && !SHARPEST.atMost(program.floor(m), throughput[m])) {
        return false;
      }
    }
    for (int i = 0; i < rows; i++) {
      if (kept[i] && !(program.rows().violation(i, without, free) <= SHARPEST.relative())) {
        return false;
      }
    }
    return FeasibilityRepair.of(stated, without, free).violation() <= SHARPEST.relative();
  }

  private ElasticFloors floors(boolean[] kept) {
    double[] floors = new double[program.jobCount()];
    Arrays.setAll(floors, m -> kept[rows + m] ? program.floor(m) : 0);
    return ElasticFloors.of(program, floors);
  }

  /**
   * Returns the elastic program of some demands.
   *
   * @param pool of which workers can be bought, or {@link #NONE}
   * @param price of a worker, as a part of a floor
   */
  private AllocationProgram relaxed(ElasticFloors floors, boolean[] kept, int pool, double price) {
    FreeVariables.Builder free = FreeVariables.builder();
    program.freeVariables().addWithoutGain(free);
    int next = program.freeVariables().count();
    if (pool != NONE) {
      free.addWorkers("workers", Double.POSITIVE_INFINITY, price, pool);
      next++;
    }
    CouplingRows.Builder relaxed = CouplingRows.builder();
    for (int i = 0; i < rows; i++) {
      if (kept[i]) {
        next += add(i, floors, free, next, relaxed);
      }
    }
    free.add("one", 1, 1);
    return floors.program().withFreeVariables(free.build()).withRows(relaxed.build());
  }

  /** Adds a row that may be missed, and returns the number of free variables by which it may. */
  private int add(
      int i,
      ElasticFloors floors,
      FreeVariables.Builder free,
      int next,
      CouplingRows.Builder relaxed) {
    CouplingRows all = program.rows();
    Entries ofColumns = new Entries();
    Entries ofFree = new Entries();
    all.forEach(i, (c, coefficient) -> ofColumns.add(floors.place(c), coefficient));
    all.forEachFree(i, ofFree::add);
    int added = 0;
    if (all.relation(i) != Relation.AT_LEAST) {
      free.add("above " + all.row(i).name(), Double.POSITIVE_INFINITY, -1);
      ofFree.add(next + added++, -all.row(i).scale());
    }
    if (all.relation(i) != Relation.AT_MOST) {
      free.add("below " + all.row(i).name(), Double.POSITIVE_INFINITY, -1);
      ofFree.add(next + added++, all.row(i).scale());
    }
    relaxed.add(
        all.row(i).name(),
        all.relation(i),
        all.bound(i),
        ofColumns.indices(),
        ofColumns.values(),
        ofFree.indices(),
        ofFree.values());
    return added;
  }

  /**
   * Returns the exception for a conflict.
   *
   * @param names of a minimal conflict
   */
  private static InfeasibleProblemException exception(List<String> names) {
    String quoted = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    List<String> jobs = names.stream().flatMap(Conflict::jobOf).toList();
    String message =
        names.size() == 1
            ? "no allocation keeps %s".formatted(quoted)
            : "no allocation keeps %s together; without any one of them the others can be kept"
                .formatted(quoted);
    return new InfeasibleProblemException(message, jobs, names);
  }

  /** Returns the job whose demand has a name. */
  private static Stream<String> jobOf(String name) {
    return Stream.of(InfeasibleProblemException.SLO, InfeasibleProblemException.FLOOR)
        .filter(name::startsWith)
        .map(kind -> name.substring(kind.length()));
  }
}
