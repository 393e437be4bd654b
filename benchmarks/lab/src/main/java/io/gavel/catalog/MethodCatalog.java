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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The estimation methods of the command line, the default first. */
public final class MethodCatalog {

  /** The name that lists all methods. */
  public static final String LIST = "list";

  /** Prior spread of the log odds of feasibility. */
  private static final double SPREAD = 3;

  private MethodCatalog() {}

  /**
   * A method and its name.
   *
   * @param key the canonical name
   * @param summary a short description
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
            "separate model of which pairs can share, over gaussian",
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
        new Entry("matrix_factorization_published", "the same, as in Gavel", published),
        new Entry(
            "fingerprint",
            "Gavel's method: factorise, then use the row of the nearest reference",
            new Fingerprint(published)));
  }

  public static List<String> keys() {
    return entries().stream().map(Entry::key).toList();
  }

  /**
   * Returns the methods of the catalogue and of the services on a class path.
   *
   * @param own the classes of users
   * @return the entries, methods of users last
   */
  public static List<Entry> entries(OwnClasses own) {
    List<Entry> all = new ArrayList<>(entries());
    own.providers(EstimationMethod.class).forEach(found -> all.add(entry(found)));
    return all;
  }

  private static Entry entry(OwnClasses.Own<EstimationMethod> own) {
    return new Entry(own.key(), "own method " + own.className(), new OwnMethod(own.value()));
  }

  /**
   * Returns the method of a name.
   *
   * @param option the option with the name, for the error message
   * @param name a name of this catalogue or of a provider, or the name of a class
   * @param own the classes of users
   * @return the entry
   * @throws InvalidInputException if there is no such method, or if it cannot be created
   */
  public static Entry entry(String option, String name, OwnClasses own) {
    return own.find(option, EstimationMethod.class, name)
        .map(MethodCatalog::entry)
        .orElseGet(() -> entry(option, name));
  }

  /**
   * Returns an entry by name; {@code -} and {@code _} are equivalent.
   *
   * @param option the option with the name, for the error message
   * @param name name of a method
   * @return the entry
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
                    "%s: there is no method \"%s\"; known: %s, and class:NAME with --classpath"
                        .formatted(option, name, String.join(", ", keys()))));
  }
}
