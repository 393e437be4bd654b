package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.catalog.PolicyResult;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.ProofOptions;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Messages;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.SolveJson;
import io.gavel.cli.report.SolveOutcome;
import io.gavel.cli.report.SolveOutcome.Status;
import io.gavel.cli.report.SolveText;
import io.gavel.input.ProblemFile;
import io.gavel.input.ProblemReader;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel solve}: solves problems in files by one or more policies. */
@Command(name = "solve")
final class SolveCommand extends GavelCommand {

  @Option(names = "--policy", required = true, split = ",", paramLabel = "NAME")
  private List<String> policies = List.of();

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--explain", split = ",", paramLabel = "JOB")
  private List<String> explained = List.of();

  @Option(names = "--audit")
  private boolean audit;

  @Option(names = "--promise")
  private boolean promise;

  @Mixin private ProofOptions proofs = new ProofOptions();

  @Mixin private ProgressOption progress = new ProgressOption();

  @Parameters(arity = "1..*", paramLabel = "PROBLEM.json", description = "Problem files.")
  private List<Path> files = List.of();

  private ExitStatus exit = ExitStatus.OK;

  @Override
  public Integer call() {
    if (json && (audit || !explained.isEmpty())) {
      throw new InvalidInputException("--explain and --audit print text; omit --json");
    }
    proofs.requireWritable(files, policies);
    Set<String> unknown = complainAboutUnknown();
    for (Path path : files) {
      solve(path, unknown);
    }
    return exit.code();
  }

  /** Prints one line per unknown policy, regardless of the number of problems. */
  private Set<String> complainAboutUnknown() {
    Set<String> unknown = new LinkedHashSet<>();
    for (String name : policies) {
      try {
        if (!PolicyCatalog.isAll(name)) {
          own.policies().entry(name);
        }
      } catch (InvalidInputException e) {
        if (unknown.add(name)) {
          complain(Messages.oneLine(e), ExitStatus.USAGE);
        }
      }
    }
    return unknown;
  }

  private void solve(Path path, Set<String> unknown) {
    ProblemFile file;
    try {
      file = asked(ProblemReader.read(path));
    } catch (InvalidInputException e) {
      complain(Messages.oneLine(e), ExitStatus.USAGE);
      policies.forEach(name -> print(error(path.toString(), name, Messages.oneLine(e))));
      return;
    }
    for (String name : policies) {
      if (unknown.contains(name)) {
        print(error(file.name(), name, "there is no such policy"));
      } else {
        entries(name, file).forEach(entry -> print(reported(path, watched(entry, file))));
      }
    }
  }

  /**
   * Returns the problem of a policy that promises; as {@link io.gavel.policies.lp.variant.Robust}.
   */
  private ProblemFile asked(ProblemFile file) {
    AllocationProblem problem = file.problem();
    return promise ? file.with(problem.withThroughputs(problem.throughputs().low())) : file;
  }

  private List<PolicyEntry> entries(String name, ProblemFile file) {
    return PolicyCatalog.isAll(name)
        ? PolicyCatalog.allowedBy(file)
        : List.of(own.policies().entry(name));
  }

  /** Each solve has a bar of its own, which is gone before the result is printed. */
  private SolveOutcome watched(PolicyEntry entry, ProblemFile file) {
    try (Progress bar = progress.of(file.name(), Progress.UNKNOWN)) {
      bar.step(0, entry.key());
      return attempt(entry, file);
    }
  }

  static SolveOutcome attempt(PolicyEntry entry, ProblemFile file) {
    if (entry.lacking(file).isPresent()) {
      return error(file.name(), entry.key(), entry.lacking(file).get());
    }
    long start = System.nanoTime();
    try {
      PolicyResult result = entry.solve(file);
      return SolveOutcome.solved(file, entry, result, (System.nanoTime() - start) / 1e6);
    } catch (InfeasibleProblemException e) {
      return infeasible(entry, file, e, start);
    } catch (SolveFailedException e) {
      return SolveOutcome.unsolved(
          file.name(), entry.key(), Status.ERROR, ExitStatus.FAILED, Messages.oneLine(e));
    } catch (IllegalArgumentException e) { // the problem lacks data that the policy needs
      return error(file.name(), entry.key(), Messages.oneLine(e));
    }
  }

  /** Returns the error, with the allocation without the demands where the entry provides one. */
  private static SolveOutcome infeasible(
      PolicyEntry entry, ProblemFile file, InfeasibleProblemException cause, long start) {
    SolveOutcome unsolved =
        SolveOutcome.infeasible(
            file.name(), entry.key(), cause.conflict(), Messages.oneLine(cause));
    try {
      return entry
          .solveWithoutDemands(file)
          .map(result -> unsolved.showing(file, result, (System.nanoTime() - start) / 1e6))
          .orElse(unsolved);
    } catch (SolveFailedException | InfeasibleProblemException e) {
      return unsolved;
    }
  }

  private static SolveOutcome error(String problem, String policy, String message) {
    return SolveOutcome.unsolved(problem, policy, Status.ERROR, ExitStatus.USAGE, message);
  }

  private SolveOutcome reported(Path path, SolveOutcome outcome) {
    if (outcome.status() != Status.OPTIMAL) {
      complain(
          "%s: %s: %s".formatted(path, outcome.policy(), outcome.message().orElse("")),
          outcome.exit());
    }
    return outcome;
  }

  private void complain(String message, ExitStatus status) {
    err().println(message);
    exit = exit.worseOf(status);
  }

  private void print(SolveOutcome outcome) {
    outcome.answer().ifPresent(answer -> writeProofs(answer.result().allocation()));
    if (json) {
      out().println(SolveJson.line(outcome));
    } else if (outcome.answer().isPresent()) {
      out().print(SolveText.of(outcome));
      outcome.answer().ifPresent(answer -> comment(outcome.policy(), answer));
    }
  }

  private void writeProofs(Allocation allocation) {
    try {
      proofs.write(allocation);
    } catch (InvalidInputException e) {
      complain(Messages.oneLine(e), ExitStatus.USAGE);
    }
  }

  private void comment(String policy, SolveOutcome.Answer answer) {
    Allocation allocation = answer.result().allocation();
    for (String job : explained) {
      try {
        out().print(Explanation.of(allocation, job).toText());
      } catch (IllegalArgumentException e) { // there is no such job
        complain("--explain: " + Messages.oneLine(e), ExitStatus.USAGE);
      }
    }
    if (audit) {
      Claims claims =
          own.policies().entry(policy).policy().apply(answer.file().referenceType()).claims();
      Auditor auditor = Auditor.create().withParetoCheck(ParetoProgram.create());
      out().print(auditor.audit(allocation, claims).toText());
    }
    proofs.proof(allocation).ifPresent(proof -> out().println("certificate: " + proof));
  }
}
