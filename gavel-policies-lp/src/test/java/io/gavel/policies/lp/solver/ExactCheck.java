package io.gavel.policies.lp.solver;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;

/** Checks an exact optimum against every line of a program and of its dual: plain loops. */
final class ExactCheck {

  private final AllocationProgram program;
  private final ExactOptimum optimum;
  private final int own;

  private ExactCheck(AllocationProgram program, ExactOptimum optimum) {
    this.program = program;
    this.optimum = optimum;
    this.own = program.columnCount();
  }

  /** Whether every line holds and point and prices have the optimum's value. */
  static boolean holds(AllocationProgram program, ExactOptimum optimum) {
    ExactCheck check = new ExactCheck(program, optimum);
    return check.pointHolds() && check.pricesHold();
  }

  private static Rational exact(double value) {
    return Rational.of(value);
  }

  private static Rational[] zeros(int count) {
    Rational[] zeros = new Rational[count];
    Arrays.fill(zeros, Rational.ZERO);
    return zeros;
  }

  private boolean pointHolds() {
    Rational[] time = zeros(program.jobCount());
    Rational[] throughput = zeros(program.jobCount());
    Rational[] used = zeros(program.poolCount());
    Rational gains = Rational.ZERO;
    boolean holds = true;
    for (int c = 0; c < own; c++) {
      Rational x = optimum.fraction(c);
      holds &= x.signum() >= 0;
      int k = program.pool(c);
      used[k] = used[k].plus(x.times(exact(program.size(c))));
      gains = gains.plus(x.times(exact(program.gain(c))));
      int[] members = {program.first(c), program.second(c)};
      double[] rates = {program.rate(c), program.secondRate(c)};
      for (int i = 0; i < 2 && members[i] >= 0; i++) {
        time[members[i]] = time[members[i]].plus(x);
        throughput[members[i]] = throughput[members[i]].plus(x.times(exact(rates[i])));
      }
    }
    FreeColumns free = program.freeColumns();
    for (int f = 0; f < free.count(); f++) {
      Rational y = optimum.free(f);
      holds &= y.signum() >= 0;
      holds &= Double.isInfinite(free.most(f)) || y.compareTo(exact(free.most(f))) <= 0;
      gains = gains.plus(y.times(exact(free.gain(f))));
      free.forEach(f, (k, a) -> used[k] = used[k].plus(y.times(exact(a))));
    }
    Rational level = program.hasLevel() ? optimum.value().minus(gains) : Rational.ZERO;
    holds &= program.hasLevel() || gains.equals(optimum.value());
    for (int m = 0; m < time.length; m++) {
      Rational owed = exact(program.floor(m)).plus(level.times(exact(program.requirement(m))));
      holds &= time[m].compareTo(Rational.ONE) <= 0 && throughput[m].compareTo(owed) >= 0;
    }
    for (int k = 0; k < used.length; k++) {
      holds &= used[k].compareTo(exact(program.workers(k))) <= 0;
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      Rational[] sum = {Rational.ZERO};
      rows.forEach(i, (c, a) -> sum[0] = sum[0].plus(optimum.fraction(c).times(exact(a))));
      rows.forEachFree(i, (f, a) -> sum[0] = sum[0].plus(optimum.free(f).times(exact(a))));
      int sign = sum[0].compareTo(exact(rows.bound(i)));
      holds &= rows.relation(i) == Relation.AT_MOST || sign >= 0;
      holds &= rows.relation(i) == Relation.AT_LEAST || sign <= 0;
    }
    return holds;
  }

  private boolean pricesHold() {
    Rational value = Rational.ZERO;
    Rational ofLevel = Rational.ZERO;
    boolean holds = true;
    for (int m = 0; m < program.jobCount(); m++) {
      Rational y = optimum.throughputPrice(m);
      holds &= y.signum() >= 0 && optimum.timePrice(m).signum() >= 0;
      value = value.plus(optimum.timePrice(m)).minus(y.times(exact(program.floor(m))));
      ofLevel = ofLevel.plus(y.times(exact(program.requirement(m))));
    }
    for (int k = 0; k < program.poolCount(); k++) {
      holds &= optimum.poolPrice(k).signum() >= 0;
      value = value.plus(optimum.poolPrice(k).times(exact(program.workers(k))));
    }
    CouplingRows rows = program.rows();
    FreeColumns free = program.freeColumns();
    Rational[] paid = zeros(own + free.count());
    for (int i = 0; i < rows.count(); i++) {
      Rational price = optimum.rowPrice(i);
      holds &= rows.relation(i) != Relation.AT_MOST || price.signum() >= 0;
      holds &= rows.relation(i) != Relation.AT_LEAST || price.signum() <= 0;
      value = value.plus(price.times(exact(rows.bound(i))));
      rows.forEach(i, (c, a) -> paid[c] = paid[c].plus(price.times(exact(a))));
      rows.forEachFree(i, (f, a) -> paid[own + f] = paid[own + f].plus(price.times(exact(a))));
    }
    for (int c = 0; c < own; c++) {
      Rational cost =
          paid[c].plus(optimum.poolPrice(program.pool(c)).times(exact(program.size(c))));
      int[] members = {program.first(c), program.second(c)};
      double[] rates = {program.rate(c), program.secondRate(c)};
      for (int i = 0; i < 2 && members[i] >= 0; i++) {
        Rational earned = optimum.throughputPrice(members[i]).times(exact(rates[i]));
        cost = cost.plus(optimum.timePrice(members[i])).minus(earned);
      }
      holds &= cost.compareTo(exact(program.gain(c))) >= 0;
    }
    for (int f = 0; f < free.count(); f++) {
      int at = own + f;
      free.forEach(f, (k, a) -> paid[at] = paid[at].plus(optimum.poolPrice(k).times(exact(a))));
      Rational beyond = exact(free.gain(f)).minus(paid[at]);
      if (beyond.signum() > 0) {
        holds &= !Double.isInfinite(free.most(f));
        value = holds ? value.plus(beyond.times(exact(free.most(f)))) : value;
      }
    }
    holds &= !program.hasLevel() || ofLevel.equals(Rational.ONE);
    return holds && value.equals(optimum.value());
  }
}
