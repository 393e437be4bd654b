package io.gavel.cli.options;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command of {@code gavel}: has the standard options and writes to the streams of its caller. The
 * descriptions of commands and options are in {@code help.properties}.
 */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit status:%n",
    resourceBundle = "io.gavel.cli.help")
public abstract class GavelCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  protected final CommandSpec spec() {
    return spec;
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
