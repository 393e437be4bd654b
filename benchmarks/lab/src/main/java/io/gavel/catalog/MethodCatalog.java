package io.gavel.catalog;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.method.Feasibility;
import io.gavel.estimator.method.Fingerprint;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.method.MatrixFactorization;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.method.RidgeCombination;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Locale;

/** Every method of estimation that the command line knows, the default first. */
public final class MethodCatalog {

  /** The name that stands for the list of names. */
  public static final String LIST = "list";

  /** Prior spread of the log odds: fitting as a matter of degree. */
  private static final double SPREAD = 3;

  private MethodCatalog() {}

  /**
   * A method and its name.
   *
   * @param key the name, in the one spelling that is printed
   * @param summary what it does, in a few words
   * @param method the method
   */
  public record Entry(String key, String summary, EstimationMethod method) {}

  public static List<Entry> entries() {
    MatrixFactorization published = MatrixFactorization.published(1);
    return List.of(
        new Entry(
            "standard",
            "feasibility over the best of several methods, calibrated",
            EstimationMethods.standard()),
        new Entry("gaussian", "mean and covariance of the columns", GaussianConditional.create()),
        new Entry("ridge", "a combination of the references", RidgeCombination.create()),
        new Entry("nearest", "mean of the nearest references", NearestReferences.create()),
        new Entry(
            "feasibility_gaussian",
            "what cannot share on its own, over gaussian",
            new Feasibility(GaussianConditional.create(), SPREAD)),
        new Entry(
            "feasibility_ridge",
            "the same, over ridge",
            new Feasibility(RidgeCombination.create(), SPREAD)),
        new Entry(
            "feasibility_nearest",
            "the same, over nearest",
            new Feasibility(NearestReferences.create(), SPREAD)),
        new Entry(
            "matrix_factorization",
            "low rank by alternating least squares",
            MatrixFactorization.create(1)),
        new Entry("matrix_factorization_published", "the same as Gavel has it", published),
        new Entry(
            "fingerprint",
            "Gavel's chain: factorise, take the nearest reference's row",
            new Fingerprint(published)));
  }

  public static List<String> keys() {
    return entries().stream().map(Entry::key).toList();
  }

  /**
   * An entry by its name; {@code -} and {@code _} are the same.
   *
   * @param option that has the name, for the complaint
   * @param name of a method
   * @return its entry
   * @throws InvalidInputException if there is no such method
   */
  public static Entry entry(String option, String name) {
    String key = name.strip().replace('-', '_').toLowerCase(Locale.ROOT);
    return entries().stream()
        .filter(entry -> entry.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "%s: there is no method \"%s\"; known: %s"
                        .formatted(option, name, String.join(", ", keys()))));
  }
}
