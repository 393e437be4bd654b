package io.gavel.cli.options;

import io.gavel.catalog.PolicyEntry;
import picocli.CommandLine.Option;

/** Option for one policy. */
public final class PolicyOption {

  @Option(names = "--policy", required = true, paramLabel = "NAME")
  private String policy = "";

  /**
   * Returns the policy.
   *
   * @param own the policies of users
   */
  public PolicyEntry entry(ClasspathOption own) {
    return own.policy(policy);
  }
}
