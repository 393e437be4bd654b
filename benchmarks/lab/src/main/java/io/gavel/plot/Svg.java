package io.gavel.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Writes a self-contained SVG document: shapes and text on a white background. Attributes have the
 * form {@code name=value}; numbers are rounded to a hundredth. Mutable.
 */
public final class Svg {

  private static final String FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

  private final StringBuilder document = new StringBuilder();

  /** Colours on a dark page; the attributes of the elements hold those on a light one. */
  private static final String DARK =
      "@media (prefers-color-scheme: dark) { .paper { fill: #16181d } .ink { fill: #e4e6ea }"
          + " .grid { stroke: #3a3f48 } }";

  private Svg() {}

  /**
   * Starts a document.
   *
   * @param width pixels
   * @param height pixels
   * @param title the title of the picture for screen readers
   * @param description the description of the picture for screen readers
   * @return an area in the colour of paper with text of 12 pixels; elements of the classes {@code
   *     ink} and {@code grid} change their colour on a dark page
   */
  public static Svg of(int width, int height, String title, String description) {
    Svg svg = new Svg();
    svg.document.append("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg.attributes("width=" + width, "height=" + height);
    svg.attributes("viewBox=0 0 %s %s".formatted(width, height), "font-family=" + FONT);
    svg.attributes("font-size=12", "fill=#222", "role=img", "aria-label=" + title);
    svg.document.append('>');
    svg.element("title", title).element("desc", description).element("style", DARK);
    return svg.rect(0, 0, width, height, "fill=#ffffff", "class=paper");
  }

  /**
   * Adds a rectangle.
   *
   * @param x left
   * @param y top
   * @param width pixels
   * @param height pixels
   * @param attributes attributes of the element
   * @return this document
   */
  public Svg rect(double x, double y, double width, double height, String... attributes) {
    return start("rect")
        .place("x", x, "y", y)
        .place("width", width, "height", height)
        .attributes(attributes)
        .end("/>");
  }

  /**
   * Adds a rectangle with a tooltip.
   *
   * @param x left
   * @param y top
   * @param width pixels
   * @param height pixels
   * @param tooltip plain text
   * @param attributes attributes of the element
   * @return this document
   */
  public Svg bar(
      double x, double y, double width, double height, String tooltip, String... attributes) {
    start("rect").place("x", x, "y", y).place("width", width, "height", height);
    attributes(attributes);
    return end("><title>" + escaped(tooltip) + "</title></rect>");
  }

  /**
   * Adds a line.
   *
   * @param x1 x of one end
   * @param y1 y of one end
   * @param x2 x of the other end
   * @param y2 y of the other end
   * @param attributes attributes of the element
   * @return this document
   */
  public Svg line(double x1, double y1, double x2, double y2, String... attributes) {
    return start("line")
        .place("x1", x1, "y1", y1)
        .place("x2", x2, "y2", y2)
        .attributes(attributes)
        .end("/>");
  }

  /**
   * Adds a dot.
   *
   * @param x x of the centre
   * @param y y of the centre
   * @param radius pixels
   * @param attributes attributes of the element
   * @return this document
   */
  public Svg dot(double x, double y, double radius, String... attributes) {
    start("circle").place("cx", x, "cy", y);
    return attributes("r=" + number(radius)).attributes(attributes).end("/>");
  }

  /**
   * Adds lines or an area.
   *
   * @param path the path
   * @param attributes attributes of the element
   * @return this document
   */
  public Svg path(Path path, String... attributes) {
    return start("path").attributes("d=" + path).attributes(attributes).end("/>");
  }

  /**
   * Adds text.
   *
   * @param x start of the text, unless the attributes set another anchor
   * @param y y of the baseline
   * @param words plain text
   * @param attributes attributes of the element; without a fill the text has the colour of ink
   * @return this document
   */
  public Svg text(double x, double y, String words, String... attributes) {
    start("text").place("x", x, "y", y);
    if (Arrays.stream(attributes).noneMatch(attribute -> attribute.startsWith("fill="))) {
      attributes("class=ink");
    }
    return attributes(attributes).end(">" + escaped(words) + "</text>");
  }

  /** Returns the document. */
  @Override
  public String toString() {
    return document + "</svg>\n";
  }

  /**
   * Returns a document for embedding in HTML.
   *
   * @param document an SVG document
   * @return the root element, without the declarations before it
   */
  public static String inline(String document) {
    return document.substring(document.indexOf("<svg"));
  }

  /** A path of straight lines. Mutable. */
  public static final class Path {

    private final StringBuilder data = new StringBuilder();
    private boolean lifted = true;

    /**
     * Leaves a gap before the next point.
     *
     * @return this path
     */
    public Path lift() {
      lifted = true;
      return this;
    }

    /**
     * Adds a point; the first one, and the first one after a gap, starts a line.
     *
     * @param x distance to the right
     * @param y distance down
     * @return this path
     */
    public Path to(double x, double y) {
      data.append(lifted ? 'M' : 'L').append(number(x)).append(' ').append(number(y));
      lifted = false;
      return this;
    }

    /**
     * Closes the path.
     *
     * @return this path
     */
    public Path close() {
      data.append('Z');
      return this;
    }

    /** Returns the path in SVG syntax. */
    @Override
    public String toString() {
      return data.toString();
    }
  }

  private Svg element(String name, String text) {
    return start(name).end(">%s</%s>".formatted(escaped(text), name));
  }

  private Svg start(String name) {
    document.append('<').append(name);
    return this;
  }

  private Svg place(String first, double one, String second, double two) {
    return attributes(first + "=" + number(one), second + "=" + number(two));
  }

  private Svg attributes(String... attributes) {
    for (String attribute : attributes) {
      int equals = attribute.indexOf('=');
      String value = escaped(attribute.substring(equals + 1)).replace("\"", "&quot;");
      document.append(' ').append(attribute, 0, equals).append("=\"").append(value).append('"');
    }
    return this;
  }

  private Svg end(String end) {
    document.append(end).append('\n');
    return this;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Rounds a number to a hundredth. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("%s cannot be drawn".formatted(value));
    }
    return BigDecimal.valueOf(value)
        .setScale(2, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
