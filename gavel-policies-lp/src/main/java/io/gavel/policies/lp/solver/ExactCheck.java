package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.Optional;

/** Checks a point and prices in fractions against a program without pairs and free columns. */
final class ExactCheck {

  private ExactCheck() {}

  /**
   * The common value of a point and prices.
   *
   * @param point the columns, then the level
   * @param dual prices of throughput, of time, of pools, then of rows with the sign that they have
   *     in the cost of a column
   * @return empty if a line does not hold, or the values differ
   */
  static Optional<Rational> value(AllocationProgram program, Rational[] point, Rational[] dual) {
    Optional<Rational> primal = primal(program, point);
    return primal.filter(value -> bound(program, dual).filter(value::equals).isPresent());
  }

  private static Rational[] zeros(int count) {
    Rational[] zeros = new Rational[count];
    Arrays.fill(zeros, Rational.ZERO);
    return zeros;
  }

  private static Optional<Rational> primal(AllocationProgram program, Rational[] x) {
    int jobs = program.jobCount();
    Rational level = x[program.columnCount()];
    Rational[] time = zeros(jobs);
    Rational[] throughput = zeros(jobs);
    Rational[] used = zeros(program.poolCount());
    Rational value = program.hasLevel() ? level : Rational.ZERO;
    boolean holds = true;
    for (int c = 0; c < program.columnCount(); c++) {
      if (x[c].signum() != 0) {
        int m = program.first(c);
        int k = program.pool(c);
        holds &= x[c].signum() > 0;
        time[m] = time[m].plus(x[c]);
        throughput[m] = throughput[m].plus(x[c].times(Rational.of(program.rate(c))));
        used[k] = used[k].plus(x[c].times(Rational.of(program.size(c))));
        value = value.plus(x[c].times(Rational.of(program.gain(c))));
      }
    }
    for (int m = 0; m < jobs; m++) {
      Rational owed = level.times(Rational.of(program.requirement(m)));
      holds &= time[m].compareTo(Rational.ONE) <= 0;
      holds &= throughput[m].compareTo(owed.plus(Rational.of(program.floor(m)))) >= 0;
    }
    for (int k = 0; k < used.length; k++) {
      holds &= used[k].compareTo(Rational.of(program.workers(k))) <= 0;
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      Rational[] sum = {Rational.ZERO};
      rows.forEach(i, (c, a) -> sum[0] = sum[0].plus(x[c].times(Rational.of(a))));
      int sign = sum[0].compareTo(Rational.of(rows.bound(i)));
      holds &=
          switch (rows.relation(i)) {
            case AT_MOST -> sign <= 0;
            case AT_LEAST -> sign >= 0;
            case EXACTLY -> sign == 0;
          };
    }
    return holds ? Optional.of(value) : Optional.empty();
  }

  private static Optional<Rational> bound(AllocationProgram program, Rational[] dual) {
    int jobs = program.jobCount();
    int pools = program.poolCount();
    Rational value = Rational.ZERO;
    Rational ofLevel = Rational.ZERO;
    boolean holds = true;
    for (int m = 0; m < jobs; m++) {
      holds &= dual[m].signum() >= 0 && dual[jobs + m].signum() >= 0;
      value = value.plus(dual[jobs + m]).minus(dual[m].times(Rational.of(program.floor(m))));
      ofLevel = ofLevel.plus(dual[m].times(Rational.of(program.requirement(m))));
    }
    for (int k = 0; k < pools; k++) {
      holds &= dual[2 * jobs + k].signum() >= 0;
      value = value.plus(dual[2 * jobs + k].times(Rational.of(program.workers(k))));
    }
    CouplingRows rows = program.rows();
    Rational[] paid = zeros(program.columnCount());
    for (int i = 0; i < rows.count(); i++) {
      Rational price = dual[2 * jobs + pools + i];
      holds &=
          switch (rows.relation(i)) {
            case AT_MOST -> price.signum() >= 0;
            case AT_LEAST -> price.signum() <= 0;
            case EXACTLY -> true;
          };
      value = value.plus(price.times(Rational.of(rows.bound(i))));
      rows.forEach(i, (c, a) -> paid[c] = paid[c].plus(price.times(Rational.of(a))));
    }
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      Rational pool = dual[2 * jobs + program.pool(c)].times(Rational.of(program.size(c)));
      Rational earned =
          Rational.of(program.gain(c)).plus(dual[m].times(Rational.of(program.rate(c))));
      holds &= paid[c].plus(pool).plus(dual[jobs + m]).compareTo(earned) >= 0;
    }
    holds &= !program.hasLevel() || ofLevel.equals(Rational.ONE);
    return holds ? Optional.of(value) : Optional.empty();
  }
}
