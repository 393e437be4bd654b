package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Worker types defined as multiples of measured ones: with {@code a100=v100*2,t4=p100*0.6} all jobs
 * run twice as fast on an {@code a100} as on a {@code v100}, and 0.6 times as fast on a {@code t4}
 * as on a {@code p100}.
 */
public final class DerivedTypes {

  private static final Pattern ENTRY = Pattern.compile("([^=*]+)=([^=*]+)\\*([^=*]+)");

  private static final double LEAST = 1e-6; // keeps rates finite and positive

  private static final double MOST = 1e6;

  private DerivedTypes() {}

  /**
   * Adds types to a table.
   *
   * @param option {@code NEW=KNOWN*FACTOR,...}; each may name one before it; empty for none
   * @param table the measured throughputs
   * @return the table with the types at its end
   * @throws InvalidInputException naming the entry and the allowed values
   */
  public static ThroughputTable add(String option, ThroughputTable table) {
    ThroughputTable all = table;
    for (String entry : option.isEmpty() ? new String[0] : option.split(",", -1)) {
      Matcher matcher = ENTRY.matcher(entry);
      if (!matcher.matches()) {
        throw wrong(entry, "must be like a100=v100*2");
      }
      all = add(entry, matcher.group(1).strip(), matcher.group(2).strip(), matcher.group(3), all);
    }
    return all;
  }

  private static ThroughputTable add(
      String entry, String type, String from, String factor, ThroughputTable table) {
    if (table.workerTypes().contains(type)) {
      throw wrong(entry, "the table already has %s".formatted(type));
    }
    if (!table.workerTypes().contains(from)) {
      throw wrong(
          entry,
          "there is no type %s; known: %s".formatted(from, String.join(", ", table.workerTypes())));
    }
    try {
      double times = Double.parseDouble(factor);
      if (times >= LEAST && times <= MOST) {
        return table.withType(type, from, times);
      }
    } catch (NumberFormatException e) {
      // falls through to the exception
    }
    throw wrong(entry, "\"%s\" must be a number from %s to %s".formatted(factor, LEAST, MOST));
  }

  private static InvalidInputException wrong(String entry, String why) {
    return new InvalidInputException("--derive: \"%s\": %s".formatted(entry, why));
  }
}
