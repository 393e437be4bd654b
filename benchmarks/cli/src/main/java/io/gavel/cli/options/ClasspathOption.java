package io.gavel.cli.options;

import io.gavel.catalog.OwnPolicies;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for policies of users. */
public final class ClasspathOption {

  @Option(
      names = "--classpath",
      paramLabel = "JARS",
      defaultValue = "",
      description =
          "Jars or folders with own policies. --policy class:NAME takes a class by its name,"
              + " class:NAME+pairs also lets its jobs share workers; providers of the service"
              + " io.gavel.policies.Policy have names such as my_policy for MyPolicy.")
  private String classpath = "";

  private @Nullable OwnPolicies loaded;

  /** The policies of users, and those of the catalogue. */
  public OwnPolicies policies() {
    if (loaded == null) {
      loaded = OwnPolicies.of(classpath);
    }
    return loaded;
  }

  /** The jars and folders. */
  public List<Path> paths() {
    return OwnPolicies.paths(classpath);
  }

  /** Returns the one policy that {@code --policy} names. */
  public PolicyEntry policy(String name) {
    if (PolicyCatalog.isAll(name)) {
      throw new InvalidInputException(
          "--policy cannot be \"%s\"; must be the name of one policy".formatted(name));
    }
    return policies().entry(name);
  }
}
