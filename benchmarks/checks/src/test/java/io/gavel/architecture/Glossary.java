package io.gavel.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The words of {@code docs/reference/glossary.md}: a table of words with the exported types that
 * belong to them, and a table of words that are not used.
 */
record Glossary(List<Entry> entries, Set<String> avoided) {

  /** A word with the simple names of its types. */
  record Entry(String word, List<String> types) {}

  private static final String WORDS = "## Words";
  private static final String AVOIDED = "## Words not used";
  private static final Pattern TYPE = Pattern.compile("`(\\w+)`");
  private static final Pattern HUMP = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

  /** Reads the two tables of the page. */
  static Glossary parse(List<String> lines) {
    List<Entry> entries = new ArrayList<>();
    Set<String> avoided = new TreeSet<>();
    String section = "";
    for (String line : lines) {
      if (line.startsWith("#")) {
        section = line;
      }
      if (line.startsWith("| ") && !isHeader(line)) {
        String[] cells = line.substring(1).split("\\|", -1);
        if (section.equals(WORDS)) {
          entries.add(new Entry(cells[0].strip(), types(cells[3])));
        } else if (section.equals(AVOIDED)) {
          avoided.addAll(Arrays.asList(cells[0].strip().split(", ", -1)));
        }
      }
    }
    return new Glossary(entries, avoided);
  }

  private static boolean isHeader(String line) {
    return line.startsWith("| word |") || line.startsWith("| not used |");
  }

  private static List<String> types(String cell) {
    return TYPE.matcher(cell).results().map(type -> type.group(1)).toList();
  }

  /**
   * Says what does not fit.
   *
   * @param exported each exported top-level type by its simple name, with the names that it makes
   *     visible: its nested types and methods
   * @return a sentence for each fault, which says what to do; empty if all is well
   */
  List<String> faults(Map<String, ? extends Collection<String>> exported) {
    List<String> faults = new ArrayList<>();
    Map<String, List<String>> wordsOf = new TreeMap<>();
    for (Entry entry : entries) {
      for (String type : entry.types()) {
        wordsOf.computeIfAbsent(type, name -> new ArrayList<>()).add(entry.word());
      }
    }
    for (String type : new TreeSet<>(exported.keySet())) {
      List<String> words = wordsOf.getOrDefault(type, List.of());
      if (words.isEmpty()) {
        faults.add(
            "type %s has no entry: name it in the last column of the word that it stands for"
                .formatted(type));
      } else if (words.size() > 1) {
        faults.add(
            "type %s is named at %s: name it once, one word per thing".formatted(type, words));
      }
    }
    wordsOf.forEach(
        (type, words) -> {
          if (!exported.containsKey(type)) {
            faults.add(
                "type %s, named at \"%s\", is not exported: write its new name or remove it"
                    .formatted(type, words.get(0)));
          }
        });
    for (int i = 1; i < entries.size(); i++) {
      String before = entries.get(i - 1).word();
      String word = entries.get(i).word();
      if (before.compareToIgnoreCase(word) >= 0) {
        faults.add("\"%s\" comes after \"%s\": sort the words".formatted(word, before));
      }
    }
    exported.forEach(
        (type, names) -> {
          faults.addAll(avoidedIn(type, type));
          new TreeSet<>(names).forEach(name -> faults.addAll(avoidedIn(type, name)));
        });
    return faults;
  }

  private List<String> avoidedIn(String type, String name) {
    return HUMP.matcher(name)
        .results()
        .map(hump -> hump.group().toLowerCase(Locale.ROOT))
        .filter(avoided::contains)
        .map(
            word ->
                "%s in %s uses the word \"%s\": rename it, see the second table for the word to use"
                    .formatted(name, type, word))
        .toList();
  }
}
