package io.gavel.catalog;

import io.gavel.policies.Policy;
import io.gavel.workload.InvalidInputException;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Policies of users, in addition to those of {@link PolicyCatalog}: a class by its name, or a
 * provider of the service {@link Policy} by its simple name in words. Immutable.
 */
public final class OwnPolicies {

  /** What precedes the name of a class. */
  public static final String CLASS = "class:";

  /** What follows the name of a class whose policy receives pairs of jobs. */
  public static final String PAIRS = "+pairs";

  private final ClassLoader loader;

  private OwnPolicies(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns the policies on a class path.
   *
   * @param classpath jars and folders, separated as in a class path of this system; may be empty
   * @return the policies
   * @throws InvalidInputException if there is no such jar or folder
   */
  public static OwnPolicies of(String classpath) {
    List<URL> urls = new ArrayList<>();
    for (Path path : paths(classpath)) {
      if (!Files.exists(path)) {
        throw new InvalidInputException(
            "--classpath: %s: there is no such jar or folder".formatted(path));
      }
      try {
        urls.add(path.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new InvalidInputException("--classpath: %s: %s".formatted(path, e));
      }
    }
    ClassLoader here = OwnPolicies.class.getClassLoader();
    return new OwnPolicies(
        urls.isEmpty() ? here : new URLClassLoader(urls.toArray(URL[]::new), here));
  }

  /**
   * Returns the entries of a class path.
   *
   * @param classpath as of {@link #of}
   * @return jars and folders
   */
  public static List<Path> paths(String classpath) {
    return Stream.of(classpath.split(File.pathSeparator, -1))
        .filter(path -> !path.isBlank())
        .map(Path::of)
        .toList();
  }

  /**
   * Returns the policy of a name.
   *
   * @param name a name of {@link PolicyCatalog} or of a provider, or the name of a class
   * @return its entry
   * @throws InvalidInputException if there is no such policy, or if it cannot be created
   */
  public PolicyEntry entry(String name) {
    if (name.startsWith(CLASS)) {
      return ofClass(name);
    }
    Optional<PolicyEntry> provided =
        entries().stream().filter(entry -> entry.key().equals(name)).findFirst();
    return provided.orElseGet(() -> PolicyCatalog.entry(PolicyCatalog.canonical(name)));
  }

  /**
   * Returns the policies that the class path provides as services.
   *
   * @return their entries, in the order of the class path
   * @throws InvalidInputException if a provider cannot be created
   */
  public List<PolicyEntry> entries() {
    try {
      return ServiceLoader.load(Policy.class, loader).stream()
          .map(
              provider ->
                  entry(words(provider.type().getSimpleName()), provider.type(), provider.get()))
          .toList();
    } catch (ServiceConfigurationError e) {
      throw new InvalidInputException("--classpath: " + e);
    }
  }

  /** {@code least_work_left} for {@code LeastWorkLeft}. */
  private static String words(String simpleName) {
    return simpleName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private static PolicyEntry entry(String key, Class<?> type, Policy policy) {
    Policy own = new OwnPolicy(policy);
    return PolicyEntry.of(key, "own policy " + type.getName(), reference -> own);
  }

  private PolicyEntry ofClass(String name) {
    boolean pairs = name.endsWith(PAIRS);
    int end = name.length() - (pairs ? PAIRS.length() : 0);
    Class<?> type = loaded(name.substring(CLASS.length(), end));
    PolicyEntry entry = entry(name, type, created(type));
    return pairs ? entry.needing(PolicyEntry.Need.PAIRS) : entry;
  }

  private Class<?> loaded(String className) {
    try {
      return Class.forName(className, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new InvalidInputException(
          "--policy: class \"%s\" cannot be loaded: %s; --classpath must have its jar or folder"
              .formatted(className, e));
    }
  }

  private static Policy created(Class<?> type) {
    Object policy;
    try {
      policy = type.getConstructor().newInstance();
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new InvalidInputException(
          "--policy: %s must be a public class with a public constructor without parameters"
              .formatted(type));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("--policy: %s: %s".formatted(type, e.getCause()));
    }
    if (!(policy instanceof Policy own)) {
      throw new InvalidInputException(
          "--policy: %s must implement %s".formatted(type, Policy.class.getName()));
    }
    return own;
  }
}
