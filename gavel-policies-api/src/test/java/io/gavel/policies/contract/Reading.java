package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The content of an answer at one time. Equal readings are equal bit for bit. Immutable.
 *
 * @param fractions by group and worker type; empty if the policy declined
 * @param throughputs by job
 * @param certificate of the answer; empty if the policy declined
 * @param declined the exception; empty if the policy answered
 */
record Reading(
    List<List<Double>> fractions,
    List<Double> throughputs,
    Optional<Certificate> certificate,
    String declined) {

  /** Reads the answer of a policy; a documented exception is an answer too. */
  static Reading of(Supplier<Allocation> question) {
    try {
      return of(question.get());
    } catch (InfeasibleProblemException | SolveFailedException declined) {
      return new Reading(List.of(), List.of(), Optional.empty(), declined.toString());
    }
  }

  static Reading of(Allocation x) {
    List<List<Double>> fractions = new ArrayList<>();
    for (int g = 0; g < x.problem().groupCount(); g++) {
      List<Double> row = new ArrayList<>();
      for (int j = 0; j < x.problem().cluster().typeCount(); j++) {
        row.add(x.fraction(g, j));
      }
      fractions.add(row);
    }
    List<Double> throughputs = new ArrayList<>();
    for (int m = 0; m < x.problem().jobCount(); m++) {
      throughputs.add(x.effectiveThroughput(m));
    }
    return new Reading(fractions, throughputs, Optional.of(x.certificate()), "");
  }

  /** The first difference, for a message. */
  String unlike(Reading other) {
    if (!declined.equals(other.declined)) {
      return "says %s, not %s".formatted(words(declined), words(other.declined));
    }
    if (fractions.size() != other.fractions.size()) {
      return "answers for %s groups, not %s".formatted(fractions.size(), other.fractions.size());
    }
    for (int g = 0; g < fractions.size(); g++) {
      if (!fractions.get(g).equals(other.fractions.get(g))) {
        return "gives group %s the fractions %s, not %s"
            .formatted(g, fractions.get(g), other.fractions.get(g));
      }
    }
    return "has throughputs %s and certificate %s, not %s and %s"
        .formatted(throughputs, certificate, other.throughputs, other.certificate);
  }

  private static String words(String declined) {
    return declined.isEmpty() ? "an allocation" : '"' + declined + '"';
  }
}
