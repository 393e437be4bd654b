package io.gavel.cli.report;

import io.gavel.simulator.SimulationResult;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Warns once in a command that rounds keep limits, such as those of quotas, on average only. Safe
 * for use by threads.
 */
public final class LimitNotice {

  private final PrintWriter err;
  private final AtomicBoolean given = new AtomicBoolean();

  public LimitNotice(PrintWriter err) {
    this.err = err;
  }

  /** Warns if a run had limits and this is the first of the command. */
  public SimulationResult about(SimulationResult result) {
    if (!result.limits().isEmpty() && given.compareAndSet(false, true)) {
      err.printf(
          "rounds keep limits on average only and may exceed \"%s\" at times%n",
          String.join("\", \"", result.limits()));
    }
    return result;
  }
}
