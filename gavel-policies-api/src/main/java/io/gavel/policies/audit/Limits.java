package io.gavel.policies.audit;

import io.gavel.policies.Certificate;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;

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

  static Finding proved(Reading x, Tolerance tolerance) {
    Certificate certificate = x.allocation.certificate();
    return certificate.holdsWithin(tolerance)
        ? new Finding.Holds(Invariant.PROVED, tolerance)
        : new Finding.Violated(
            Invariant.PROVED,
            new Witness.Unproved(certificate),
            Math.max(certificate.relativeGap(), certificate.maxViolation()),
            tolerance);
  }
}
