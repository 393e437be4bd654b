package io.gavel.cli;

import io.gavel.cli.files.CheckCommand;
import io.gavel.cli.files.InitCommand;
import io.gavel.cli.imports.ImportCommand;
import io.gavel.cli.operate.WhatIfCommand;
import io.gavel.cli.operate.WhenCommand;
import io.gavel.cli.operate.WhyCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Messages;
import io.gavel.cli.slurm.SlurmCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code gavel} command line; runs {@code demo} if no command is given. */
@Command(
    name = "gavel",
    mixinStandardHelpOptions = true,
    versionProvider = GavelVersion.class,
    description = "Scheduling policies for clusters of heterogeneous accelerators.",
    footer = {
      "%nWithout a command, gavel runs the demo.",
      "%nCompletion in bash and zsh:%n  source <(gavel generate-completion)"
    },
    subcommands = {
      DemoCommand.class,
      InitCommand.class,
      CheckCommand.class,
      ImportCommand.class,
      SolveCommand.class,
      WhyCommand.class,
      WhatIfCommand.class,
      WhenCommand.class,
      GainCommand.class,
      SimulateCommand.class,
      EstimateCommand.class,
      PoliciesCommand.class,
      ReplayCommand.class,
      PlaceCommand.class,
      SlurmCommand.class,
      SweepCommand.class,
      ExperimentCommand.class,
      BenchCommand.class,
      AutoComplete.GenerateCompletion.class,
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
    Locale.setDefault(Locale.ROOT); // outputs and messages are the same everywhere
    System.exit(
        run(
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            args));
  }

  /**
   * Runs a command in this process.
   *
   * @param out takes its results
   * @param err takes its messages
   * @param args the command line
   * @return its status, which is that of bad usage if it cannot print
   */
  public static int run(OutputStream out, OutputStream err, String... args) {
    CheckedOutput checked = new CheckedOutput(out);
    PrintWriter results = utf8(checked);
    PrintWriter messages = utf8(err);
    int status;
    try {
      status = commandLine(results, messages).execute(args);
    } catch (OutOfMemoryError e) {
      messages.printf(
          "out of memory: the heap has %s MiB; give a smaller input, or more by java -Xmx%n",
          Runtime.getRuntime().maxMemory() >> 20);
      status = ExitStatus.FAILED.code();
    } catch (StackOverflowError e) {
      messages.println("out of stack: the input is nested too deeply; give more by java -Xss");
      status = ExitStatus.FAILED.code();
    }
    results.flush();
    Optional<IOException> failure = checked.failure();
    if (failure.isPresent()) {
      messages.println("standard output: cannot be written: " + Messages.oneLine(failure.get()));
      status = ExitStatus.USAGE.code();
    }
    messages.flush();
    return status;
  }

  /** UTF-8 in every locale: JSON requires it, and file names may need it. */
  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(
        new LineFeedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
  }

  /** Creates the command line on the given streams. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    CommandLine gavel = new CommandLine(new GavelMain());
    Map<String, IHelpSectionRenderer> sections = new HashMap<>(gavel.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpFooter::render);
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, HelpFooter::renderSynopsis);
    return gavel
        .setHelpSectionMap(sections)
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
      List<String> having = having("--" + unmatched.getUnmatched().get(0), command);
      meant =
          !having.isEmpty()
              ? "; --%s is an option of %s"
                  .formatted(unmatched.getUnmatched().get(0), String.join(", ", having))
              : similar.isEmpty()
                  ? ""
                  : "; did you mean %s?".formatted(String.join(" or ", similar));
    }
    command.getErr().printf("%s: %s%s (see %s --help)%n", name, Messages.oneLine(e), meant, name);
    return ExitStatus.USAGE.code();
  }

  /** Returns the subcommands that have an option. */
  private static List<String> having(String option, CommandLine command) {
    return command.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(spec -> spec.findOption(option) != null)
        .map(CommandSpec::qualifiedName)
        .toList();
  }

  private static int failure(Exception e, CommandLine command, CommandLine.ParseResult result) {
    Optional<ExitStatus> status = ExitStatus.of(e);
    command.getErr().println(status.isPresent() ? Messages.oneLine(e) : Messages.internal(e));
    if (Boolean.getBoolean("gavel.trace")) {
      e.printStackTrace(command.getErr());
    }
    return status.orElse(ExitStatus.FAILED).code();
  }

  @Override
  public Integer call() {
    return spec.commandLine().execute("demo");
  }
}
