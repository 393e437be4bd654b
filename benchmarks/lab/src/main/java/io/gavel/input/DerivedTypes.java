package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Worker types that nobody measured: {@code a100=v100*2,t4=p100*0.6} are for all jobs twice as fast
 * as a {@code v100} and six tenths as fast as a {@code p100}.
 */
public final class DerivedTypes {

  private static final Pattern ENTRY = Pattern.compile("([^=*]+)=([^=*]+)\\*([^=*]+)");

  private static final double LEAST = 1e-6; // no rate becomes 0 or infinite

  private static final double MOST = 1e6;

  private DerivedTypes() {}

  /**
   * Adds types to a table.
   *
   * @param option {@code NEW=KNOWN*FACTOR,...}; each may name one before it; empty for none
   * @param table what is known
   * @return the table with the types at its end
   * @throws InvalidInputException naming the entry and what is allowed
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
      throw wrong(entry, "the table has %s already".formatted(type));
    }
    if (!table.workerTypes().contains(from)) {
      throw wrong(
          entry,
          "there is no type %s; there are %s"
              .formatted(from, String.join(", ", table.workerTypes())));
    }
    try {
      double times = Double.parseDouble(factor);
      if (times >= LEAST && times <= MOST) {
        return table.withType(type, from, times);
      }
    } catch (NumberFormatException e) {
      // falls through to the complaint
    }
    throw wrong(entry, "\"%s\" must be a number from %s to %s".formatted(factor, LEAST, MOST));
  }

  private static InvalidInputException wrong(String entry, String why) {
    return new InvalidInputException("--derive: \"%s\": %s".formatted(entry, why));
  }
}
