package io.gavel.spark;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of a command line, in which files of the driver may be replaced by copies elsewhere. A
 * file is a word, the value of an option after {@code =}, or one of several separated by commas,
 * that names a regular file. Immutable.
 */
final class ShippedFiles implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<String> words;

  /** The path as given, and the name of the copy. */
  private final LinkedHashMap<String, String> names = new LinkedHashMap<>();

  /**
   * Finds the files.
   *
   * @throws IllegalArgumentException naming two files of one name, which would replace each other
   */
  ShippedFiles(List<String> words) {
    this.words = new ArrayList<>(words);
    for (String word : words) {
      for (String part : word.replaceFirst("^--[^=]*=", "").split(",", -1)) {
        if (!part.isEmpty() && Files.isRegularFile(Path.of(part))) {
          String name = String.valueOf(Path.of(part).getFileName());
          if (!names.containsKey(part) && names.containsValue(name)) {
            throw new IllegalArgumentException(
                "two input files have the name %s; give them different names".formatted(name));
          }
          names.put(part, name);
        }
      }
    }
  }

  /** Returns the files, as they are named on the driver. */
  List<String> paths() {
    return List.copyOf(names.keySet());
  }

  /**
   * Returns the words with the copies instead of the files.
   *
   * @param place the path of a copy by its name
   */
  List<String> words(UnaryOperator<String> place) {
    return words.stream().map(word -> replaced(word, place)).toList();
  }

  private String replaced(String word, UnaryOperator<String> place) {
    String value = word.replaceFirst("^--[^=]*=", "");
    String option = word.substring(0, word.length() - value.length());
    return option
        + Stream.of(value.split(",", -1))
            .map(part -> names.containsKey(part) ? place.apply(names.get(part)) : part)
            .collect(Collectors.joining(","));
  }
}
