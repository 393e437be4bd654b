package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A linear program in fractions. Free columns come after those of jobs, and each is the only column
 * of a further job, which has as much time as the column's largest value. Lines are pools, then
 * coupling rows. Jobs that pairs connect form a block; most blocks are one job. Immutable.
 */
public final class ExactProgram {

  final AllocationProgram program;
  final int columns;
  final int jobs;
  final int lines;

  /** The columns and the jobs of each block. */
  final List<int[]> columnsOfBlock = new ArrayList<>();

  final List<int[]> jobsOfBlock = new ArrayList<>();

  /** The lines of each column, ascending, and its coefficients there. */
  final int[][] line;

  final double[][] coefficient;

  private final Rational[] floor;
  private final Rational[] requirement;
  private final Rational[] gain;

  private ExactProgram(
      AllocationProgram program, Rational[] floor, Rational[] requirement, Rational[] gain) {
    this.program = program;
    this.floor = floor;
    this.requirement = requirement;
    this.gain = gain;
    int free = program.freeColumns().count();
    columns = program.columnCount() + free;
    jobs = program.jobCount() + free;
    lines = program.poolCount() + program.rows().count();
    line = new int[columns][];
    coefficient = new double[columns][];
    fillLines();
    fillBlocks();
  }

  /** The program with the exact values of its doubles. */
  public static ExactProgram of(AllocationProgram program) {
    Rational[] floor = new Rational[program.jobCount()];
    Rational[] requirement = new Rational[program.jobCount()];
    Arrays.setAll(floor, m -> Rational.of(program.floor(m)));
    Arrays.setAll(requirement, m -> Rational.of(program.requirement(m)));
    Rational[] gain = new Rational[program.columnCount()];
    Arrays.setAll(gain, c -> Rational.of(program.gain(c)));
    return new ExactProgram(program, floor, requirement, gain);
  }

  /** The same with floors that need not be doubles. */
  public ExactProgram withFloors(Rational[] newFloor) {
    return new ExactProgram(program, newFloor.clone(), requirement, gain);
  }

  /** The same with requirements that need not be doubles. */
  public ExactProgram withRequirements(Rational[] newRequirement) {
    return new ExactProgram(program, floor, newRequirement.clone(), gain);
  }

  /** The same with gains of the columns of jobs that need not be doubles, {@code [column]}. */
  public ExactProgram withGains(Rational[] newGain) {
    return new ExactProgram(program, floor, requirement, newGain.clone());
  }

  private void fillLines() {
    int pools = program.poolCount();
    CouplingRows rows = program.rows();
    int own = program.columnCount();
    List<List<double[]>> entries = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      List<double[]> ofColumn = new ArrayList<>();
      if (c < own) {
        ofColumn.add(new double[] {program.pool(c), program.size(c)});
      } else {
        program.freeColumns().forEach(c - own, (k, a) -> ofColumn.add(new double[] {k, a}));
      }
      entries.add(ofColumn);
    }
    for (int i = 0; i < rows.count(); i++) {
      int at = pools + i;
      rows.forEach(i, (c, a) -> entries.get(c).add(new double[] {at, a}));
      rows.forEachFree(i, (f, a) -> entries.get(own + f).add(new double[] {at, a}));
    }
    for (int c = 0; c < columns; c++) {
      line[c] = entries.get(c).stream().mapToInt(e -> (int) e[0]).toArray();
      coefficient[c] = entries.get(c).stream().mapToDouble(e -> e[1]).toArray();
    }
  }

  private void fillBlocks() {
    int[] parent = new int[jobs];
    Arrays.setAll(parent, m -> m);
    for (int c = 0; c < columns; c++) {
      int[] members = members(c);
      parent[root(parent, members[members.length - 1])] = root(parent, members[0]);
    }
    int[] block = new int[jobs];
    Arrays.fill(block, -1);
    List<List<Integer>> columnLists = new ArrayList<>();
    List<List<Integer>> jobLists = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      int root = root(parent, m);
      if (block[root] < 0) {
        block[root] = jobLists.size();
        jobLists.add(new ArrayList<>());
        columnLists.add(new ArrayList<>());
      }
      jobLists.get(block[root]).add(m);
    }
    for (int c = 0; c < columns; c++) {
      columnLists.get(block[root(parent, members(c)[0])]).add(c);
    }
    columnLists.forEach(l -> columnsOfBlock.add(l.stream().mapToInt(c -> c).toArray()));
    jobLists.forEach(l -> jobsOfBlock.add(l.stream().mapToInt(m -> m).toArray()));
  }

  private static int root(int[] parent, int m) {
    int root = m;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  /** The jobs that a column serves. */
  int[] members(int c) {
    int own = program.columnCount();
    if (c >= own) {
      return new int[] {program.jobCount() + c - own};
    }
    return program.second(c) < 0
        ? new int[] {program.first(c)}
        : new int[] {program.first(c), program.second(c)};
  }

  /** The throughput that a column gives to one of its jobs. */
  double rate(int c, int m) {
    return c < program.columnCount() ? program.rate(c, m) : 0;
  }

  Rational gain(int c) {
    return c < gain.length ? gain[c] : Rational.of(nearGain(c));
  }

  double nearGain(int c) {
    int own = program.columnCount();
    return c < own ? program.gain(c) : program.freeColumns().gain(c - own);
  }

  /** The time of a job; infinite for a free column without limit. */
  double time(int m) {
    int own = program.jobCount();
    return m < own ? 1 : program.freeColumns().most(m - own);
  }

  /** Whether a job's time has a limit, which that of some free columns has not. */
  boolean isLimited(int m) {
    return time(m) < Double.POSITIVE_INFINITY;
  }

  Rational floor(int m) {
    return m < floor.length ? floor[m] : Rational.ZERO;
  }

  Rational requirement(int m) {
    return m < requirement.length ? requirement[m] : Rational.ZERO;
  }

  boolean hasLevel() {
    return program.hasLevel();
  }

  double bound(int i) {
    int pools = program.poolCount();
    return i < pools ? program.workers(i) : program.rows().bound(i - pools);
  }

  Relation relation(int i) {
    int pools = program.poolCount();
    return i < pools ? Relation.AT_MOST : program.rows().relation(i - pools);
  }
}
