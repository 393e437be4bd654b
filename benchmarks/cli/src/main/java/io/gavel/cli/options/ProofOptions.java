package io.gavel.cli.options;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.report.Messages;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.policies.Allocation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.proof.ProofText;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for files with the proof of one allocation. */
public final class ProofOptions {

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description =
          "Write problem, allocation and certificate as text that docs/reference/"
              + "check_certificate.py checks; for one policy and one problem.")
  private @Nullable Path certificate;

  @Option(
      names = "--exact",
      description =
          "Print the optimum of a level, a sum, a ratio or a finish time as a fraction, which is"
              + " proved without a gap; not with --json.")
  private boolean exact;

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

  /** Writes the requested files. */
  public void write(Allocation allocation) {
    write(certificate, () -> ProofText.of(allocation));
  }

  private static void write(@Nullable Path file, Supplier<String> text) {
    if (file == null) {
      return;
    }
    try {
      OutputFile.write(file, text.get());
    } catch (IllegalArgumentException e) { // the certificate has no statement of this kind
      throw new InvalidInputException("%s: %s".formatted(file, Messages.oneLine(e)));
    }
  }

  /** Returns the result of the exact check of an allocation whose certificate is written. */
  public Optional<Proof> proof(Allocation allocation) {
    return certificate == null ? Optional.empty() : Optional.of(Proof.of(allocation));
  }

  /** Returns whether optima are requested as fractions. */
  public boolean isExact() {
    return exact;
  }

  /**
   * Returns the optimum that a certificate states, such as {@code level 3/7}.
   *
   * @throws IllegalArgumentException if it is no fraction, or nothing is stated
   * @throws io.gavel.policies.SolveFailedException if the fraction was not found
   */
  public static String optimum(Allocation allocation) {
    Rational value = CertifiedSolver.standard().exact().solve(allocation).value();
    Goal goal = allocation.certificate().statement().orElseThrow().goal();
    if (goal instanceof Goal.Level) {
      return "level " + value;
    }
    if (goal instanceof Goal.Ratio) {
      return "ratio " + value;
    }
    return (goal instanceof Goal.Total ? "total " : "finish time ") + value;
  }
}
