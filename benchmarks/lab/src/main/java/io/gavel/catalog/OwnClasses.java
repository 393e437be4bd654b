package io.gavel.catalog;

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
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Classes of users: one by its name, or a provider of a service by its simple name in words.
 * Immutable.
 */
public final class OwnClasses {

  /** What precedes the name of a class. */
  public static final String CLASS = "class:";

  /**
   * An object of a class of a user.
   *
   * @param <T> the implemented interface
   * @param key the name on the command line
   * @param value the object
   */
  record Own<T>(String key, T value) {

    String className() {
      return value.getClass().getName();
    }
  }

  private final ClassLoader loader;

  private OwnClasses(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns the classes on a class path.
   *
   * @param classpath jars and folders, separated as in a class path of this system; may be empty
   * @return the classes
   * @throws InvalidInputException if there is no such jar or folder
   */
  public static OwnClasses of(String classpath) {
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
    ClassLoader here = OwnClasses.class.getClassLoader();
    return new OwnClasses(
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

  /** The object that an option names by its class or as a provider; empty if it names neither. */
  <T> Optional<Own<T>> find(String option, Class<T> kind, String name) {
    if (name.startsWith(CLASS)) {
      String className = name.substring(CLASS.length());
      return Optional.of(new Own<>(name, created(option, kind, className)));
    }
    return providers(kind).stream().filter(own -> own.key().equals(name)).findFirst();
  }

  /** The providers of a service, in the order of the class path. */
  <T> List<Own<T>> providers(Class<T> service) {
    try {
      return ServiceLoader.load(service, loader).stream()
          .map(provider -> new Own<T>(words(provider.type().getSimpleName()), provider.get()))
          .toList();
    } catch (ServiceConfigurationError e) {
      throw new InvalidInputException("--classpath: " + e);
    }
  }

  /** {@code least_work_left} for {@code LeastWorkLeft}. */
  private static String words(String simpleName) {
    return simpleName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private <T> T created(String option, Class<T> kind, String className) {
    Class<?> type = loaded(option, className);
    Object own;
    try {
      own = type.getConstructor().newInstance();
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new InvalidInputException(
          "%s: %s must be a public class with a public constructor without parameters"
              .formatted(option, type));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("%s: %s: %s".formatted(option, type, e.getCause()));
    }
    if (!kind.isInstance(own)) {
      throw new InvalidInputException(
          "%s: %s must implement %s".formatted(option, type, kind.getName()));
    }
    return kind.cast(own);
  }

  private Class<?> loaded(String option, String className) {
    try {
      return Class.forName(className, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new InvalidInputException(
          "%s: class \"%s\" cannot be loaded: %s; --classpath must have its jar or folder"
              .formatted(option, className, e));
    }
  }

  /** Calls an object of a user. Its exceptions are reported as its own, not as this program's. */
  static <R> R call(String what, Object own, Supplier<R> step) {
    try {
      return step.get();
    } catch (RuntimeException e) {
      InvalidInputException failure =
          new InvalidInputException(fault(what, own, "failed: " + place(e)));
      failure.initCause(e);
      throw failure;
    }
  }

  /** Returns the exception and where it was thrown. */
  static String place(RuntimeException e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? e.toString() : "%s at %s".formatted(e, trace[0]);
  }

  static String fault(String what, Object own, String fault) {
    return "own %s %s %s; java -Dgavel.trace=true prints the stack trace"
        .formatted(what, own.getClass().getName(), fault);
  }
}
