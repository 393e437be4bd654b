package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.level.FixedJobs;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The listed columns of a program. Mutable. */
final class ListedColumns implements RunColumns {

  /** The price of time, as a part of the value of a job's throughput, that is no rounding. */
  private static final double CLEAR_TIME = 1e-9;

  private final TimeCaps caps;
  private final AllocationProgram all;
  private final ColumnCaps columnCaps;
  private final LevelPrecision precision;
  private final double[] fractions;
  private final boolean[] open;
  private FixedJobs settled;

  /** Whether a column was open in the last program. */
  private boolean[] listed;

  /** The demands of jobs in the last program, {@code [job]}; nothing before the first. */
  private double[] demanded = {};

  /** Whether the last program's prices closed a column. */
  private final boolean[] closed;

  /** Whether the last program's prices prove that a job has no time left, {@code [job]}. */
  private final boolean[] busy;

  ListedColumns(TimeCaps caps, LevelPrecision precision) {
    this.caps = caps;
    all = caps.reduced();
    columnCaps = new ColumnCaps(all);
    this.precision = precision;
    fractions = new double[all.columnCount()];
    open = new boolean[all.columnCount()];
    Arrays.fill(open, true);
    closed = new boolean[all.columnCount()];
    busy = new boolean[all.jobCount()];
    settled = new FixedJobs(all);
    listed = open;
  }

  @Override
  public Optional<RunColumns> without(List<ScarceRows.Exhausted> rows, double[] throughput) {
    ListedColumns rest = new ListedColumns(caps, precision);
    rest.demanded = demanded;
    rest.settled = settled.copy();
    System.arraycopy(open, 0, rest.open, 0, open.length);
    boolean[] held = new boolean[busy.length];
    boolean[] full = new boolean[busy.length];
    for (ScarceRows.Exhausted row : rows) {
      rest.close(row.closed());
      for (int i = 0; i < row.jobs().length; i++) {
        int m = row.jobs()[i];
        held[m] |= row.owed()[i] > 0;
        full[m] |= row.time()[i] > CLEAR_TIME * row.owed()[i] * throughput[m];
      }
    }
    rest.settled.fix(m -> held[m], throughput, m -> full[m] ? 2 : 1, rest.open);
    for (int c = 0; c < open.length; c++) { // what jobs make there, they make elsewhere
      rest.fractions[c] = rest.open[c] == open[c] ? fractions[c] : 0;
    }
    rest.settled.run(m -> held[m], throughput, rest.fractions);
    return rest.settled.fit(all.withColumns(rest.open), rest.fractions)
        ? Optional.of(rest)
        : Optional.empty();
  }

  @Override
  public AllocationProgram open(AllocationProgram program) {
    listed = open.clone();
    return settled.without(program.withColumns(open), fractions);
  }

  @Override
  public void take(CertifiedSolution point) {
    double[] x = point.fractions();
    int c = 0;
    for (int i = 0; i < open.length; i++) {
      fractions[i] = listed[i] ? x[c++] : fractions[i];
    }
  }

  @Override
  public void close(AllocationProgram program, HighestLevel highest, boolean[] live) {
    double[] x = highest.point().fractions();
    HighestLevel.Cut proof = highest.proof();
    double gap = precision.gap(proof.others());
    demanded = highest.demands();
    long demanding = IntStream.range(0, live.length).filter(m -> live[m]).count();
    double[] costs = program.reducedCosts(proof.point().bound());
    int c = 0;
    Arrays.fill(closed, false);
    for (int i = 0; i < open.length; i++) {
      if (listed[i]) {
        double cost = highest.cut().isPresent() ? demanding * costs[c] : 0; // else no price is kept
        boolean used =
            counts(program.rate(c) * x[c], demanded[program.first(c)])
                || (program.second(c) >= 0
                    && counts(program.secondRate(c) * x[c], demanded[program.second(c)]));
        open[i] = used || (open[i] && cost < LevelPrecision.CLEAR_CUT * Math.max(x[c], gap));
        fractions[i] = x[c];
        closed[i] = !open[i];
        c++;
      }
    }
    busy(proof.point().bound().prices(), demanding, gap);
  }

  private void busy(Prices prices, long demanding, double gap) {
    double[] idle = new double[busy.length];
    Arrays.fill(idle, 1);
    for (int c = 0; c < open.length; c++) {
      idle[all.first(c)] -= open[c] ? fractions[c] : 0;
    }
    for (int m = 0; m < busy.length; m++) {
      double time = demanding * prices.ofTime(m);
      busy[m] = time >= LevelPrecision.CLEAR_CUT * Math.max(idle[m], gap);
    }
  }

  private boolean counts(double throughput, double demanded) {
    return demanded > 0 && throughput > precision.dust() * demanded;
  }

  @Override
  public void settle(boolean[] saturated, boolean[] live) {
    if (demanded.length > 0 && precision.fixed()) {
      settled.fix(m -> saturated[m], demanded, m -> busy[m] ? 2 : 1, open);
    }
    boolean[] able = Programs.jobsOf(all, c -> open[c]);
    boolean isPlain = all.rows().count() == 0;
    for (int m = 0; m < live.length; m++) {
      live[m] = able[m] && !(isPlain && saturated[m]);
    }
    if (isPlain) {
      closeUnconnected(all, open, live);
    }
    for (int c = 0; c < open.length; c++) { // what jobs make there, they make elsewhere next time
      fractions[c] = closed[c] && live[all.first(c)] ? 0 : fractions[c];
    }
  }

  /**
   * Closes the columns that no chain of jobs and pools connects to a job that can rise.
   *
   * @param program has all columns
   * @param open whether a column is open, {@code [column]}; unconnected columns are closed
   * @param live whether a job can rise, {@code [job]}; connected jobs are marked too
   */
  private static void closeUnconnected(AllocationProgram program, boolean[] open, boolean[] live) {
    boolean[] livePool = new boolean[program.poolCount()];
    boolean[] liveColumn = new boolean[open.length];
    for (boolean spread = true; spread; ) {
      spread = false;
      for (int c = 0; c < open.length; c++) {
        int first = program.first(c);
        int second = Math.max(first, program.second(c)); // the first, if there is no second
        if (open[c]
            && !liveColumn[c]
            && (livePool[program.pool(c)] || live[first] || live[second])) {
          liveColumn[c] = true;
          livePool[program.pool(c)] = true;
          live[first] = true;
          live[second] = true;
          spread = true;
        }
      }
    }
    System.arraycopy(liveColumn, 0, open, 0, open.length);
  }

  @Override
  public boolean[] open() {
    return open;
  }

  @Override
  public ScarceRows scarce() {
    int[] start = Programs.columns(all).starts(busy.length);
    boolean paired = start[busy.length] < open.length;
    return new ScarceRows(
        all, paired ? CouplingRows.none() : settled.rows(all.rows(), fractions), start, open);
  }

  @Override
  public void close(int[] some) {
    for (int c : some) {
      open[c] = false;
    }
  }

  @Override
  public double[] fastest(boolean[] of) {
    double[] fastest = new double[all.jobCount()];
    for (int c = 0; c < of.length; c++) {
      if (of[c]) {
        int m = all.first(c);
        fastest[m] = Math.max(fastest[m], all.rate(c));
        int second = all.second(c);
        if (second >= 0) {
          fastest[second] = Math.max(fastest[second], all.secondRate(c));
        }
      }
    }
    for (int m = 0; m < fastest.length; m++) {
      fastest[m] = columnCaps.limits(m) ? columnCaps.alone(m, of).throughput() : fastest[m];
    }
    return fastest;
  }

  @Override
  public double[] rowsAlone(Prices ofOne) {
    double[] ofRows = new double[all.rows().count()];
    for (int m = 0; m < busy.length; m++) {
      if (columnCaps.limits(m)) {
        double marginal = columnCaps.alone(m, open).marginal();
        columnCaps.price(m, open, marginal, ofOne.ofThroughput(m), ofRows);
      }
    }
    return ofRows;
  }

  @Override
  public void full(RoundPrices prices, int[] jobs, double[] reached) {
    prices.full(jobs, reached, open, columnCaps);
  }

  @Override
  public void heldBack(RoundPrices prices, DualBound proof, boolean[] saturated) {
    prices.heldBack(proof, open, saturated, settled);
  }

  @Override
  public RoundPrices.Draft heldBack(RoundPrices prices, ScarceRows.Exhausted row, double worth) {
    return prices.heldBack(row, open, worth, settled);
  }

  @Override
  public DualBound bound(AllocationProgram lowest, DualBound proof) {
    return DualBound.of(lowest, proof.prices());
  }

  @Override
  public Allocation allocation(
      AllocationProblem problem,
      AllocationProgram lowest,
      DualBound bound,
      CertifiedSolver solver) {
    double[] reached = caps.fractions(fractions);
    if (!problem.constraintRows().isEmpty() && Arrays.stream(reached).allMatch(f -> f == 0)) {
      AllocationProgram any =
          AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
      reached = solver.solveOrFeasible(any).fractions(); // nobody is owed anything
    }
    double[] x = FeasibilityRepair.of(lowest, reached).fractions();
    return AllocationFactory.certified(lowest, problem, x, bound);
  }
}
