package io.gavel.architecture;

import static java.util.stream.Collectors.joining;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.QualifiedNameable;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Renders the exported API as sorted lines of text, one per type and one per member.
 *
 * <p>The lines are computed from the sources: javac enters their declarations and compiles nothing,
 * so that this takes seconds and needs no other module of the build.
 */
final class ExportedApi {

  private static final List<String> LIBRARIES =
      List.of("gavel-policies-api", "gavel-policies-lp", "gavel-estimator", "gavel-mechanism");
  private static final String SOURCES = "src/main/java";
  private static final Pattern EXPORTS = Pattern.compile("(?m)^ *exports ([\\w.]+);");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  private ExportedApi() {}

  /**
   * Returns the packages that a module descriptor exports to everybody; of the estimator, which has
   * no descriptor, the packages with a stability tier.
   */
  static Set<String> packages() {
    Set<String> packages = new TreeSet<>();
    for (String library : LIBRARIES) {
      Path sources = Pages.root().resolve(library).resolve(SOURCES);
      for (Path descriptor : Pages.files(sources, "module-info.java")) {
        packages.addAll(found(EXPORTS, Pages.read(descriptor)));
      }
    }
    for (Path info :
        Pages.files(
            Pages.root().resolve("gavel-estimator").resolve(SOURCES), "package-info.java")) {
      if (Pages.read(info).contains("\n@Stability(")) {
        packages.addAll(found(PACKAGE, Pages.read(info)));
      }
    }
    return packages;
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** Returns the source files of the libraries, without module descriptors. */
  static List<Path> sources() {
    return LIBRARIES.stream()
        .flatMap(name -> Pages.files(Pages.root().resolve(name).resolve(SOURCES), ".java").stream())
        .filter(file -> !file.endsWith("module-info.java"))
        .toList();
  }

  /** Returns the lines of the public and protected types of some packages. */
  static List<String> of(Collection<Path> sources, Set<String> packages) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      // Errors are left to the build: names of other libraries are unknown here.
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              null,
              files,
              diagnostic -> {},
              List.of("-proc:only", "-implicit:none"),
              null,
              files.getJavaFileObjectsFromPaths(sources));
      Renderer renderer = new Renderer(packages);
      task.setProcessors(List.of(renderer));
      task.call();
      return renderer.lines;
    }
  }

  /** Returns the removed lines with a minus and the added ones with a plus. */
  static List<String> difference(List<String> accepted, List<String> actual) {
    List<String> removed = new ArrayList<>(accepted);
    actual.forEach(removed::remove);
    List<String> added = new ArrayList<>(actual);
    accepted.forEach(added::remove);
    return Stream.concat(removed.stream().map("- "::concat), added.stream().map("+ "::concat))
        .toList();
  }

  /** Renders declarations as {@link Class#toGenericString} and its like do. */
  @SupportedAnnotationTypes("*")
  private static final class Renderer extends AbstractProcessor {
    private final Set<String> packages;
    private final List<String> lines = new ArrayList<>();

    Renderer(Set<String> packages) {
      this.packages = packages;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      ElementFilter.typesIn(round.getRootElements()).stream()
          .filter(type -> packages.contains(packageOf(type)))
          .flatMap(this::withNested)
          .sorted((a, b) -> name(a).compareTo(name(b)))
          .forEach(
              type -> {
                lines.add(line(type));
                type.getEnclosedElements().stream()
                    .filter(member -> member.getKind().isField() || isExecutable(member))
                    .filter(Renderer::isVisible)
                    .map(member -> "  " + line(type, member))
                    .sorted()
                    .forEach(lines::add);
              });
      return false;
    }

    private static String packageOf(Element type) {
      return ((QualifiedNameable) type.getEnclosingElement()).getQualifiedName().toString();
    }

    private Stream<TypeElement> withNested(TypeElement type) {
      return isVisible(type)
          ? Stream.concat(
              Stream.of(type),
              ElementFilter.typesIn(type.getEnclosedElements()).stream().flatMap(this::withNested))
          : Stream.empty();
    }

    private static boolean isVisible(Element element) {
      return element.getModifiers().contains(Modifier.PUBLIC)
          || element.getModifiers().contains(Modifier.PROTECTED);
    }

    private static boolean isExecutable(Element member) {
      return member instanceof ExecutableElement;
    }

    private String name(TypeElement type) {
      return processingEnv.getElementUtils().getBinaryName(type).toString();
    }

    private String line(TypeElement type) {
      Set<Modifier> modifiers = EnumSet.copyOf(type.getModifiers());
      modifiers.removeAll(EnumSet.of(Modifier.SEALED, Modifier.NON_SEALED));
      String above =
          Stream.concat(Stream.of(type.getSuperclass()), type.getInterfaces().stream())
              .filter(parent -> parent.getKind() != TypeKind.NONE)
              .map(this::name)
              .filter(parent -> !parent.equals("java.lang.Object"))
              .collect(joining(", "));
      String permitted =
          type.getPermittedSubclasses().stream().map(this::erased).sorted().collect(joining(", "));
      return text(modifiers)
          + (type.getKind() == ElementKind.ANNOTATION_TYPE ? "@" : "")
          + kind(type)
          + name(type)
          + typeParameters(type.getTypeParameters())
          + (above.isEmpty() ? "" : " extends " + above)
          + (type.getModifiers().contains(Modifier.SEALED) ? " permits " + permitted : "")
          + tier(type);
    }

    private static String kind(TypeElement type) {
      return switch (type.getKind()) {
        case ENUM -> "enum ";
        case RECORD -> "record ";
        case INTERFACE, ANNOTATION_TYPE -> "interface ";
        default -> "class ";
      };
    }

    private static String text(Collection<Modifier> modifiers) {
      List<Modifier> order =
          List.of(
              Modifier.PUBLIC,
              Modifier.PROTECTED,
              Modifier.DEFAULT,
              Modifier.ABSTRACT,
              Modifier.STATIC,
              Modifier.FINAL,
              Modifier.TRANSIENT,
              Modifier.VOLATILE,
              Modifier.SYNCHRONIZED,
              Modifier.NATIVE);
      return order.stream().filter(modifiers::contains).map(one -> one + " ").collect(joining());
    }

    private String typeParameters(List<? extends TypeParameterElement> parameters) {
      return parameters.isEmpty()
          ? ""
          : parameters.stream().map(this::bounded).collect(joining(",", "<", ">"));
    }

    private String bounded(TypeParameterElement parameter) {
      String bounds = parameter.getBounds().stream().map(this::name).collect(joining(" & "));
      return parameter.getSimpleName()
          + (bounds.isEmpty() || bounds.equals("java.lang.Object") ? "" : " extends " + bounds);
    }

    /** Returns the tier of a top-level type or of its package; nested types share it. */
    private static String tier(TypeElement type) {
      if (type.getEnclosingElement() instanceof TypeElement) {
        return "";
      }
      return Stream.of(type, type.getEnclosingElement())
          .flatMap(element -> element.getAnnotationMirrors().stream())
          .filter(found -> found.getAnnotationType().toString().endsWith(".Stability"))
          .map(AnnotationMirror::getElementValues)
          .flatMap(values -> values.values().stream())
          .map(value -> " // " + value.getValue().toString().toLowerCase(Locale.ROOT))
          .findFirst()
          .orElse("");
    }

    private String line(TypeElement type, Element member) {
      String modifiers = text(member.getModifiers());
      if (!(member instanceof ExecutableElement method)) {
        return modifiers + name(member.asType()) + " " + name(type) + "." + member.getSimpleName();
      }
      String generic = typeParameters(method.getTypeParameters());
      List<String> parameters =
          new ArrayList<>(
              method.getParameters().stream().map(parameter -> name(parameter.asType())).toList());
      if (method.isVarArgs()) {
        parameters.replaceAll(
            name -> name == parameters.get(parameters.size() - 1) ? varArgs(name) : name);
      }
      boolean constructor = method.getKind() == ElementKind.CONSTRUCTOR;
      return modifiers
          + (generic.isEmpty() ? "" : generic + " ")
          + (constructor ? "" : name(method.getReturnType()) + " ")
          + name(type)
          + (constructor ? "" : "." + method.getSimpleName())
          + "("
          + String.join(",", parameters)
          + ")"
          + (method.getThrownTypes().isEmpty()
              ? ""
              : method.getThrownTypes().stream()
                  .map(this::name)
                  .collect(joining(",", " throws ", "")));
    }

    private static String varArgs(String array) {
      return array.substring(0, array.length() - 2) + "...";
    }

    private String erased(TypeMirror type) {
      return name((TypeElement) ((DeclaredType) type).asElement());
    }

    private String name(TypeMirror type) {
      if (type instanceof ArrayType array) {
        return name(array.getComponentType()) + "[]";
      }
      if (type instanceof WildcardType wildcard) {
        return wildcard.getExtendsBound() != null
            ? "? extends " + name(wildcard.getExtendsBound())
            : wildcard.getSuperBound() != null ? "? super " + name(wildcard.getSuperBound()) : "?";
      }
      if (type instanceof DeclaredType declared && type.getKind() == TypeKind.DECLARED) {
        String arguments =
            declared.getTypeArguments().isEmpty()
                ? ""
                : declared.getTypeArguments().stream()
                    .map(this::name)
                    .collect(joining(", ", "<", ">"));
        return erased(type) + arguments;
      }
      return type.toString();
    }
  }
}
