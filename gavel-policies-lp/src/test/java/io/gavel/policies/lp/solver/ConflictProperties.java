package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Conflicts of floors and rows against a simplex that adds up what is missed. */
class ConflictProperties {

  /** What is missed by less may be rounding, and by more may not. */
  private static final double NOTHING = 1e-7;

  @Property
  void requireCompatible_anyDemands_namesAMinimalConflictOrNone(
      @ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = demanding(random, kind);
    List<String> names = conflict(program);
    double missed = missed(program, name -> true);
    assumeTrue(!(missed > NOTHING / 10 && missed < 1e-4), "too close");
    assertTrue(names.isEmpty() == (missed < NOTHING), () -> names + " though " + missed);
    if (!names.isEmpty()) {
      assertTrue(missed(program, names::contains) > NOTHING, () -> names + " hold together");
    }
    for (String left : names) {
      double others = missed(program, name -> names.contains(name) && !name.equals(left));
      assumeTrue(!(others > NOTHING && others < 1e-4), "too close");
      assertTrue(others < 1e-4, () -> names + " conflict without " + left + " by " + others);
    }
  }

  private static List<String> conflict(AllocationProgram program) {
    try {
      Conflict.require(
          program, CertifiedSolver.standard()::solve, Tolerance.CERTIFIED, m -> "floor " + m);
      return List.of();
    } catch (InfeasibleProblemException conflict) {
      return conflict.conflict();
    }
  }

  /** Rows that hold at some point, under floors that often cannot be met. */
  private static AllocationProgram demanding(Random random, Kind kind) {
    AllocationProgram program = RowPrograms.random(random, kind, Goal.SUM).program;
    double[] floors = program.fastest();
    double part = random.nextDouble();
    Arrays.setAll(floors, m -> random.nextInt(4) == 0 ? 0 : part * floors[m]);
    return program.withFloor(floors);
  }

  /** The least sum of the parts of floors and rows that are missed. */
  private static double missed(AllocationProgram program, Predicate<String> kept) {
    FreeVariables.Builder free = FreeVariables.builder();
    for (int f = 0; f < program.freeVariables().count(); f++) {
      List<Integer> pools = new ArrayList<>();
      List<Double> sizes = new ArrayList<>();
      program
          .freeVariables()
          .forEach(
              f,
              (k, size) -> {
                pools.add(k);
                sizes.add(size);
              });
      free.add("own " + f, program.freeVariables().most(f), 0, ints(pools), doubles(sizes));
    }
    int[] next = {program.freeVariables().count()};
    CouplingRows.Builder rows = CouplingRows.builder();
    CouplingRows own = program.rows();
    for (int i = 0; i < own.count(); i++) {
      if (kept.test(own.row(i).name())) {
        List<Integer> columns = new ArrayList<>();
        List<Double> entries = new ArrayList<>();
        own.forEach(i, (c, a) -> add(columns, entries, c, a));
        List<Integer> more = new ArrayList<>();
        List<Double> ofMore = new ArrayList<>();
        own.forEachFree(i, (f, e) -> add(more, ofMore, f, e));
        double scale = own.row(i).scale();
        add(more, ofMore, miss(free, next), own.relation(i) == Relation.AT_MOST ? 0 : scale);
        add(more, ofMore, miss(free, next), own.relation(i) == Relation.AT_LEAST ? 0 : -scale);
        rows.add(
            own.row(i).name(),
            own.relation(i),
            own.bound(i),
            ints(columns),
            doubles(entries),
            ints(more),
            doubles(ofMore));
      }
    }
    for (int m = 0; m < program.jobCount(); m++) {
      int job = m;
      if (program.floor(m) > 0 && kept.test("floor " + m)) {
        int[] columns =
            IntStream.range(0, program.columnCount())
                .filter(c -> program.first(c) == job || program.second(c) == job)
                .toArray();
        double[] part = new double[columns.length];
        Arrays.setAll(
            part,
            i ->
                (program.first(columns[i]) == job
                        ? program.rate(columns[i])
                        : program.secondRate(columns[i]))
                    / program.floor(job));
        rows.add(
            "floor " + m,
            Relation.AT_LEAST,
            1,
            columns,
            part,
            new int[] {miss(free, next)},
            new double[] {1});
      }
    }
    AllocationProgram elastic =
        Programs.rewritten(
                program.withRows(CouplingRows.none()),
                Programs.columns(program),
                new double[program.jobCount()],
                c -> 0,
                m -> 0,
                m -> 0)
            .withFreeVariables(free.build())
            .withRows(rows.build());
    SolverOutcome found = new CommonsMathSolver().solve(elastic, SolveLimits.none());
    assumeTrue(found instanceof SolverOutcome.Solved, "the oracle fails");
    double[] values = ((SolverOutcome.Solved) found).free();
    return Arrays.stream(values, program.freeVariables().count(), values.length).sum();
  }

  private static int miss(FreeVariables.Builder free, int[] next) {
    free.add("missed", Double.POSITIVE_INFINITY, -1);
    return next[0]++;
  }

  private static void add(List<Integer> indices, List<Double> values, int index, double value) {
    indices.add(index);
    values.add(value);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(i -> i).toArray();
  }

  private static double[] doubles(List<Double> list) {
    return list.stream().mapToDouble(a -> a).toArray();
  }
}
