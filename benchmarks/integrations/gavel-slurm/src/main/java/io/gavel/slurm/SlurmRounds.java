package io.gavel.slurm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gavel.input.DurableFile;
import io.gavel.input.FileErrors;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.AllocationException;
import io.gavel.slurm.SlurmClient.SlurmException;
import io.gavel.slurm.SlurmRound.Settings;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rounds on a real cluster. Each look reads the cluster, plans, saves the state and then writes the
 * commands. It may be killed at any moment: the next look corrects what was not written, and if
 * there is none, delays end by themselves. While Slurm or the policy gives no answer, nothing is
 * changed.
 */
public final class SlurmRounds {

  private final SlurmClient slurm = new SlurmClient();
  private final Path file;
  private final Settings settings;
  private final double pollSeconds;
  private final Consumer<String> log;

  /**
   * Prepares rounds.
   *
   * @param file the state
   * @param settings how rounds are planned
   * @param pollSeconds the time between two looks
   * @param log takes one line for each look that changes something
   */
  public SlurmRounds(Path file, Settings settings, double pollSeconds, Consumer<String> log) {
    this.file = file;
    this.settings = settings;
    this.pollSeconds = pollSeconds;
    this.log = log;
  }

  /**
   * Runs rounds until the thread is interrupted.
   *
   * @param most the number of rounds; 0 for no limit
   * @throws InvalidInputException if the state cannot be read or written, or another process has it
   */
  public void run(int most) {
    try (FileChannel lock = lock(file)) {
      writeId(lock);
      RoundState state = RoundState.read(file);
      String trouble = "";
      boolean told = false;
      for (int rounds = 0; !Thread.currentThread().isInterrupted(); pause()) {
        try {
          if (!told) {
            log.accept(
                slurm.hasAccounting()
                    ? "service is measured by sacct"
                    : "service is estimated from squeue, as the cluster has no slurmdbd");
            told = true;
          }
          SlurmRound round = SlurmRound.next(state, slurm.read(runsSince(state)), settings);
          rounds += round.starting() ? 1 : 0;
          if (most > 0 && rounds > most) {
            return;
          }
          if (!round.state().equals(state)) {
            round.state().write(file);
            state = round.state();
          }
          apply(round);
          trouble = "";
        } catch (SlurmException | InvalidInputException | AllocationException e) {
          if (!trouble.equals(e.getMessage())) {
            trouble = String.valueOf(e.getMessage());
            log.accept("nothing is changed: " + trouble);
          }
        }
      }
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /** Runs are asked for at the end of a round only, when they are credited. */
  private Optional<Double> runsSince(RoundState state) {
    return state
        .scheduler()
        .flatMap(ledger -> ledger.lastPlan())
        .filter(plan -> System.currentTimeMillis() / 1e3 >= plan.endSeconds())
        .map(RoundPlan::startSeconds);
  }

  private void apply(SlurmRound round) throws SlurmException {
    long start = System.nanoTime();
    List<String> complaints = slurm.apply(round.commands());
    if (round.starting() || !round.commands().isEmpty()) {
      long running = round.advice().stream().filter(advice -> advice.next().isPresent()).count();
      long stops = round.commands().stream().filter(c -> c.startsWith("requeue ")).count();
      log.accept(
          String.format(
              Locale.ROOT,
              "%s: %d jobs with a lease, %d stopped, %d commands in %.0f ms",
              round.starting() ? "round" : "fill",
              running,
              stops,
              round.commands().size(),
              (System.nanoTime() - start) / 1e6));
    }
    complaints.forEach(complaint -> log.accept("  scontrol: " + complaint));
  }

  private void pause() {
    try {
      Thread.sleep((long) (1e3 * pollSeconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Gives all jobs back to Slurm.
   *
   * @param file the state of the rounds, which must not run
   * @param log takes the commands
   * @throws SlurmException if Slurm does not answer; nothing is given back then
   */
  public static void release(Path file, Consumer<String> log) throws SlurmException {
    try (FileChannel lock = lock(file)) {
      writeId(lock);
      SlurmClient slurm = new SlurmClient();
      List<String> commands =
          Levers.release(slurm.read(Optional.empty()), RoundState.read(file).notes());
      commands.forEach(log);
      slurm.apply(commands).forEach(complaint -> log.accept("  scontrol: " + complaint));
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /** Two processes would undo each other's commands. */
  private static FileChannel lock(Path file) throws IOException {
    Path path = file.resolveSibling(file.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(file);
    }
    channel.close();
    throw inUse(file);
  }

  /** Says who holds the lock. */
  private static void writeId(FileChannel lock) throws IOException {
    DurableFile.write(lock, 0, (ProcessHandle.current().pid() + "\n").getBytes(US_ASCII));
  }

  private static InvalidInputException inUse(Path file) {
    return new InvalidInputException(
        "%s: is in use; only one process may run rounds on a cluster".formatted(file));
  }
}
