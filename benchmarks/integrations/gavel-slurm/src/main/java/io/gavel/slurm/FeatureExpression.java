package io.gavel.slurm;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The features that a job asks for: names with {@code &} or {@code ,} for and, {@code |} for or,
 * round and square brackets, and counts such as {@code *2}, which are ignored.
 */
final class FeatureExpression {

  private static final Pattern TOKEN =
      Pattern.compile("\\G([\\w.:@+-]+(?:\\*\\d+)?|[&|,()\\[\\]])");
  private static final Pattern ALL_OF = Pattern.compile("[\\w.:@+-]+(&[\\w.:@+-]+)*");

  private final String text;
  private final Matcher tokens;
  private final Set<String> features;
  private int end;
  private String token = ""; // empty at the end

  private FeatureExpression(String text, Set<String> features) {
    this.text = text;
    this.tokens = TOKEN.matcher(text);
    this.features = features;
    next();
  }

  /**
   * Returns whether a node with these features satisfies an expression.
   *
   * @return empty if the expression has a form that is not understood
   */
  static Optional<Boolean> holds(String text, Set<String> features) {
    if (text.isBlank()) {
      return Optional.of(true);
    }
    try {
      FeatureExpression expression = new FeatureExpression(text, features);
      boolean holds = expression.anyOf();
      return expression.token.isEmpty() ? Optional.of(holds) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether another feature can be added by {@code &}. */
  static boolean isConjunction(String text) {
    return ALL_OF.matcher(text).matches();
  }

  private void next() {
    if (end == text.length()) {
      token = "";
    } else if (tokens.find(end)) {
      token = tokens.group();
      end = tokens.end();
    } else {
      throw new IllegalArgumentException(text);
    }
  }

  private boolean anyOf() {
    boolean holds = allOf();
    while (token.equals("|")) {
      next();
      holds |= allOf();
    }
    return holds;
  }

  private boolean allOf() {
    boolean holds = one();
    while (token.equals("&") || token.equals(",")) {
      next();
      holds &= one();
    }
    return holds;
  }

  private boolean one() {
    String first = token;
    if (first.equals("(") || first.equals("[")) {
      next();
      boolean holds = anyOf();
      if (!token.equals(first.equals("(") ? ")" : "]")) {
        throw new IllegalArgumentException(text);
      }
      next();
      return holds;
    }
    if (first.isEmpty() || !Character.isLetterOrDigit(first.charAt(0))) {
      throw new IllegalArgumentException(text);
    }
    next();
    return features.contains(first.replaceFirst("\\*\\d+$", ""));
  }
}
