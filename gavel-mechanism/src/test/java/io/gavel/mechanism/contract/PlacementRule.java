package io.gavel.mechanism.contract;

import java.util.Locale;

/** The numbered rules of a placement strategy. */
public enum PlacementRule {
  /** The strategy finds a place if and only if some server has room. */
  FINDS(1),
  /** The task fits at the chosen place. */
  FITS(2),
  /** Choosing changes no server. */
  LOOKS_ONLY(3),
  /** Equal servers and equal requests in equal order lead to equal choices. */
  DETERMINISM(4);

  private final int number;

  PlacementRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "placement rule %s (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
