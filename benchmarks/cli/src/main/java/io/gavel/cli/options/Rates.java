package io.gavel.cli.options;

import io.gavel.workload.InvalidInputException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses rates such as {@code 0.4,0.5} or {@code 0.2..1.0..0.2}. */
public final class Rates {

  private static final int MOST = 1_000;
  private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
  private static final Pattern RANGE =
      Pattern.compile(NUMBER + "\\.\\." + NUMBER + "\\.\\." + NUMBER);

  private Rates() {}

  /** Returns the rates, in the order of the text. */
  public static List<Double> parse(String text) {
    List<Double> rates = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        rates.add(single(part, text));
        continue;
      }
      BigDecimal rate = new BigDecimal(matcher.group(1));
      BigDecimal last = new BigDecimal(matcher.group(2));
      BigDecimal step = new BigDecimal(matcher.group(3));
      if (step.signum() == 0 || last.compareTo(rate) < 0) {
        throw wrong(text);
      }
      for (; rate.compareTo(last) <= 0 && rates.size() <= MOST; rate = rate.add(step)) {
        rates.add(rate.doubleValue());
      }
    }
    if (rates.size() > MOST) {
      throw wrong(text);
    }
    return rates;
  }

  private static double single(String part, String text) {
    try {
      return Double.parseDouble(part); // its range is checked by the workload
    } catch (NumberFormatException e) {
      throw wrong(text);
    }
  }

  private static InvalidInputException wrong(String text) {
    return new InvalidInputException(
        "--rate is \"%s\"; it must be at most %s rates, such as 0.4 or 0.4,0.5 or 0.2..1.0..0.2"
            .formatted(text, MOST));
  }
}
