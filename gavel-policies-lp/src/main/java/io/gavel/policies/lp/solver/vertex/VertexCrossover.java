package io.gavel.policies.lp.solver.vertex;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/*
 * A job's variables are its fractions, its idle time and its surplus of throughput. Its rows of time and
 * throughput determine two of them from the others. Each further variable forms a circuit of three variables
 * with those two (of two variables if the rows are proportional). A move along a circuit keeps the sums of the
 * job's rows and changes its use of the pools and its gain: the circuit's footprint, a vector of K + 1 numbers.
 * Of more than K + 1 circuits, some combination has a footprint of 0. A move along it until a variable is 0
 * changes nothing else. So in the end at most K + 1 circuits are left, of all jobs together.
 *
 * Each move makes a variable 0 for good: at most O(nK) moves of O(K³) each.
 */

/**
 * Moves a point of a program without pairs to a vertex with the same objective: the sums of the
 * rows of time, throughput and pools and the level do not change. In the end the numbers of
 * positive fractions, of jobs with idle time and of jobs with surplus throughput add up to at most
 * {@code 2n + K + 1}. Mutable.
 */
public final class VertexCrossover {

  /** Slacks and determinants below this part of the numbers they are computed from are rounding. */
  private static final double ROUNDING = 1e-11;

  /** A value up to this after a move is rounding of 0. */
  private static final double NOTHING = 1e-15;

  private final AllocationProgram program;
  private final ColumnsByJob columnsByJob;
  private final int columns;
  private final double[] value;
  private final double[] scale;
  private final double largestGain;
  private final boolean[] waiting;
  private final Deque<Integer> queue = new ArrayDeque<>();
  private final List<Circuit> kept = new ArrayList<>();

  /** A change of a job's variables that keeps the sums of the job's rows. */
  private static final class Circuit {
    final int job;
    final List<Term> terms;
    final double[] footprint;

    Circuit(int job, List<Term> terms, double[] footprint) {
      this.job = job;
      this.terms = terms;
      this.footprint = footprint;
    }
  }

  /** A variable and its change in a unit of the circuit. */
  private record Term(int variable, double change) {}

  /** The relative loss of the objective, and of floors, that a vertex may have. */
  private static final double COST = 1e-9;

  private VertexCrossover(AllocationProgram program, double[] x) {
    this.program = program;
    columnsByJob = ColumnsByJob.of(program, SolveLimits.none());
    columns = x.length;
    int n = columnsByJob.jobs;
    value = Arrays.copyOf(x, columns + 2 * n);
    scale = new double[n];
    waiting = new boolean[n];
    double largest = Double.MIN_NORMAL;
    for (double gain : columnsByJob.gain) {
      largest = Math.max(largest, Math.abs(gain));
    }
    largestGain = largest;
    double level = program.hasLevel() ? level(x) : 0;
    for (int m = 0; m < n; m++) {
      scale[m] = Double.MIN_NORMAL;
      double time = 0;
      double reached = 0;
      for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
        scale[m] = Math.max(scale[m], columnsByJob.rate[c]);
        time += x[c];
        reached += columnsByJob.rate[c] * x[c];
      }
      double surplus =
          (reached - columnsByJob.floor[m] - columnsByJob.requirement[m] * level) / scale[m];
      boolean free = columnsByJob.bound[m] && columnsByJob.weight[m] == 0;
      value[columns + m] = 1 - time > ROUNDING ? 1 - time : 0;
      value[columns + n + m] = free && surplus > ROUNDING ? surplus : 0;
    }
  }

  /**
   * Moves a solution to a vertex, or returns it unchanged if rounding would cost more than a part
   * in 10<sup>9</sup>.
   *
   * @param solution a solution of a program without pairs and coupling rows
   * @param tolerance within which the vertex must be certified with the same prices
   */
  public static CertifiedSolution of(CertifiedSolution solution, Tolerance tolerance) {
    AllocationProgram program = solution.program();
    double[] few = of(program, solution.fractions());
    CertifiedSolution vertex = CertifiedSolution.of(program, few, solution.bound().prices());
    boolean asGood =
        vertex.objective() >= solution.objective() - COST * program.gapScale(solution.objective())
            && vertex.missed() <= solution.missed() + COST;
    return asGood && vertex.holdsWithin(tolerance) ? vertex : solution;
  }

  /**
   * Moves a point to a vertex.
   *
   * @param program without pairs and coupling rows
   * @param x a feasible point, {@code [column]}; not modified
   * @return a vertex with the same sums of rows, except for rounding
   */
  static double[] of(AllocationProgram program, double[] x) {
    VertexCrossover vertexCrossover = new VertexCrossover(program, x);
    for (int m = 0; m < vertexCrossover.columnsByJob.jobs; m++) {
      vertexCrossover.waiting[m] = true;
      vertexCrossover.queue.add(m);
      while (!vertexCrossover.queue.isEmpty()) {
        vertexCrossover.settle(vertexCrossover.queue.poll());
      }
    }
    return Arrays.copyOf(vertexCrossover.value, x.length);
  }

  private double level(double[] x) {
    double[] throughput = program.throughput(x);
    double level = Double.POSITIVE_INFINITY;
    for (int m = 0; m < throughput.length; m++) {
      if (columnsByJob.requirement[m] > 0) {
        level =
            Math.min(level, (throughput[m] - columnsByJob.floor[m]) / columnsByJob.requirement[m]);
      }
    }
    return level;
  }

  /**
   * Keeps the job's independent circuits; a move along the first dependent one changes the circuits
   * of some job.
   */
  private void settle(int m) {
    waiting[m] = false;
    kept.removeIf(circuit -> circuit.job == m);
    for (Circuit circuit : circuits(m)) {
      double[] parts = combination(circuit.footprint);
      if (parts.length == 0) {
        kept.add(circuit);
      } else {
        moveAlong(circuit, parts);
        return; // the job waits again
      }
    }
  }

  private List<Circuit> circuits(int m) {
    int[] free = positive(m);
    List<Circuit> circuits = new ArrayList<>();
    int first = free.length == 0 ? -1 : free[0];
    int second = -1;
    double largest = ROUNDING;
    for (int a = 0; columnsByJob.bound[m] && a < free.length; a++) {
      for (int b = a + 1; b < free.length; b++) {
        double determinant = Math.abs(determinant(m, free[a], free[b]));
        if (determinant > largest) {
          largest = determinant;
          first = free[a];
          second = free[b];
        }
      }
    }
    for (int v : free) {
      if (v != first && v != second) {
        circuits.add(second < 0 ? circuit(m, v, first) : circuit(m, v, first, second));
      }
    }
    return circuits;
  }

  private int[] positive(int m) {
    IntStream slacks = IntStream.of(columns + m, columns + columnsByJob.jobs + m);
    return IntStream.concat(
            IntStream.range(columnsByJob.start[m], columnsByJob.start[m + 1]), slacks)
        .filter(v -> value[v] > 0)
        .toArray();
  }

  private Circuit circuit(int m, int v, int other) {
    return circuit(m, List.of(new Term(v, 1), new Term(other, -1)));
  }

  private Circuit circuit(int m, int v, int first, int second) {
    double whole = determinant(m, first, second);
    double ofFirst = -determinant(m, v, second) / whole;
    double ofSecond = -determinant(m, first, v) / whole;
    return circuit(
        m, List.of(new Term(v, 1), new Term(first, ofFirst), new Term(second, ofSecond)));
  }

  private Circuit circuit(int m, List<Term> terms) {
    double[] footprint = new double[columnsByJob.pools + 1];
    for (Term term : terms) {
      if (term.variable < columns) {
        int k = columnsByJob.pool[term.variable];
        footprint[k] += columnsByJob.size[term.variable] * term.change;
        footprint[columnsByJob.pools] += program.gain(term.variable) / largestGain * term.change;
      }
    }
    return new Circuit(m, terms, footprint);
  }

  /** The determinant of two variables in a job's rows of time and throughput. */
  private double determinant(int m, int a, int b) {
    return time(a) * rate(m, b) - time(b) * rate(m, a);
  }

  private double time(int variable) {
    return variable < columns + columnsByJob.jobs ? 1 : 0;
  }

  private double rate(int m, int variable) {
    return variable < columns
        ? columnsByJob.rate[variable] / scale[m]
        : variable < columns + columnsByJob.jobs ? 0 : -1;
  }

  /**
   * The coefficients of the kept footprints whose sum is the given one; empty if it is independent
   * of them.
   */
  private double[] combination(double[] footprint) {
    int rows = footprint.length;
    int unknowns = kept.size();
    double[][] a = new double[rows][unknowns + 1];
    double size = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < unknowns; j++) {
        a[i][j] = kept.get(j).footprint[i];
      }
      a[i][unknowns] = footprint[i];
      size = Math.max(size, Math.abs(footprint[i]));
    }
    for (int j = 0; j < unknowns; j++) {
      eliminate(a, j);
    }
    for (int i = unknowns; i < rows; i++) {
      if (Math.abs(a[i][unknowns]) > 1e-9 * size) {
        return new double[0];
      }
    }
    double[] parts = new double[unknowns + 1];
    for (int j = 0; j < unknowns; j++) {
      parts[j] = a[j][unknowns] / a[j][j];
    }
    return parts; // never empty: the last entry is that of the circuit itself
  }

  /**
   * One step of Gauss–Jordan elimination; the kept footprints are independent, so there is a pivot.
   */
  private static void eliminate(double[][] a, int j) {
    int pivot = j;
    for (int i = j + 1; i < a.length; i++) {
      pivot = Math.abs(a[i][j]) > Math.abs(a[pivot][j]) ? i : pivot;
    }
    double[] row = a[pivot];
    a[pivot] = a[j];
    a[j] = row;
    for (int i = 0; i < a.length; i++) {
      if (i != j) {
        double factor = a[i][j] / row[j];
        for (int l = j; l < row.length; l++) {
          a[i][l] -= factor * row[l];
        }
      }
    }
  }

  /** Moves along a circuit, and along the kept ones against it, until a variable is 0. */
  private void moveAlong(Circuit circuit, double[] parts) {
    List<Term> all = new ArrayList<>(circuit.terms);
    for (int j = 0; j < kept.size(); j++) {
      for (Term term : kept.get(j).terms) {
        all.add(new Term(term.variable, -parts[j] * term.change));
      }
    }
    List<Term> moves = new ArrayList<>();
    for (Term term : all) {
      boolean fresh = moves.stream().noneMatch(other -> other.variable == term.variable);
      if (fresh) {
        double sum =
            all.stream()
                .filter(other -> other.variable == term.variable)
                .mapToDouble(Term::change)
                .sum();
        moves.add(new Term(term.variable, sum));
      }
    }
    double up = room(moves, 1);
    double down = room(moves, -1);
    double step = up <= down ? up : -down;
    moves.forEach(move -> value[move.variable] += step * move.change);
    release(circuit.job);
    for (Term move : moves) {
      if (value[move.variable] <= NOTHING) {
        value[move.variable] = 0;
        release(job(move.variable));
      }
    }
  }

  /** How far a move leads in its direction, or against it, until a variable is 0. */
  private double room(List<Term> moves, int sign) {
    return moves.stream()
        .mapToDouble(move -> -value[move.variable] / (sign * move.change))
        .filter(step -> step > 0)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private int job(int variable) {
    return variable < columns ? program.first(variable) : (variable - columns) % columnsByJob.jobs;
  }

  private void release(int m) {
    kept.removeIf(circuit -> circuit.job == m);
    if (!waiting[m]) {
      waiting[m] = true;
      queue.add(m);
    }
  }
}
