package io.gavel.legacy.fidelity;

/** The jobs of a random allocation. */
public enum Kind {
  /** One worker each. */
  ONE_WORKER("one worker"),
  /** One, two or four workers each. */
  GANGS("gangs"),
  /** One worker each; many jobs share it. */
  PAIRS("pairs");

  private final String title;

  Kind(String title) {
    this.title = title;
  }

  /**
   * Returns the name in reports.
   *
   * @return the name, in lower case
   */
  public String title() {
    return title;
  }
}
