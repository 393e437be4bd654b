package io.gavel.cli.report;

import io.gavel.simulator.observe.SimulationObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on the error stream, shown after two seconds. */
public final class Progress implements SimulationObserver, AutoCloseable {

  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final String what;
  private final int total;
  private final boolean wanted;
  private final long start = System.nanoTime();
  private @Nullable ProgressBar bar;

  private Progress(String what, int total, boolean wanted) {
    this.what = what;
    this.total = total;
    this.wanted = wanted;
  }

  /** Creates a bar; shown if forced or if the error stream is a terminal. */
  public static Progress of(String what, int total, boolean forced) {
    return new Progress(what, total, forced || errorStreamIsTerminal());
  }

  private static boolean errorStreamIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // unknown on this system; an option forces the bar
    }
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    if (wanted) { // a run has a million rounds, and formatting takes longer than some of them
      step(completedJobs, String.format(Locale.ROOT, "%.1f h", endSeconds / 3600));
    }
  }

  /** Reports the number of completed steps. */
  public void step(int done, String message) {
    if (bar == null && wanted && System.nanoTime() - start > PATIENCE_NANOS) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(what)
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(System.err, 80))
              .build();
    }
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(message);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
