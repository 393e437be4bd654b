package io.gavel.quickstart;

/** The first program of the guide; the consumer projects of the build run this very file. */
public final class QuickStart {
  private QuickStart() {}

  /**
   * Runs the program.
   *
   * @param args none
   */
  public static void main(String[] args) {
    System.out.println("ready");
  }
}
