package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.RowRelation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds out which coupling rows and floors of a program cannot hold together, besides time and
 * pools.
 *
 * <p>A program without floors, in which each row may be missed, minimises the total amount by which
 * rows are missed, relative to their scales:
 *
 * <pre>
 *   maximise   1 − Σ_i missed_i
 *   rows       form_i + scale_i missed_i ≥ bound_i     (or −, ≤; or both, =)
 * </pre>
 *
 * <p>The 1 makes gaps relative to it. If the bound of this program is below 1 by more than the
 * tolerance, the rows cannot hold together, and the rows without a price take no part in the proof.
 * Each of the others is left out in turn (a deletion filter): it stays out if the rest still cannot
 * hold. What is left is a minimal conflict. Immutable.
 */
public final class ConflictSearch {

  private static final double PRICED = 1e-9;

  private final AllocationProgram program;
  private final CouplingRows rows;
  private final CertifiedSolver solver;

  private ConflictSearch(AllocationProgram program, CouplingRows rows, CertifiedSolver solver) {
    this.program = program;
    this.rows = rows;
    this.solver = solver;
  }

  /**
   * A minimal set of rows and floors that cannot hold together.
   *
   * @param program has coupling rows, floors or both
   * @param floorName the name of a job's floor
   * @return the names of rows and floors; empty if all can hold, up to the tolerance of the solver
   */
  private static Optional<List<String>> of(
      AllocationProgram program, CertifiedSolver solver, IntFunction<String> floorName) {
    CouplingRows all = program.rows().and(floors(program, floorName));
    return program.columnCount() == 0 && program.freeColumns().count() == 0
        ? brokenByNothing(all)
        : new ConflictSearch(program, all, solver).minimal();
  }

  /**
   * Requires that floors and coupling rows can hold together.
   *
   * @param program has floors, coupling rows or both; its objective does not matter
   * @param solver solves the programs that miss as little as possible
   * @param floorName the name of a job's floor, by job index
   * @throws InfeasibleProblemException naming a minimal set that cannot hold together
   */
  public static void requireCompatible(
      AllocationProgram program, CertifiedSolver solver, IntFunction<String> floorName) {
    of(program, solver, floorName)
        .ifPresent(
            names -> {
              throw exception(names);
            });
  }

  /**
   * Checks a claim that floors cannot be met, in a program without coupling rows. The largest
   * fraction of all floors that can be met at once is the optimum of a program without floors. The
   * claim is proved only if the bound of that program is below 1 by more than the tolerance.
   *
   * @throws InfeasibleProblemException if the claim is proved
   */
  static void requireFloors(AllocationProgram program, CertifiedSolver solver) {
    AllocationProgram relaxed = program.floorsAsRequirements();
    if (program.rows().count() == 0 && relaxed.hasLevel()) {
      double bound = solver.solve(relaxed).bound().value();
      if (!solver.tolerance().atMost(1, bound)) {
        throw new InfeasibleProblemException(
            "no allocation reaches the demanded throughputs; at most %s of each is possible"
                .formatted(bound),
            List.of());
      }
    }
  }

  /**
   * Asks why a program with coupling rows has no solution.
   *
   * @throws InfeasibleProblemException naming rows and floors that cannot hold together, if that is
   *     why
   */
  static void requireRows(AllocationProgram program, CertifiedSolver solver) {
    if (program.rows().count() > 0) {
      requireCompatible(program, solver, "throughput of job %s"::formatted);
    }
  }

  /** A row that does not hold if no job can run. */
  private static Optional<List<String>> brokenByNothing(CouplingRows rows) {
    return IntStream.range(0, rows.count())
        .filter(i -> rows.violation(i, new double[0], new double[0]) > 0)
        .mapToObj(i -> List.of(rows.name(i)))
        .findFirst();
  }

  private static CouplingRows floors(AllocationProgram program, IntFunction<String> floorName) {
    List<List<Integer>> columns =
        IntStream.range(0, program.jobCount())
            .<List<Integer>>mapToObj(m -> new ArrayList<>())
            .toList();
    for (int c = 0; c < program.columnCount(); c++) {
      columns.get(program.first(c)).add(c);
      if (program.second(c) >= 0) {
        columns.get(program.second(c)).add(c);
      }
    }
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int m = 0; m < columns.size(); m++) {
      if (program.floor(m) > 0) {
        int job = m;
        int[] of = columns.get(m).stream().mapToInt(c -> c).toArray();
        rows.add(
            floorName.apply(m),
            RowRelation.AT_LEAST,
            program.floor(m),
            of,
            columns.get(m).stream()
                .mapToDouble(c -> program.first(c) == job ? program.rate(c) : program.secondRate(c))
                .toArray());
      }
    }
    return rows.build();
  }

  private Optional<List<String>> minimal() {
    boolean[] kept = new boolean[rows.count()];
    Arrays.fill(kept, true);
    Optional<boolean[]> proof = conflict(kept);
    if (proof.isEmpty()) {
      return Optional.empty();
    }
    kept = proof.get();
    for (int i = kept.length - 1; i >= 0; i--) {
      if (kept[i]) {
        boolean[] fewer = kept.clone();
        fewer[i] = false;
        kept = conflict(fewer).orElse(kept);
      }
    }
    boolean[] least = kept;
    return Optional.of(
        IntStream.range(0, least.length).filter(i -> least[i]).mapToObj(rows::name).toList());
  }

  /** The rows whose prices prove that some cannot hold together; empty if they can. */
  private Optional<boolean[]> conflict(boolean[] kept) {
    int[] index = IntStream.range(0, kept.length).filter(i -> kept[i]).toArray();
    AllocationProgram relaxed = relaxed(rows.only(i -> kept[i]));
    CertifiedSolution point = solver.searchOnce(relaxed);
    if (Tolerance.CERTIFIED.atMost(1, point.bound().value())) {
      return Optional.empty();
    }
    double[] prices = point.rowPrices();
    boolean[] priced = new boolean[kept.length];
    for (int i = 0; i < index.length; i++) {
      priced[index[i]] = Math.abs(prices[i]) * scale(rows, index[i]) > PRICED;
    }
    return Optional.of(priced);
  }

  /** The program that misses rows as little as possible. */
  private AllocationProgram relaxed(CouplingRows kept) {
    FreeColumns.Builder free = FreeColumns.builder();
    FreeColumns own = program.freeColumns();
    for (int f = 0; f < own.count(); f++) {
      List<Integer> pools = new ArrayList<>();
      List<Double> sizes = new ArrayList<>();
      own.forEach(
          f,
          (k, size) -> {
            pools.add(k);
            sizes.add(size);
          });
      free.add(
          own.name(f),
          own.most(f),
          0,
          pools.stream().mapToInt(k -> k).toArray(),
          sizes.stream().mapToDouble(size -> size).toArray());
    }
    free.add("one", 1, 1);
    CouplingRows.Builder relaxed = CouplingRows.builder();
    int next = own.count() + 1;
    for (int i = 0; i < kept.count(); i++) {
      next = add(kept, i, free, next, relaxed);
    }
    double[] nothing = new double[program.columnCount()];
    return program
        .withRows(CouplingRows.none())
        .rewritten(
            program.columns(),
            new double[program.jobCount()],
            new ProgramObjective.LinearSum(nothing))
        .withFreeColumns(free.build())
        .withRows(relaxed.build());
  }

  /** The larger of the size of a row's bound and its largest coefficient. */
  private static double scale(CouplingRows rows, int i) {
    double[] scale = {Math.abs(rows.bound(i))};
    rows.forEach(i, (c, a) -> scale[0] = Math.max(scale[0], Math.abs(a)));
    rows.forEachFree(i, (f, a) -> scale[0] = Math.max(scale[0], Math.abs(a)));
    return scale[0] > 0 ? scale[0] : 1;
  }

  /** Adds a row that may be missed; returns the index of the next free column. */
  private static int add(
      CouplingRows kept, int i, FreeColumns.Builder free, int next, CouplingRows.Builder relaxed) {
    List<Integer> columns = new ArrayList<>();
    List<Double> coefficients = new ArrayList<>();
    List<Integer> more = new ArrayList<>();
    List<Double> ofMore = new ArrayList<>();
    kept.forEach(
        i,
        (c, coefficient) -> {
          columns.add(c);
          coefficients.add(coefficient);
        });
    kept.forEachFree(
        i,
        (f, coefficient) -> {
          more.add(f);
          ofMore.add(coefficient);
        });
    int index = next;
    if (kept.relation(i) != RowRelation.AT_LEAST) {
      free.add("above " + kept.name(i), Double.POSITIVE_INFINITY, -1);
      more.add(index++);
      ofMore.add(-scale(kept, i));
    }
    if (kept.relation(i) != RowRelation.AT_MOST) {
      free.add("below " + kept.name(i), Double.POSITIVE_INFINITY, -1);
      more.add(index++);
      ofMore.add(scale(kept, i));
    }
    relaxed.add(
        kept.name(i),
        kept.relation(i),
        kept.bound(i),
        columns.stream().mapToInt(c -> c).toArray(),
        coefficients.stream().mapToDouble(a -> a).toArray(),
        more.stream().mapToInt(f -> f).toArray(),
        ofMore.stream().mapToDouble(e -> e).toArray());
    return index;
  }

  /**
   * The exception for a conflict.
   *
   * @param names of a minimal conflict
   */
  private static InfeasibleProblemException exception(List<String> names) {
    String quoted = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    List<String> jobs =
        names.stream()
            .filter(name -> name.startsWith(InfeasibleProblemException.SLO))
            .map(name -> name.substring(InfeasibleProblemException.SLO.length()))
            .toList();
    String message =
        names.size() == 1
            ? "no allocation keeps %s".formatted(quoted)
            : "no allocation keeps %s together; without any one of them the others can be kept"
                .formatted(quoted);
    return new InfeasibleProblemException(message, jobs, names);
  }
}
