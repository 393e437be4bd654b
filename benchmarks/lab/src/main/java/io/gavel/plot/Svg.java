package io.gavel.plot;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes a self-contained SVG document: shapes and text on a white background. Attributes are given
 * in pairs of name and value; numbers are rounded to a hundredth. Mutable.
 */
public final class Svg {

  private static final String FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

  private final StringWriter document = new StringWriter();
  private final XMLStreamWriter xml;

  /** Colours on a dark page; the attributes of the elements hold those on a light one. */
  private static final String DARK =
      "@media (prefers-color-scheme: dark) { .paper { fill: #16181d } .ink { fill: #e4e6ea }"
          + " .grid { stroke: #3a3f48 } }";

  private Svg() {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(document);
    } catch (XMLStreamException e) {
      throw new IllegalStateException("writing to memory does not fail", e);
    }
  }

  /**
   * Starts a document.
   *
   * @param width pixels
   * @param height pixels
   * @param title what the picture is, for readers who do not see it
   * @param description what it shows, for the same readers
   * @return an area in the colour of paper with text of 12 pixels; elements of the classes {@code
   *     ink} and {@code grid} change their colour on a dark page
   */
  public static Svg of(int width, int height, String title, String description) {
    Svg svg = new Svg();
    svg.write(
        xml -> {
          xml.writeStartElement("svg");
          xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
        });
    svg.attributes("width", width, "height", height);
    svg.attributes("viewBox", "0 0 %s %s".formatted(width, height));
    svg.attributes("font-family", FONT, "font-size", 12, "fill", "#222");
    svg.attributes("role", "img", "aria-label", title);
    svg.element("title", title).element("desc", description).element("style", DARK);
    return svg.rect(0, 0, width, height, "fill", "#ffffff", "class", "paper");
  }

  /**
   * Adds a rectangle.
   *
   * @param x left
   * @param y top
   * @param width pixels
   * @param height pixels
   * @param attributes names and values
   * @return this document
   */
  public Svg rect(double x, double y, double width, double height, Object... attributes) {
    write(xml -> xml.writeEmptyElement("rect"));
    attributes("x", x, "y", y, "width", width, "height", height);
    return end(attributes);
  }

  /**
   * Adds a rectangle with a tooltip.
   *
   * @param x left
   * @param y top
   * @param width pixels
   * @param height pixels
   * @param tooltip plain text
   * @param attributes names and values
   * @return this document
   */
  public Svg bar(
      double x, double y, double width, double height, String tooltip, Object... attributes) {
    write(xml -> xml.writeStartElement("rect"));
    attributes("x", x, "y", y, "width", width, "height", height);
    attributes(attributes);
    write(
        xml -> {
          xml.writeStartElement("title");
          xml.writeCharacters(tooltip);
          xml.writeEndElement();
          xml.writeEndElement();
        });
    return end();
  }

  /**
   * Adds a line.
   *
   * @param x1 x of one end
   * @param y1 y of one end
   * @param x2 x of the other end
   * @param y2 y of the other end
   * @param attributes names and values
   * @return this document
   */
  public Svg line(double x1, double y1, double x2, double y2, Object... attributes) {
    write(xml -> xml.writeEmptyElement("line"));
    attributes("x1", x1, "y1", y1, "x2", x2, "y2", y2);
    return end(attributes);
  }

  /**
   * Adds a dot.
   *
   * @param x x of the centre
   * @param y y of the centre
   * @param radius pixels
   * @param attributes names and values
   * @return this document
   */
  public Svg dot(double x, double y, double radius, Object... attributes) {
    write(xml -> xml.writeEmptyElement("circle"));
    attributes("cx", x, "cy", y, "r", radius);
    return end(attributes);
  }

  /**
   * Adds lines or an area.
   *
   * @param path the path
   * @param attributes names and values
   * @return this document
   */
  public Svg path(Path path, Object... attributes) {
    write(xml -> xml.writeEmptyElement("path"));
    attributes("d", path);
    return end(attributes);
  }

  /**
   * Adds text.
   *
   * @param x start of the text, unless the attributes set another anchor
   * @param y y of the baseline
   * @param words plain text
   * @param attributes names and values; without a fill the text has the colour of ink
   * @return this document
   */
  public Svg text(double x, double y, String words, Object... attributes) {
    write(xml -> xml.writeStartElement("text"));
    attributes("x", x, "y", y);
    if (!List.of(attributes).contains("fill")) {
      attributes("class", "ink");
    }
    attributes(attributes);
    write(
        xml -> {
          xml.writeCharacters(words);
          xml.writeEndElement();
        });
    return end();
  }

  /** Returns the whole document; nothing can be added afterwards. */
  @Override
  public String toString() {
    write(XMLStreamWriter::writeEndDocument);
    return document + "\n";
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
    write(
        xml -> {
          xml.writeStartElement(name);
          xml.writeCharacters(text);
          xml.writeEndElement();
          xml.writeCharacters("\n");
        });
    return this;
  }

  private Svg end(Object... attributes) {
    attributes(attributes);
    write(xml -> xml.writeCharacters("\n"));
    return this;
  }

  private void attributes(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      String name = String.valueOf(attributes[i]);
      Object value = attributes[i + 1];
      String text = value instanceof Double number ? number(number) : String.valueOf(value);
      write(xml -> xml.writeAttribute(name, text));
    }
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("%s cannot be drawn".formatted(value));
    }
    return BigDecimal.valueOf(value)
        .setScale(2, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }

  @FunctionalInterface
  private interface Part {
    void to(XMLStreamWriter xml) throws XMLStreamException;
  }

  private void write(Part part) {
    try {
      part.to(xml);
    } catch (XMLStreamException e) {
      throw new IllegalStateException("writing to memory does not fail", e);
    }
  }
}
