package io.gavel.policies.lp.program;

import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.lp.program.LevelOfTotals.Total;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Objective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The throughput of jobs at the worst rates that a budget allows.
 *
 * <p>The rates that a job may turn out to have are a polytope: on at most {@code Γ} worker types
 * they fall, each at most to its lower end. A throughput is linear in the rates, so it is smallest
 * at a vertex: the lower ends on some {@code Γ} types, the rates of the problem on the remaining
 * types. So the job reaches a level for all rates if it does so at each of {@code K choose Γ}
 * vertices, where {@code K} counts the types on which its rates are uncertain. Each vertex is one
 * row of the program.
 */
final class WorstRates {

  private final ProgramTerms terms;
  private final AllocationProgram columns;
  private final int types;

  /** The lower end of each column's rate, {@code [column]}, of its first and second job. */
  private final double[] low;

  private final double[] secondLow;

  private final int[][] ofJob;

  private WorstRates(ProgramTerms terms) {
    this.terms = terms;
    columns = terms.columns();
    types = terms.problem().cluster().typeCount();
    int count = columns.columnCount();
    low = new double[count];
    secondLow = new double[count];
    ofJob = Programs.columnsOfJobs(columns);
    ThroughputMatrix ends = terms.problem().throughputs().low();
    for (int c = 0; c < count; c++) {
      int g = columns.entry(c) / types;
      Group group = ends.group(g);
      boolean inOrder = group.member(0) == columns.first(c);
      low[c] = ends.stepsPerSecond(g, inOrder ? 0 : 1, type(c));
      if (columns.second(c) >= 0) {
        secondLow[c] = ends.stepsPerSecond(g, inOrder ? 1 : 0, type(c));
      }
    }
  }

  private int type(int c) {
    return columns.entry(c) % types;
  }

  /** Returns the smallest throughput at any vertex. */
  static LevelOfTotals level(ProgramTerms terms, Objective.Least least) {
    WorstRates worst = new WorstRates(terms);
    double[] worth = terms.worth(least.measure());
    List<Total> totals = new ArrayList<>();
    for (int m = 0; m < worth.length; m++) {
      if (worth[m] > 0) {
        worst.addVertices(totals, m, worth[m], least.badTypes());
      }
    }
    return new LevelOfTotals(terms, totals, false);
  }

  private void addVertices(List<Total> totals, int m, double worth, int badTypes) {
    int[] uncertain =
        Arrays.stream(ofJob[m])
            .filter(c -> low(m, c) < columns.rate(c, m))
            .map(this::type)
            .distinct()
            .toArray();
    Arrays.sort(uncertain);
    addVertices(
        totals, m, worth, uncertain, 0, Math.min(badTypes, uncertain.length), new BitSet(types));
  }

  /** Adds a vertex for each way to choose the bad types that are left to choose. */
  private void addVertices(
      List<Total> totals, int m, double worth, int[] uncertain, int next, int left, BitSet bad) {
    if (left == 0) {
      totals.add(total(m, worth, bad));
      return;
    }
    for (int i = next; i <= uncertain.length - left; i++) {
      bad.set(uncertain[i]);
      addVertices(totals, m, worth, uncertain, i + 1, left - 1, bad);
      bad.clear(uncertain[i]);
    }
  }

  private double low(int m, int c) {
    return columns.first(c) == m ? low[c] : secondLow[c];
  }

  private Total total(int m, double worth, BitSet bad) {
    IntToDoubleFunction worst = c -> worth * (bad.get(type(c)) ? low(m, c) : columns.rate(c, m));
    int[] own = Arrays.stream(ofJob[m]).filter(c -> worst.applyAsDouble(c) > 0).toArray();
    double[] coefficients = Arrays.stream(own).mapToDouble(worst).toArray();
    String job = terms.problem().job(m).id();
    String name =
        bad.isEmpty()
            ? job
            : "%s, low on %s"
                .formatted(
                    job,
                    bad.stream()
                        .mapToObj(terms.problem().cluster()::type)
                        .map(WorkerType::name)
                        .collect(Collectors.joining(", ")));
    double most = Arrays.stream(coefficients).max().orElse(0);
    return Total.of(terms, name, own, coefficients, most);
  }
}
