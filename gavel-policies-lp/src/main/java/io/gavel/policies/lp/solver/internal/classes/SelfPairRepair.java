package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Ensures that no job is paired with itself: no member may have more than half of a column that
 * pairs its class with itself. A member with more exchanges time with another member. They divide
 * their time in that column evenly, and the rest so that both demands stay met.
 */
final class SelfPairRepair {

  private static final int NONE = -1;

  /**
   * The relative excess over half of a column, and the relative shortfall of a demand, that are
   * rounding.
   */
  private static final double ROUNDING = 1e-12;

  private final PairClasses classes;
  private final int ofClass;
  private final double[] demands;
  private List<JobTime> times;
  private int misfit = NONE;

  private SelfPairRepair(PairClasses classes, int ofClass, List<JobTime> given, double[] demands) {
    this.classes = classes;
    this.ofClass = ofClass;
    this.demands = demands;
    times = given;
  }

  /**
   * Repairs a split.
   *
   * @param ofClass the class whose time is split
   * @param demands the throughputs of the members in steps per second, in descending order
   */
  static SelfPairRepair of(
      PairClasses classes, int ofClass, UniformMachineSplit split, double[] demands) {
    SelfPairRepair repair = new SelfPairRepair(classes, ofClass, split.given(), demands);
    int e = repair.tooMuch();
    for (int i = 0; e != NONE && i < demands.length; i++) {
      int member = repair.times.get(e).job();
      if (!repair.shareWithAnother(member, repair.times.get(e).column())) {
        repair.misfit = member;
        return repair;
      }
      e = repair.tooMuch();
    }
    repair.misfit = e == NONE ? NONE : repair.times.get(e).job();
    return repair;
  }

  /** Returns a member that still has more than half of a column; {@link #NONE} if there is none. */
  int misfit() {
    return misfit;
  }

  /** Returns the repaired split. */
  List<JobTime> fitted() {
    return times;
  }

  private boolean isSelf(int c) {
    return classes.second[c] == classes.first[c];
  }

  /** Finds the entry of a member with more than half of a column; {@link #NONE} if none has. */
  private int tooMuch() {
    double[] whole = new double[classes.count()];
    for (JobTime of : times) {
      whole[of.column()] += of.amount();
    }
    for (int e = 0; e < times.size(); e++) {
      int c = times.get(e).column();
      if (isSelf(c) && times.get(e).amount() > whole[c] / 2 * (1 + ROUNDING)) {
        return e;
      }
    }
    return NONE;
  }

  /**
   * If no job can take half of all columns with themselves, single columns may be taken by
   * different jobs.
   */
  private boolean shareWithAnother(int member, int self) {
    return shareWithAnother(member, this::isSelf) || shareWithAnother(member, c -> c == self);
  }

  private boolean shareWithAnother(int member, IntPredicate shared) {
    for (int distance = 1; distance < demands.length; distance++) {
      if (share(member, member + distance, shared) || share(member, member - distance, shared)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Divides the time of two members again, of some columns evenly; returns whether both demands
   * stay met.
   */
  private boolean share(int one, int other, IntPredicate shared) {
    if (other < 0 || other >= demands.length) {
      return false;
    }
    int high = Math.min(one, other); // the order is that of demands
    int low = Math.max(one, other);
    double[] both = new double[classes.count()];
    List<JobTime> divided = new ArrayList<>();
    for (JobTime of : times) {
      if (of.job() == high || of.job() == low) {
        both[of.column()] += of.amount();
      } else {
        divided.add(of);
      }
    }
    double time = 0;
    double throughput = 0;
    for (int c = 0; c < both.length; c++) {
      if (both[c] > 0 && shared.test(c)) {
        time += both[c] / 2;
        throughput += both[c] / 2 * classes.rateOf(c, ofClass);
        divided.add(new JobTime(high, NONE, c, both[c] / 2));
        divided.add(new JobTime(low, NONE, c, both[c] / 2));
        both[c] = 0;
      }
    }
    double[] rest = {demands[high] - throughput, demands[low] - throughput};
    double[] reached = divideRest(both, rest.clone(), 1 - time, divided, high, low);
    if (reached[0] < rest[0] - ROUNDING * demands[high]) { // what lacks, lacks both
      return false;
    }
    times = divided;
    return true;
  }

  private double[] divideRest(
      double[] both, double[] demanded, double length, List<JobTime> divided, int high, int low) {
    int[] columns = IntStream.range(0, both.length).filter(c -> both[c] > 0).toArray();
    double all = 0;
    for (int c : columns) {
      all += classes.rateOf(c, ofClass) * both[c];
    }
    double[] reached = new double[2];
    demanded[1] = Math.max(0, demanded[1]);
    demanded[0] = Math.max(demanded[1], Math.min(demanded[0], all));
    UniformMachineSplit split =
        UniformMachineSplit.of(classes, ofClass, columns, c -> both[c], demanded, length);
    for (JobTime of : split.given()) {
      reached[of.job()] += classes.rateOf(of.column(), ofClass) * of.amount();
      divided.add(new JobTime(of.job() == 0 ? high : low, NONE, of.column(), of.amount()));
    }
    return reached;
  }
}
