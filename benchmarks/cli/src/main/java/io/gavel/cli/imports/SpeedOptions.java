package io.gavel.cli.imports;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of imports whose formats lack speeds. */
final class SpeedOptions {

  @Option(names = "--assume", paramLabel = "FILE.csv")
  private @Nullable Path assumed;

  /** Renders the records of a format with assumed speeds. */
  ImportedFiles files(String name, Imported imported) {
    return new ImportedFiles(name, imported, RelativeSpeeds.of(Optional.ofNullable(assumed)));
  }
}
