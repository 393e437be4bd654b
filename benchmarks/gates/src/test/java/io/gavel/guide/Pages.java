package io.gavel.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pages of the documentation and the blocks of code on them. */
public final class Pages {

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```([a-z]*) ?([^`\\n]*)\\n(.*?)^```$");

  private Pages() {}

  /**
   * A block between fences.
   *
   * @param page the file
   * @param language the first word after the fence; empty if there is none
   * @param name the other words: a region of code, or a file if it has a dot; may be empty
   * @param text the lines between the fences, each with its line end
   */
  public record Block(Path page, String language, String name, String text) {
    /**
     * Where the block is.
     *
     * @return the page and the block's first line
     */
    public String place() {
      return "%s, block \"%s\"".formatted(page, text.lines().findFirst().orElse(""));
    }
  }

  /**
   * Returns the folder of the whole project, above the one in which tests run.
   *
   * @return a path
   */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("README.md")) || !Files.exists(folder.resolve("docs"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /**
   * README and every Markdown file of the documentation.
   *
   * @return paths in order of their names
   */
  public static List<Path> all() {
    List<Path> pages = new ArrayList<>(files(root().resolve("docs"), ".md"));
    pages.add(root().resolve("README.md"));
    return pages;
  }

  /**
   * Returns the files below a folder, without products of the build.
   *
   * @param folder where to search
   * @param suffix how their names end
   * @return paths in order of their names
   */
  public static List<Path> files(Path folder, String suffix) {
    List<Path> files = new ArrayList<>();
    SimpleFileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName().toString();
            boolean skipped = name.equals("target") || name.equals(".git");
            return skipped && !directory.equals(folder)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(suffix)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Files.walkFileTree(folder, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(files);
    return files;
  }

  /**
   * Returns the text of a file.
   *
   * @param file a file
   * @return its content
   */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the blocks of a page.
   *
   * @param page a Markdown file
   * @return blocks in their order
   */
  public static List<Block> blocks(Path page) {
    return BLOCK
        .matcher(read(page))
        .results()
        .map(found -> new Block(page, found.group(1), found.group(2).strip(), found.group(3)))
        .toList();
  }

  /**
   * Returns the blocks of all pages in some languages.
   *
   * @param languages first words after the fence
   * @return blocks, page by page
   */
  public static List<Block> blocks(String... languages) {
    return all().stream()
        .flatMap(page -> blocks(page).stream())
        .filter(block -> List.of(languages).contains(block.language()))
        .toList();
  }

  /** Puts other text into a block of a page. */
  static void replace(Block block, String text) throws IOException {
    String page = read(block.page());
    String fence = "```" + (block.language() + " " + block.name()).strip() + "\n";
    String changed = page.replace(fence + block.text() + "```", fence + text + "```");
    Files.writeString(block.page(), changed);
  }

  /**
   * Returns the text of a page without its blocks of code.
   *
   * @param page a Markdown file
   * @return the rest of its content
   */
  public static String prose(Path page) {
    return BLOCK.matcher(read(page)).replaceAll(Matcher.quoteReplacement(""));
  }
}
