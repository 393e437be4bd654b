package io.gavel.policies.program;

import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.internal.Require;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to a {@link Program}. Immutable.
 *
 * @param allocation the fractions, exactly feasible, with the certificate of the first objective.
 *     If the program buys workers, its problem is the program's on a cluster with the bought
 *     workers, rounded up, and at least the workers of its largest gang
 * @param certificates one for each objective, in order: its value at the allocation and a bound on
 *     it, given the permitted losses of earlier objectives; then the certificates of the further
 *     levels of objectives that are {@linkplain Objective.LeastOfSets#filling filled}
 * @param purchased the workers bought, by name of the worker type, in the order of the program;
 *     fractions of a worker are workers that are rented for a part of the time
 */
public record Solution(
    Allocation allocation, List<Certificate> certificates, Map<String, Double> purchased) {

  /**
   * Copies the parts.
   *
   * @param allocation the fractions
   * @param certificates one for each objective, at least one
   * @param purchased workers by name of the worker type, finite and at least 0
   * @throws IllegalArgumentException if there is no certificate, or a number of workers is invalid
   */
  public Solution {
    certificates = List.copyOf(certificates);
    Require.atLeast(1, certificates.size(), "number of certificates");
    purchased = Collections.unmodifiableMap(new LinkedHashMap<>(purchased));
    purchased.forEach(
        (type, workers) -> Require.nonNegative(workers, "purchased workers of type", type));
  }

  /**
   * Returns the value of an objective at the allocation.
   *
   * @param stage the position of the objective in the program, from 0
   * @return the value in the unit of the objective
   */
  public double objective(int stage) {
    return certificate(stage).objective();
  }

  /**
   * Returns the certificate of an objective.
   *
   * @param stage the position of the objective in the program, from 0
   * @return its value, bound and prices
   */
  public Certificate certificate(int stage) {
    return certificates.get(Require.index(stage, certificates.size(), "objective"));
  }

  /**
   * Returns the workers bought of a type.
   *
   * @param typeName a worker type's name
   * @return workers, at least 0; 0 if the program cannot buy this type
   */
  public double purchased(String typeName) {
    return purchased.getOrDefault(typeName, 0.0);
  }
}
