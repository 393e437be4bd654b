package io.gavel.kubernetes.objects;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of objects whose classes this module does not have. Missing fields are empty;
 * fields of an unexpected type are refused by name.
 */
final class Fields {

  private Fields() {}

  /** Returns the objects in a list. */
  static List<Map<?, ?>> objects(GenericKubernetesResource object, Object... path) {
    return list(object.get(path), path);
  }

  /** Returns the objects in a list of an object. */
  static List<Map<?, ?>> objects(Map<?, ?> object, String field) {
    return list(object.get(field), field);
  }

  private static List<Map<?, ?>> list(@Nullable Object value, Object... path) {
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
      return list.stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList();
    }
    throw wrong(value, "a list of objects", path);
  }

  static Map<?, ?> object(Map<?, ?> object, String field) {
    Object value = object.get(field);
    if (value == null || value instanceof Map) {
      return value == null ? Map.of() : (Map<?, ?>) value;
    }
    throw wrong(value, "an object", field);
  }

  static String text(Map<?, ?> object, String field) {
    Object value = object.get(field);
    return value == null ? "" : value.toString();
  }

  static String text(GenericKubernetesResource object, Object... path) {
    Object value = object.get(path);
    return value == null ? "" : value.toString();
  }

  /**
   * Returns a number of things, such as a quota.
   *
   * @param what for messages
   */
  static Optional<Integer> count(Map<?, ?> object, String field, String what) {
    Object value = object.get(field);
    return value == null ? Optional.empty() : Optional.of(count(value, what));
  }

  static int count(Object value, String what) {
    try {
      BigDecimal number = Quantity.getAmountInBytes(Quantity.parse(value.toString()));
      int count = number.intValueExact();
      if (count >= 0) {
        return count;
      }
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(wanted(what, value), e);
    }
    throw new IllegalArgumentException(wanted(what, value));
  }

  private static String wanted(String what, Object value) {
    return "%s is %s; it must be a whole number, at least 0".formatted(what, value);
  }

  private static IllegalArgumentException wrong(Object value, String wanted, Object... path) {
    return new IllegalArgumentException(
        "field %s is %s; it must be %s".formatted(List.of(path), value, wanted));
  }
}
