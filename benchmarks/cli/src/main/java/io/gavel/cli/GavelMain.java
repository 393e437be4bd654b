package io.gavel.cli;

import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Messages;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code gavel} command line; runs {@code demo} if no command is given. */
@Command(
    name = "gavel",
    mixinStandardHelpOptions = true,
    versionProvider = GavelVersion.class,
    description = "Scheduling policies for clusters of heterogeneous accelerators.",
    footer = "%nWithout a command, gavel runs the demo.",
    subcommands = {
      DemoCommand.class,
      SolveCommand.class,
      SimulateCommand.class,
      EstimateCommand.class,
      PoliciesCommand.class,
      ReplayCommand.class,
      PlaceCommand.class,
      FidelityCommand.class,
      SweepCommand.class,
      ExperimentCommand.class,
      BenchCommand.class,
      BenchPlotCommand.class,
      CommandLine.HelpCommand.class
    })
public final class GavelMain implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create(); // replaced by picocli

  GavelMain() {}

  /**
   * Runs a command and exits with its status.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    // UTF-8 in every locale: JSON requires it, and file names may need it.
    PrintWriter out = utf8(FileDescriptor.out);
    PrintWriter err = utf8(FileDescriptor.err);
    int status = commandLine(out, err).execute(args);
    out.flush();
    err.flush();
    System.exit(status);
  }

  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  /** Creates the command line on the given streams; also used by tests. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new GavelMain())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(GavelMain::usageError)
        .setExecutionExceptionHandler(GavelMain::failure);
  }

  private static int usageError(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String meant = "";
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> similar = unmatched.getSuggestions();
      meant = similar.isEmpty() ? "" : "; did you mean %s?".formatted(String.join(" or ", similar));
    }
    command.getErr().printf("%s: %s%s (see %s --help)%n", name, Messages.oneLine(e), meant, name);
    return ExitStatus.USAGE.code();
  }

  private static int failure(Exception e, CommandLine command, CommandLine.ParseResult result)
      throws Exception {
    ExitStatus status = ExitStatus.of(e).orElseThrow(() -> e);
    command.getErr().println(Messages.oneLine(e));
    return status.code();
  }

  @Override
  public Integer call() {
    return spec.commandLine().execute("demo");
  }
}
