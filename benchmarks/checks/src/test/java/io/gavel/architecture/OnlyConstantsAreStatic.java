package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * Static fields are final, and hold what cannot change: no array (but an empty one), no collection
 * that can be modified, no counter, cache, buffer or random generator.
 *
 * <p>The type of a field does not tell whether its list may be modified, so the values are looked
 * at.
 */
final class OnlyConstantsAreStatic extends ArchCondition<JavaClass> {
  private static final List<Class<?>> MUTABLE =
      List.of(
          StringBuilder.class,
          StringBuffer.class,
          BaseStream.class,
          BitSet.class,
          Buffer.class,
          Date.class,
          Iterator.class,
          Lock.class,
          RandomGenerator.class,
          ThreadLocal.class);
  private static final String ATOMICS = AtomicBoolean.class.getPackageName();

  OnlyConstantsAreStatic() {
    super("have no static field but constants");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (JavaField field : type.getFields()) {
      // what the compiler adds (the values of an enum, the tables of a switch) is not shared
      if (field.getModifiers().contains(JavaModifier.STATIC)
          && !field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
        String fault = fault(field);
        if (fault != null) {
          events.add(
              SimpleConditionEvent.violated(
                  field, field.getDescription() + " " + fault + field.getSourceCodeLocation()));
        }
      }
    }
  }

  private static @Nullable String fault(JavaField field) {
    if (!field.getModifiers().contains(JavaModifier.FINAL)) {
      return "is not final ";
    }
    Object value = value(field.reflect());
    if (value != null && isMutable(value)) {
      return "holds a mutable " + value.getClass().getTypeName() + " ";
    }
    return null;
  }

  private static @Nullable Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new LinkageError(field + " cannot be read", e);
    }
  }

  private static boolean isMutable(Object value) {
    Class<?> type = value.getClass();
    if (type.isArray()) {
      return Array.getLength(value) > 0;
    }
    if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
      return !isUnmodifiable(type);
    }
    return type.getPackageName().equals(ATOMICS)
        || MUTABLE.stream().anyMatch(mutable -> mutable.isInstance(value));
  }

  /** The collections of {@code List.of}, {@code Map.copyOf}, {@code Collections.emptyList}, ... */
  private static boolean isUnmodifiable(Class<?> collection) {
    String name = collection.getName();
    return name.startsWith("java.util.ImmutableCollections$")
        || name.startsWith("java.util.Collections$Empty")
        || name.startsWith("java.util.Collections$Singleton")
        || name.startsWith("java.util.Collections$Unmodifiable");
  }
}
