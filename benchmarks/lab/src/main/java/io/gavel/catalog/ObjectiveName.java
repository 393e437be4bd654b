package io.gavel.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * What a policy optimises, in words. Immutable.
 *
 * @param name such as {@code lowest normalised throughput}
 * @param unit of its values; empty if they have none
 */
public record ObjectiveName(String name, String unit) {

  private static final String RESOURCE = "io.gavel.catalog.objectives";

  /**
   * Returns the objective of a policy. Variants such as {@code _packed} have the same.
   *
   * @param policy its key
   * @return empty for policies of users
   */
  public static Optional<ObjectiveName> of(String policy) {
    ResourceBundle names = ResourceBundle.getBundle(RESOURCE, Locale.ROOT);
    return names.keySet().stream()
        .filter(policy::startsWith)
        .max(Comparator.comparingInt(String::length))
        .map(key -> List.of(names.getString(key).split(" *\\| *", -1)))
        .map(parts -> new ObjectiveName(parts.get(0), parts.size() > 1 ? parts.get(1) : ""));
  }

  @Override
  public String toString() {
    return unit.isEmpty() ? name : "%s, in %s".formatted(name, unit);
  }
}
