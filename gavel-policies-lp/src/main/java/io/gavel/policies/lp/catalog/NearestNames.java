package io.gavel.policies.lp.catalog;

import java.util.Comparator;
import java.util.List;

/** Suggests similar names by edit distance. */
final class NearestNames {

  private static final int MOST = 3;

  private NearestNames() {}

  /** Returns the nearest names, the nearest first; equally near ones in the order of the list. */
  static List<String> to(String name, List<String> names) {
    return names.stream()
        .sorted(Comparator.comparingInt(other -> distance(name, other))) // stable
        .limit(MOST)
        .toList();
  }

  /** Returns the least number of letters to insert, take out or exchange. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(exchanged, 1 + Math.min(row[j - 1], row[j]));
      }
    }
    return row[b.length()];
  }
}
