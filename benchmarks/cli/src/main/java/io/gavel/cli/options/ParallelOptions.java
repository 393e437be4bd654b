package io.gavel.cli.options;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for parallel runs and their progress bar. */
public final class ParallelOptions {

  private static final int MOST = 1_024;

  @Option(names = "--threads", paramLabel = "N")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private ProgressOption progress = new ProgressOption();

  public int threads() {
    Range.require(threads >= 1 && threads <= MOST, "--threads", threads, "from 1 to " + MOST);
    return threads;
  }

  public ProgressOption progress() {
    return progress;
  }
}
