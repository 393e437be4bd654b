package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Pattern;

/** No static method is named {@code with}, {@code withX} or {@code withoutX}. */
final class NoStaticWith extends ArchCondition<JavaClass> {
  private static final Pattern WITH = Pattern.compile("with(out)?(\\p{Upper}.*)?");

  NoStaticWith() {
    super("have no static method that is named with...");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (JavaMethod method : type.getMethods()) {
      if (method.getModifiers().contains(JavaModifier.STATIC)
          && WITH.matcher(method.getName()).matches()) {
        events.add(
            SimpleConditionEvent.violated(
                method, method.getDescription() + " is static " + method.getSourceCodeLocation()));
      }
    }
  }
}
