package io.gavel.cli.options;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.report.Messages;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.policies.Allocation;
import io.gavel.policies.proof.Proof;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for files with the proof of one allocation. */
public final class ProofOptions {

  @Option(names = "--certificate", paramLabel = "FILE")
  private @Nullable Path certificate;

  /**
   * Fails if files are requested and cannot be written, are inputs, or would have several proofs.
   *
   * @param inputs the problems
   * @param policies names of the policies
   */
  public void requireWritable(List<Path> inputs, List<String> policies) {
    boolean several =
        inputs.size() > 1
            || policies.size() > 1
            || policies.stream().anyMatch(PolicyCatalog::isAll);
    if (several && certificate != null) {
      throw new InvalidInputException("--certificate needs one policy and one problem");
    }
    OutputFile.requireWritable(
        "--certificate", Kind.CERTIFICATE, certificate, inputs.toArray(Path[]::new));
  }

  /** Writes the certificate if its file is requested. */
  public void write(Allocation allocation) {
    if (certificate == null) {
      return;
    }
    try {
      OutputFile.write(certificate, Proof.text(allocation));
    } catch (IllegalArgumentException e) { // the certificate has no statement
      throw new InvalidInputException("%s: %s".formatted(certificate, Messages.oneLine(e)));
    }
  }

  /** Returns the result of the exact check of an allocation whose certificate is written. */
  public Optional<Proof> proof(Allocation allocation) {
    return certificate == null ? Optional.empty() : Optional.of(Proof.of(allocation));
  }
}
