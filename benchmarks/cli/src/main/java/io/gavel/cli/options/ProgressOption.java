package io.gavel.cli.options;

import io.gavel.cli.report.Progress;
import picocli.CommandLine.Option;

/** Option for the progress bar of a long-running command. */
public final class ProgressOption {

  @Option(names = "--progress")
  private boolean wanted;

  /** Creates a progress bar of {@code total} steps; shown only on a terminal or if forced. */
  public Progress of(String what, int total) {
    return Progress.of(what, total, wanted);
  }
}
