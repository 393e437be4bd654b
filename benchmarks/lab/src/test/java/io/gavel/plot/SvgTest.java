package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class SvgTest {

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void toString_everyShape_isXmlWithEscapedText() throws Exception {
    String svg =
        Svg.of(100, 50, "a picture", "of a line")
            .text(1, 2, "a & <b>", "font-size=9")
            .bar(1, 2, 3, 4, "\"c\" > d", "fill=#123")
            .line(0, 0, 1 / 3.0, 1)
            .dot(5, 5, 2.5)
            .path(new Svg.Path().to(0, 0).to(1, 2.005).close(), "fill=none")
            .toString();
    Document document = parse(svg);
    assertEquals("a & <b>", document.getElementsByTagName("text").item(0).getTextContent());
    assertEquals("\"c\" > d", document.getElementsByTagName("title").item(1).getTextContent());
    assertTrue(svg.contains("x2=\"0.33\""), svg);
    assertTrue(svg.contains("d=\"M0 0L1 2Z\""), svg);
  }

  @Test
  void line_noNumber_isRefused() {
    Svg svg = Svg.of(10, 10, "a", "b");
    assertThrows(IllegalArgumentException.class, () -> svg.line(0, 0, Double.NaN, 1));
  }

  @Test
  void inline_documentWithDeclarations_beginsWithItsElement() {
    assertEquals("<svg/>", Svg.inline("<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<svg/>"));
  }
}
