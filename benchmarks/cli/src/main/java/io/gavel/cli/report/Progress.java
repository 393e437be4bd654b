package io.gavel.cli.report;

import io.gavel.simulator.observe.SimulationObserver;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar on the error stream, shown after two seconds, also while a step takes longer.
 * Thread-safe.
 */
public final class Progress implements SimulationObserver, AutoCloseable {

  /** The number of steps if it is unknown. */
  public static final int UNKNOWN = -1;

  private static final int PATIENCE_MILLIS = 2_000;

  private final String what;
  private final int total;
  private final boolean wanted;
  private final PrintStream stream;
  private final Timer timer = new Timer("progress", true);
  private int done;
  private String message = "";
  private @Nullable ProgressBar bar;

  private Progress(String what, int total, boolean wanted, PrintStream stream) {
    this.what = what;
    this.total = total;
    this.wanted = wanted;
    this.stream = stream;
  }

  /** Creates a bar; shown if forced or if the error stream is a terminal. */
  public static Progress of(String what, int total, boolean forced) {
    boolean wanted = forced || errorStreamIsTerminal();
    return started(what, total, wanted, System.err, PATIENCE_MILLIS);
  }

  static Progress started(
      String what, int total, boolean wanted, PrintStream stream, int patienceMillis) {
    Progress progress = new Progress(what, total, wanted, stream);
    if (wanted) {
      progress.timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              progress.show();
            }
          },
          patienceMillis);
    }
    return progress;
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
  public synchronized void step(int completed, String currently) {
    done = completed;
    message = currently;
    update();
  }

  private synchronized void show() {
    bar =
        new ProgressBarBuilder()
            .setTaskName(what)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(stream, 80))
            .build();
    update();
  }

  private void update() {
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(message);
    }
  }

  @Override
  public synchronized void close() {
    timer.cancel();
    if (bar != null) {
      bar.close();
    }
  }
}
