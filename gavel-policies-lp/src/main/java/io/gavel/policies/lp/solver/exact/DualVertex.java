package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Prices in fractions at which given columns earn what they pay, and no column more. Immutable. */
final class DualVertex {

  private final Form[] throughput;
  private final Form[] time;
  private final Form[] lines;
  private final Unknowns unknowns;

  private DualVertex(Form[] throughput, Form[] time, Form[] lines, Unknowns unknowns) {
    this.throughput = throughput;
    this.time = time;
    this.lines = lines;
    this.unknowns = unknowns;
  }

  /**
   * The prices of a guess. Unknowns are those of lines, of throughput, then of time.
   *
   * @return empty if there are none, or they miss a line of the dual program
   */
  static Optional<DualVertex> of(ExactProgram exact, Guess guess) {
    Form[] throughput = new Form[exact.jobs];
    Form[] time = new Form[exact.jobs];
    Form[] lines = new Form[exact.lines];
    Arrays.fill(throughput, Form.ZERO);
    Arrays.fill(time, Form.ZERO);
    Arrays.setAll(lines, i -> guess.ofLine[i] == 0 ? Form.ZERO : Form.unknown(i));
    Set<Form> conditions = new LinkedHashSet<>();
    double[] start = Arrays.copyOf(guess.ofLine, exact.lines + 2 * exact.jobs);
    System.arraycopy(guess.ofThroughput, 0, start, exact.lines, exact.jobs);
    System.arraycopy(guess.ofTime, 0, start, exact.lines + exact.jobs, exact.jobs);
    for (int b = 0; b < exact.jobsOfBlock.size(); b++) {
      int[] unknown = unknownPrices(exact, guess, b);
      Elimination block =
          new Elimination(unknown, Arrays.stream(unknown).mapToDouble(i -> start[i]).toArray());
      for (int c : exact.columnsOfBlock.get(b)) {
        if (guess.open[c]) {
          block.add(row(exact, unknown, c), paid(exact, lines, c));
        }
      }
      Form[] values = block.values();
      for (int i = 0; i < unknown.length; i++) {
        int m = unknown[i] - exact.lines;
        if (m < exact.jobs) {
          throughput[m] = values[i];
        } else {
          time[m - exact.jobs] = values[i];
        }
      }
      block.conditions().forEach(form -> conditions.add(form.normalized()));
    }
    ExactEquations equations = new ExactEquations(start, start.length);
    for (Form condition : conditions) {
      if (!equations.add(condition)) {
        return Optional.empty();
      }
    }
    if (exact.hasLevel()) {
      FormSum sum = new FormSum();
      for (int m = 0; m < exact.jobs; m++) {
        sum.add(exact.requirement(m), throughput[m]);
      }
      Optional<Form> one = sum.total();
      if (one.isEmpty() || !equations.add(one.get().minus(Rational.ONE))) {
        return Optional.empty();
      }
    }
    DualVertex vertex = new DualVertex(throughput, time, lines, new Unknowns(equations.solution()));
    return vertex.holds(exact, guess) ? Optional.of(vertex) : Optional.empty();
  }

  private static int[] unknownPrices(ExactProgram exact, Guess guess, int b) {
    List<Integer> unknown = new ArrayList<>();
    for (int m : exact.jobsOfBlock.get(b)) {
      if (guess.ofThroughput[m] > 0) {
        unknown.add(exact.lines + m);
      }
      if (guess.ofTime[m] > 0) {
        unknown.add(exact.lines + exact.jobs + m);
      }
    }
    return unknown.stream().mapToInt(i -> i).toArray();
  }

  /** What a column earns beyond its gain and the price of time, in terms of unknown prices. */
  private static Rational[] row(ExactProgram exact, int[] unknown, int c) {
    Rational[] row = new Rational[unknown.length];
    Arrays.fill(row, Rational.ZERO);
    for (int i = 0; i < unknown.length; i++) {
      for (int m : exact.members(c)) {
        if (unknown[i] == exact.lines + m) {
          row[i] = Rational.of(exact.rate(c, m));
        } else if (unknown[i] == exact.lines + exact.jobs + m) {
          row[i] = Rational.of(-1, 1);
        }
      }
    }
    return row;
  }

  /** What a column pays for lines beyond its gain. */
  private static Form paid(ExactProgram exact, Form[] lines, int c) {
    Form paid = Form.of(exact.gain(c).negated());
    for (int e = 0; e < exact.line[c].length; e++) {
      paid = paid.plus(Rational.of(exact.coefficient[c][e]), lines[exact.line[c][e]]);
    }
    return paid;
  }

  private boolean holds(ExactProgram exact, Guess guess) {
    for (int i = 0; i < lines.length; i++) {
      int sign = unknowns.signum(lines[i]);
      boolean holds =
          switch (exact.relation(i)) {
            case AT_MOST -> sign >= 0;
            case AT_LEAST -> sign <= 0;
            case EXACTLY -> true;
          };
      if (!holds) {
        return false;
      }
    }
    return IntStream.range(0, exact.jobs)
            .allMatch(m -> unknowns.signum(throughput[m]) >= 0 && unknowns.signum(time[m]) >= 0)
        && IntStream.range(0, exact.columns)
            .allMatch(c -> guess.open[c] || unknowns.signum(cost(exact, c)) >= 0);
  }

  /** What a column pays beyond what it earns. */
  private Form cost(ExactProgram exact, int c) {
    Form cost = paid(exact, lines, c);
    for (int m : exact.members(c)) {
      cost = cost.plus(time[m]).plus(Rational.of(exact.rate(c, m)).negated(), throughput[m]);
    }
    return cost;
  }

  Rational ofThroughput(int m) {
    return unknowns.value(throughput[m]);
  }

  Rational ofTime(int m) {
    return unknowns.value(time[m]);
  }

  Rational ofLine(int i) {
    return unknowns.value(lines[i]);
  }
}
