package io.gavel.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the modules of the library export, by their descriptors. */
final class ExportedTypes {

  private static final String ROOT = "io.gavel";

  private ExportedTypes() {}

  /** Returns the packages that a module on the class path exports to everybody. */
  static Set<String> packages() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (URL url :
        Collections.list(ExportedTypes.class.getClassLoader().getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(in);
        if (module.name().startsWith(ROOT)) {
          module.exports().stream()
              .filter(export -> !export.isQualified())
              .forEach(export -> packages.add(export.source()));
        }
      }
    }
    return packages;
  }

  /** Returns the exported top-level types by simple name, with the names that they make visible. */
  static Map<String, Set<String>> names() throws IOException {
    Set<String> packages = packages();
    Map<String, Set<String>> names = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(packages)) {
      if (packages.contains(type.getPackageName()) && type.isTopLevelClass()) {
        Class<?> reflected = type.reflect();
        if (Modifier.isPublic(reflected.getModifiers())) {
          Set<String> visible = new TreeSet<>();
          addNames(reflected, visible);
          names.put(reflected.getSimpleName(), visible);
        }
      }
    }
    return names;
  }

  private static void addNames(Class<?> type, Set<String> names) {
    Arrays.stream(type.getDeclaredMethods())
        .filter(method -> isVisible(method.getModifiers()) && !method.isSynthetic())
        .map(Method::getName)
        .forEach(names::add);
    for (Class<?> nested : type.getDeclaredClasses()) {
      if (isVisible(nested.getModifiers())) {
        names.add(nested.getSimpleName());
        addNames(nested, names);
      }
    }
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }
}
