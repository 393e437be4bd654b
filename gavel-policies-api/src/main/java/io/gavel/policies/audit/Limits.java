package io.gavel.policies.audit;

import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.proof.Proof;

/** Judges feasibility and the certificate. */
final class Limits {

  private Limits() {}

  static Finding fractions(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.FRACTIONS, tolerance);
    for (int g = 0; g < x.problem.groupCount(); g++) {
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        double fraction = x.fraction(g, j);
        int group = g;
        int type = j;
        double outside = fraction >= 0 ? fraction : 1 - fraction; // same measure below 0 as above 1
        worst.atMost(outside, 1, 1, () -> new Witness.Entry(x.name(group), x.type(type), fraction));
      }
    }
    return worst.finding();
  }

  static Finding time(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.TIME, tolerance);
    for (int m = 0; m < x.jobs(); m++) {
      int job = m;
      worst.atMost(x.time[m], 1, 1, () -> new Witness.OverTime(x.id(job), x.time[job]));
    }
    return worst.finding();
  }

  static Finding capacity(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.CAPACITY, tolerance);
    for (int k = 0; k < x.workers.length; k++) {
      double workers = x.cluster.poolWorkers(k);
      int pool = k;
      worst.atMost(
          x.workers[k],
          workers,
          Math.max(1, workers),
          () -> new Witness.OverBooked(x.cluster.poolName(pool), x.workers[pool], workers));
    }
    return worst.finding();
  }

  static Finding usefulTime(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.USEFUL_TIME, tolerance);
    for (int g = 0; g < x.problem.groupCount(); g++) {
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        if (!x.problem.runs(g, j)) {
          int group = g;
          int type = j;
          worst.atMost(
              x.fraction(g, j),
              0,
              1,
              () -> new Witness.Entry(x.name(group), x.type(type), x.fraction(group, type)));
        }
      }
    }
    return worst.finding();
  }

  /** The certificate is checked, exactly, and not believed. */
  static Finding proved(Reading x, Tolerance tolerance) {
    Proof proof = Proof.of(x.allocation);
    if (proof instanceof Proof.Unstated) {
      return new Finding.Undecided(
          Invariant.PROVED, "the certificate does not state what its prices prove");
    }
    if (proof.holdsWithin(tolerance)) {
      return new Finding.Holds(Invariant.PROVED, tolerance);
    }
    double gap =
        proof instanceof Proof.Proved loose
            ? loose.within().ceil()
            : Double.POSITIVE_INFINITY; // no gap is proved
    return new Finding.Violated(
        Invariant.PROVED, new Witness.Unproved(x.allocation.certificate(), proof), gap, tolerance);
  }
}
