package io.gavel.legacy.fidelity;

/** What the jobs of a random allocation are like. */
public enum Kind {
  /** One worker each. */
  ONE_WORKER("one worker"),
  /** One, two or four workers each. */
  GANGS("gangs"),
  /** One worker each, and many share it. */
  PAIRS("pairs");

  private final String title;

  Kind(String title) {
    this.title = title;
  }

  /**
   * The name for people.
   *
   * @return lower case
   */
  public String title() {
    return title;
  }
}
