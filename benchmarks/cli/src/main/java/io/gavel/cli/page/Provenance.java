package io.gavel.cli.page;

import io.gavel.input.InputText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the figures of a page come from: program, command and digests of the inputs. */
public final class Provenance {

  private Provenance() {}

  /** One line for the program and its command, and one for each input. */
  public static List<String> of(String version, List<String> arguments, List<Path> inputs) {
    List<String> lines = new ArrayList<>();
    lines.add("gavel %s".formatted(version));
    lines.add("gavel " + String.join(" ", arguments));
    inputs.forEach(
        file -> lines.add("%s: SHA-256 %s".formatted(file.getFileName(), InputText.sha256(file))));
    return lines;
  }
}
