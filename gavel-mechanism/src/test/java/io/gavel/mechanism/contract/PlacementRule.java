package io.gavel.mechanism.contract;

import java.util.Locale;

/** The numbered rules of a placement strategy. */
public enum PlacementRule {
  /** It finds a place if and only if some server has room. */
  FINDS(1),
  /** Where it puts a task, the task fits. */
  FITS(2),
  /** Choosing changes no server. */
  LOOKS_ONLY(3),
  /** Equal servers and equal requests in equal order have equal answers. */
  DETERMINISM(4);

  private final int number;

  PlacementRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "placement rule %d (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
