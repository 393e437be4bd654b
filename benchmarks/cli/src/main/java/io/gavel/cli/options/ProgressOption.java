package io.gavel.cli.options;

import io.gavel.cli.report.Progress;
import picocli.CommandLine.Option;

/** Whether a command that takes long shows how far it is. */
public final class ProgressOption {

  @Option(names = "--progress", description = "Show progress even if stderr is no terminal.")
  private boolean wanted;

  /** A bar of so many things; nothing is shown where nobody can see it. */
  public Progress of(String what, int total) {
    return Progress.of(what, total, wanted);
  }
}
