package io.gavel.cli.options;

import io.gavel.workload.InvalidInputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Parses seeds such as {@code 42}, {@code 42..51} or {@code 1,5..7}. */
public final class SeedRange {

  private static final int MOST = 10_000;
  private static final int MOST_SEED = Integer.MAX_VALUE; // as of --seed
  private static final Pattern PART = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

  private SeedRange() {}

  public static List<Long> parse(String text) {
    Set<Long> seeds = new LinkedHashSet<>(); // a seed given twice is one run
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw wrong(text);
      }
      long first = Long.parseLong(matcher.group(1));
      long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
      if (last > MOST_SEED) {
        throw new InvalidInputException(
            "--seeds is \"%s\": %s is too large; a seed is from 0 to %s"
                .formatted(text, last, MOST_SEED));
      }
      if (last < first) {
        throw new InvalidInputException(
            "--seeds is \"%s\": %s is descending; a range goes from the lower to the higher seed, such as %s..%s"
                .formatted(text, part, last, first));
      }
      if (last - first >= MOST - seeds.size()) {
        throw wrong(text);
      }
      LongStream.rangeClosed(first, last).forEach(seeds::add);
    }
    return List.copyOf(seeds);
  }

  private static InvalidInputException wrong(String text) {
    return new InvalidInputException(
        "--seeds is \"%s\"; it must be at most %s whole numbers, such as 42 or 42..51 or 1,5..7"
            .formatted(text, MOST));
  }
}
