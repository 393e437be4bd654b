package io.gavel.cli.files;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Messages;
import io.gavel.input.InputKind;
import io.gavel.input.InputText;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gavel check}: lists the mistakes of input files. */
@Command(name = "check")
public final class CheckCommand extends GavelCommand {

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files to check.")
  private List<Path> files = List.of();

  @Override
  public Integer call() {
    ExitStatus exit = ExitStatus.OK;
    for (Path file : files) {
      List<String> mistakes;
      String kind = "file";
      try {
        InputText input = InputText.read(file);
        InputKind found = InputKind.of(input);
        kind = found.words();
        mistakes = found.mistakes(input);
      } catch (InvalidInputException e) {
        mistakes = List.of(Messages.oneLine(e));
      }
      mistakes.forEach(err()::println);
      out()
          .printf(
              "%s: %s%n",
              file,
              mistakes.isEmpty()
                  ? "valid " + kind
                  : "%s with %s mistake%s"
                      .formatted(kind, mistakes.size(), mistakes.size() == 1 ? "" : "s"));
      exit = mistakes.isEmpty() ? exit : exit.worseOf(ExitStatus.USAGE);
    }
    return exit.code();
  }
}
