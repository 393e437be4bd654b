package io.gavel.policies.snapshot;

import java.util.HexFormat;

/** Strings in quotes: any string, on one line, with only characters that every encoding keeps. */
final class Quoted {

  private Quoted() {}

  static void append(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c == '\n') {
        text.append("\\n");
      } else if (c == '\t') {
        text.append("\\t");
      } else if (isPlain(c)) {
        text.append(c);
      } else if (i + 1 < value.length() && Character.isSurrogatePair(c, value.charAt(i + 1))) {
        text.append(c).append(value.charAt(++i));
      } else {
        text.append("\\u").append(HexFormat.of().toHexDigits(c));
      }
    }
    text.append('"');
  }

  /**
   * Visible characters. An explicit list, as the Unicode properties of other characters change
   * between Java releases.
   */
  private static boolean isPlain(char c) {
    boolean invisible =
        c < ' ' || (c > '~' && c <= '\u00a0') || c == '\u00ad' || c == '\u3000' || c == '\ufeff';
    boolean punctuation = c >= '\u2000' && c <= '\u206f'; // spaces, marks and line ends among them
    return !invisible && !punctuation && !Character.isSurrogate(c) && c < '\ufff0';
  }

  /** Returns the meaning of a character after a backslash, except {@code u}; 0 if it has none. */
  static char unescaped(char c) {
    return switch (c) {
      case '"', '\\' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      default -> 0;
    };
  }
}
