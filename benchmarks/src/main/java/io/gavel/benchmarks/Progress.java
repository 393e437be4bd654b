package io.gavel.benchmarks;

import io.gavel.benchmarks.simulation.SimulationObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A bar of completed jobs on the error stream, for whatever takes longer than two seconds. */
final class Progress implements SimulationObserver, AutoCloseable {

  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final boolean wanted;
  private final int jobs;
  private final long start = System.nanoTime();
  private @Nullable ProgressBar bar;

  private Progress(boolean wanted, int jobs) {
    this.wanted = wanted;
    this.jobs = jobs;
  }

  /** Shown if asked for, or if somebody can see it. */
  static Progress of(int jobs, boolean forced) {
    return new Progress(forced || errorStreamIsTerminal(), jobs);
  }

  private static boolean errorStreamIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Java cannot tell; there is the option to force it
    }
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    if (bar == null && wanted && System.nanoTime() - start > PATIENCE_NANOS) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("jobs completed")
              .setInitialMax(jobs)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(System.err, 80))
              .build();
    }
    if (bar != null) {
      bar.stepTo(completedJobs);
      bar.setExtraMessage("%.1f h".formatted(endSeconds / 3600));
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
