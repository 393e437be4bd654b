package io.gavel.cli.options;

import io.gavel.catalog.OwnClasses;
import io.gavel.catalog.OwnPolicies;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.input.InputText;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for classes of users. */
public final class ClasspathOption {

  @Option(names = "--classpath", paramLabel = "JARS", defaultValue = "")
  private String classpath = "";

  private @Nullable OwnClasses loaded;

  /** The classes of users. */
  public OwnClasses classes() {
    if (loaded == null) {
      loaded = OwnClasses.of(classpath);
    }
    return loaded;
  }

  /** Policies of users and of the catalogue. */
  public OwnPolicies policies() {
    return new OwnPolicies(classes());
  }

  /** The jars and folders. */
  public List<Path> paths() {
    return OwnClasses.paths(classpath);
  }

  /** Returns the digests of the jars and folders, separated by commas. */
  public String digests() {
    return paths().stream().map(InputText::sha256).collect(Collectors.joining(","));
  }

  /** Returns the one policy that {@code --policy} names. */
  public PolicyEntry policy(String name) {
    if (PolicyCatalog.isAll(name)) {
      throw new InvalidInputException(
          "--policy cannot be \"%s\"; it must be the name of one policy".formatted(name));
    }
    return policies().entry(name);
  }
}
