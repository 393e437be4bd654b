package io.gavel.cli.options;

import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One of several parts of a list: every {@code count}-th element, from the {@code number}-th on.
 *
 * @param number from 1 to {@code count}
 * @param count at least 1
 */
public record Shard(int number, int count) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  /**
   * Reads {@code NUMBER/COUNT}.
   *
   * @throws InvalidInputException if the text is not of this form, or the number not from 1 to the
   *     count
   */
  public static Shard parse(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      int number = Integer.parseInt(form.group(1));
      int count = Integer.parseInt(form.group(2));
      if (number >= 1 && number <= count) {
        return new Shard(number, count);
      }
    }
    throw new InvalidInputException(
        "--shard is %s; it must be I/N with I from 1 to N, such as 3/8".formatted(text));
  }

  /** Returns the indices of the elements of this part, ascending. */
  public List<Integer> of(int elements) {
    return IntStream.range(0, elements).filter(i -> i % count == number - 1).boxed().toList();
  }
}
