package io.gavel.cli.operate;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.PolicyOption;
import io.gavel.input.ProblemFile;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of questions about the allocation of one policy. */
final class QuestionOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Option(names = "--json")
  private boolean json;

  /**
   * Returns the policy.
   *
   * @throws InvalidInputException if there is no such policy, or all are named
   */
  PolicyEntry entry() {
    return policy.entry(own);
  }

  /** Prints the answer in the requested form, and whether throughputs are assumed. */
  void print(ProblemFile problem, Supplier<String> text, Supplier<String> line) {
    PrintWriter out = command.commandLine().getOut();
    out.print(json ? line.get() + "\n" : text.get());
    out.flush();
    PrintWriter notes = json ? command.commandLine().getErr() : out;
    problem
        .assumed()
        .ifPresent(source -> notes.println("Throughputs are assumed: %s".formatted(source)));
    notes.flush();
  }
}
