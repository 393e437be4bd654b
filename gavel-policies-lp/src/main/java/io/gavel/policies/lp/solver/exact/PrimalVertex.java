package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A point in fractions at which given lines are tight, and all others hold. Immutable. */
final class PrimalVertex {

  private final Form[] columns;
  private final Unknowns unknowns;
  private final Rational value;

  private PrimalVertex(Form[] columns, Unknowns unknowns, Rational value) {
    this.columns = columns;
    this.unknowns = unknowns;
    this.value = value;
  }

  /**
   * The point of a guess. Unknowns are the columns, then the level.
   *
   * @return empty if there is none, or a line does not hold there
   */
  static Optional<PrimalVertex> of(ExactProgram exact, Guess guess) {
    int level = exact.columns;
    Form[] columns = new Form[exact.columns];
    Arrays.fill(columns, Form.ZERO);
    Form owedLevel = exact.hasLevel() ? Form.unknown(level) : Form.ZERO;
    IntFunction<Form> owed = m -> Form.of(exact.floor(m)).plus(exact.requirement(m), owedLevel);
    Set<Form> conditions = new LinkedHashSet<>();
    for (int b = 0; b < exact.jobsOfBlock.size(); b++) {
      int[] used = Arrays.stream(exact.columnsOfBlock.get(b)).filter(c -> guess.x[c] > 0).toArray();
      Elimination block =
          new Elimination(used, Arrays.stream(used).mapToDouble(c -> guess.x[c]).toArray());
      for (int m : exact.jobsOfBlock.get(b)) {
        if (guess.timeIsTight[m]) {
          block.add(row(exact, used, m, false), Form.of(Rational.of(exact.time(m))));
        }
        if (guess.demandIsTight[m]) {
          block.add(row(exact, used, m, true), owed.apply(m));
        }
      }
      Form[] values = block.values();
      for (int i = 0; i < used.length; i++) {
        columns[used[i]] = values[i];
      }
      block.conditions().forEach(form -> conditions.add(form.normalized()));
    }
    double[] start = Arrays.copyOf(guess.x, exact.columns + 1);
    start[level] = guess.level;
    ExactEquations equations = new ExactEquations(start, exact.columns);
    for (Form condition : conditions) {
      if (!equations.add(condition)) {
        return Optional.empty();
      }
    }
    Form[] lines = new Form[exact.lines]; // used minus bound
    for (int i = 0; i < exact.lines; i++) {
      Optional<Form> sum = line(exact, columns, i);
      if (sum.isEmpty() || (guess.lineIsTight[i] && !equations.add(sum.get()))) {
        return Optional.empty();
      }
      lines[i] = sum.get();
    }
    Unknowns unknowns = new Unknowns(equations.solution());
    return holds(exact, guess, columns, lines, owed, unknowns)
        ? value(exact, columns).map(v -> new PrimalVertex(columns, unknowns, unknowns.value(v)))
        : Optional.empty();
  }

  private static Rational[] row(ExactProgram exact, int[] used, int m, boolean rates) {
    return Arrays.stream(used)
        .mapToObj(
            c ->
                Arrays.stream(exact.members(c)).noneMatch(job -> job == m)
                    ? Rational.ZERO
                    : rates ? Rational.of(exact.rate(c, m)) : Rational.ONE)
        .toArray(Rational[]::new);
  }

  private static Optional<Form> line(ExactProgram exact, Form[] columns, int i) {
    FormSum sum = new FormSum();
    for (int c = 0; c < columns.length; c++) {
      int at = Arrays.binarySearch(exact.line[c], i);
      if (at >= 0 && !columns[c].equals(Form.ZERO)) {
        sum.add(Rational.of(exact.coefficient[c][at]), columns[c]);
      }
    }
    return sum.total().map(form -> form.minus(Rational.of(exact.bound(i))));
  }

  /** The level, or the sum of gains. */
  private static Optional<Form> value(ExactProgram exact, Form[] columns) {
    FormSum sum = new FormSum();
    for (int c = 0; c < columns.length; c++) {
      sum.add(exact.gain(c), columns[c]);
    }
    return sum.total()
        .map(total -> exact.hasLevel() ? total.plus(Form.unknown(columns.length)) : total);
  }

  private static boolean holds(
      ExactProgram exact,
      Guess guess,
      Form[] columns,
      Form[] lines,
      IntFunction<Form> owed,
      Unknowns unknowns) {
    for (int i = 0; i < lines.length; i++) {
      if (!guess.lineIsTight[i]) {
        int sign = unknowns.signum(lines[i]);
        boolean holds =
            switch (exact.relation(i)) {
              case AT_MOST -> sign <= 0;
              case AT_LEAST -> sign >= 0;
              case EXACTLY -> sign == 0;
            };
        if (!holds) {
          return false;
        }
      }
    }
    return IntStream.range(0, exact.jobsOfBlock.size())
        .allMatch(b -> blockHolds(exact, guess, columns, b, owed, unknowns));
  }

  private static boolean blockHolds(
      ExactProgram exact,
      Guess guess,
      Form[] columns,
      int b,
      IntFunction<Form> owed,
      Unknowns unknowns) {
    int[] used = Arrays.stream(exact.columnsOfBlock.get(b)).filter(c -> guess.x[c] > 0).toArray();
    for (int c : used) {
      if (unknowns.signum(columns[c]) < 0) {
        return false;
      }
    }
    for (int m : exact.jobsOfBlock.get(b)) {
      boolean limited = !guess.timeIsTight[m] && exact.isLimited(m);
      if (limited
          && unknowns.signum(
                  sum(columns, used, row(exact, used, m, false)).minus(Rational.of(exact.time(m))))
              > 0) {
        return false;
      }
      if (!guess.demandIsTight[m]
          && unknowns.signum(
                  sum(columns, used, row(exact, used, m, true))
                      .plus(Rational.of(-1, 1), owed.apply(m)))
              < 0) {
        return false;
      }
    }
    return true;
  }

  private static Form sum(Form[] columns, int[] used, Rational[] row) {
    Form sum = Form.ZERO;
    for (int i = 0; i < used.length; i++) {
      sum = sum.plus(row[i], columns[used[i]]);
    }
    return sum;
  }

  Rational value() {
    return value;
  }

  /** The value of a column. */
  Rational column(int c) {
    return unknowns.value(columns[c]);
  }
}
