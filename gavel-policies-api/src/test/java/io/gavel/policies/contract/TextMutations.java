package io.gavel.policies.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Almost valid texts, for readers that must reject any invalid text in one documented way.
 * Stateless.
 */
public final class TextMutations {

  private static final String MARKS = " =[],\"\\#.-+eE0189\n\r\tnu\u0000\u00e9\ud83d";

  private TextMutations() {}

  /**
   * A text with a few faults.
   *
   * @param text a valid text
   * @param other another text, whose parts may be mixed in
   * @param seed of all choices
   * @return a text that is usually invalid
   */
  public static String of(String text, String other, long seed) {
    return of(text, other, new Random(seed));
  }

  /**
   * A text with a few faults of given random numbers.
   *
   * @param text a valid text
   * @param other another text, whose parts may be mixed in
   * @param random of all choices
   * @return a text that is usually invalid
   */
  public static String of(String text, String other, Random random) {
    String mutated = text;
    for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
      mutated = one(mutated, other, random);
    }
    return mutated;
  }

  /**
   * A text without its digest: faults in what is left are for the reader of its lines to find.
   *
   * @param text the output of a writer of snapshots
   * @return all lines but the last
   */
  public static String withoutDigest(String text) {
    return text.substring(0, text.lastIndexOf("digest "));
  }

  private static String one(String text, String other, Random random) {
    int at = random.nextInt(text.length() + 1);
    return switch (random.nextInt(12)) {
      case 0 -> text.substring(0, at);
      case 1 ->
          text.substring(0, at) + mark(random) + text.substring(Math.min(text.length(), at + 1));
      case 2 -> text.substring(0, at) + mark(random) + text.substring(at);
      case 3 ->
          text.substring(0, at)
              + text.substring(Math.min(text.length(), at + 1 + random.nextInt(5)));
      case 4 -> flipped(text, random);
      case 5 -> lines(text, random, List::remove);
      case 6 -> lines(text, random, (lines, i) -> lines.add(random.nextInt(i + 1), lines.get(i)));
      case 7 ->
          lines(
              text, random, (lines, i) -> Collections.swap(lines, i, random.nextInt(lines.size())));
      case 8 -> lines(text, random, (lines, i) -> lines.set(i, lineOf(other, random)));
      case 9 -> lines(text, random, (lines, i) -> lines.set(i, number(lines.get(i), random)));
      case 10 -> text.substring(0, at) + other.substring(random.nextInt(other.length() + 1));
      default -> noise(random);
    };
  }

  private interface Change {
    void apply(List<String> lines, int i);
  }

  private static String lines(String text, Random random, Change change) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    change.apply(lines, random.nextInt(lines.size()));
    return String.join("\n", lines);
  }

  private static String lineOf(String text, Random random) {
    String[] lines = text.split("\n", -1);
    return lines[random.nextInt(lines.length)];
  }

  private static String flipped(String text, Random random) {
    if (text.isEmpty()) {
      return text;
    }
    char[] chars = text.toCharArray();
    chars[random.nextInt(chars.length)] ^= (char) (1 << random.nextInt(8));
    return new String(chars);
  }

  /** Replaces a number by one of another kind. */
  private static String number(String line, Random random) {
    List<String> numbers =
        List.of(
            "-1", "0", "1e999", "nan", "inf", "-inf", "2", "1e-300", "99999999999999999999", "");
    return line.replaceFirst("=-?[0-9.]+", "=" + numbers.get(random.nextInt(numbers.size())));
  }

  private static String noise(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append(random.nextBoolean() ? mark(random) : (char) random.nextInt(128));
    }
    return text.toString();
  }

  private static char mark(Random random) {
    return MARKS.charAt(random.nextInt(MARKS.length()));
  }
}
