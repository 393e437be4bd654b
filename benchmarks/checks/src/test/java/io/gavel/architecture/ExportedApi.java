package io.gavel.architecture;

import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gavel.policies.annotation.Stability;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What users of the library can see, as sorted lines of text: a line a type and a line a member.
 */
final class ExportedApi {

  private ExportedApi() {}

  /** Returns the lines of those of the types that are public or protected. */
  static List<String> of(Stream<JavaClass> types) {
    return types
        .<Class<?>>map(JavaClass::reflect)
        .filter(ExportedApi::isExported)
        .sorted(Comparator.comparing(Class::getName))
        .flatMap(type -> Stream.concat(Stream.of(line(type)), members(type)))
        .toList();
  }

  /** Returns the lines that are no more with a minus and the new ones with a plus, or nothing. */
  static List<String> difference(List<String> accepted, List<String> actual) {
    List<String> removed = new ArrayList<>(accepted);
    actual.forEach(removed::remove);
    List<String> added = new ArrayList<>(actual);
    accepted.forEach(added::remove);
    return Stream.concat(removed.stream().map("- "::concat), added.stream().map("+ "::concat))
        .toList();
  }

  private static boolean isExported(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return isVisible(type.getModifiers())
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && (outer == null || isExported(outer));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String line(Class<?> type) {
    Stream<Type> above =
        Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass())
                .filter(superclass -> superclass != Object.class),
            Arrays.stream(type.getGenericInterfaces()));
    String parents = above.map(Type::getTypeName).collect(joining(", "));
    String permitted =
        type.isSealed()
            ? Arrays.stream(type.getPermittedSubclasses())
                .map(Class::getName)
                .sorted()
                .collect(joining(", ", " permits ", ""))
            : "";
    // Some releases of Java show here that a type is sealed, others do not.
    return type.toGenericString().replaceAll("(non-)?sealed ", "")
        + (parents.isEmpty() ? "" : " extends " + parents)
        + permitted
        + tier(type);
  }

  /**
   * Returns the tier of a top-level type, its own or that of its package; nested types share it.
   */
  private static String tier(Class<?> type) {
    if (type.getEnclosingClass() != null) {
      return "";
    }
    Stability own = type.getAnnotation(Stability.class);
    Stability stability = own != null ? own : type.getPackage().getAnnotation(Stability.class);
    return stability == null ? "" : " // " + stability.value().name().toLowerCase(Locale.ROOT);
  }

  private static Stream<String> members(Class<?> type) {
    return Stream.<Member[]>of(
            type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
        .flatMap(Arrays::stream)
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
        .map(member -> "  " + line(member))
        .sorted();
  }

  private static String line(Member member) {
    return member instanceof Field field
        ? field.toGenericString()
        : ((Executable) member).toGenericString();
  }
}
