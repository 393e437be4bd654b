package io.gavel.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Reads and calls of certain members, by name; references such as {@code Math::random} as well. */
final class Access extends DescribedPredicate<JavaAccess<?>> {
  private final DescribedPredicate<? super JavaClass> owner;
  private final Set<String> names;
  private final Predicate<List<JavaClass>> parameters;

  private Access(
      DescribedPredicate<? super JavaClass> owner,
      Set<String> names,
      Predicate<List<JavaClass>> parameters) {
    super("a member %s of classes that are %s", names, owner.getDescription());
    this.owner = owner;
    this.names = names;
    this.parameters = parameters;
  }

  static Access to(Class<?> owner, String... names) {
    return to(equivalentTo(owner), names);
  }

  static Access to(DescribedPredicate<? super JavaClass> owner, String... names) {
    return new Access(owner, Set.of(names), all -> true);
  }

  /** Returns this access, to those of the overloads that have no parameter. */
  Access withoutParameters() {
    return new Access(owner, names, List::isEmpty);
  }

  /** Returns this access, to those of the overloads that have no parameter of the type. */
  Access withoutParameter(Class<?> type) {
    return new Access(
        owner, names, all -> all.stream().noneMatch(parameter -> parameter.isEquivalentTo(type)));
  }

  @Override
  public boolean test(JavaAccess<?> access) {
    return names.contains(access.getTarget().getName())
        && owner.test(access.getTargetOwner())
        && (!(access.getTarget() instanceof CodeUnitAccessTarget target)
            || parameters.test(target.getRawParameterTypes()));
  }
}
