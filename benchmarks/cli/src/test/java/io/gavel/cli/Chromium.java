package io.gavel.cli;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Renders pages in a headless Chromium. */
final class Chromium {

  private static final int HEIGHT = 9000;
  private static final long MOST_SECONDS = 120;
  private static final Pattern RESULT = Pattern.compile("<pre id=\"result\">(.*?)</pre>", 32);

  /** The page in a frame of the given width; {@code report} lists points of its curves. */
  private static final String FRAME =
      """
      <!DOCTYPE html><meta charset="utf-8"><style>body { margin: 0 } iframe { border: 0 }</style>
      <iframe id="page" style="width: %dpx; height: %dpx" srcdoc="%s"></iframe>
      <pre id="result"></pre>
      <script>
      onload = () => {
        const page = document.getElementById('page').contentDocument;
        const lines = [];
        lines.push('overflow ' + (page.documentElement.scrollWidth > innerWidth));
        lines.push('dark ' + matchMedia('(prefers-color-scheme: dark)').matches);
        lines.push('ids ' + [...page.querySelectorAll('[id]')].map(e => e.id).join(' '));
        page.querySelectorAll('svg').forEach((svg, i) => svg.querySelectorAll('path, line').forEach(p => {
          const style = page.defaultView.getComputedStyle(p);
          const rgb = (style.stroke.match(/[0-9.]+/g) || [0]).map(Number);
          if (Math.max(...rgb) - Math.min(...rgb) < 20) return; // the grid and the axes are grey
          lines.push('curve');
          const length = p.getTotalLength();
          for (const part of [0.003, 0.25, 0.5, 0.75, 0.997]) {
            const at = p.getPointAtLength(part * length).matrixTransform(p.getScreenCTM());
            const frame = (p.closest('.wide') || page.documentElement).getBoundingClientRect();
            if (at.x < frame.left || at.x > frame.right) continue; // scrolled away
            lines.push(['point', i, part, Math.round(at.x), Math.round(at.y), style.stroke].join(' '));
          }
        }));
        document.getElementById('result').textContent = lines.join('\\n');
      };
      </script>
      """;

  private Chromium() {}

  /** The program on the path of this process. */
  static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Renders a page and reads back what is drawn at points of its curves. */
  static Rendering render(Path program, Path folder, String html, int width, boolean dark)
      throws IOException, InterruptedException {
    Path frame = folder.resolve("frame.html");
    String attribute = html.replace("&", "&amp;").replace("\"", "&quot;");
    Files.writeString(frame, FRAME.formatted(width, HEIGHT, attribute));
    Path picture = folder.resolve("picture.png");
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"));
    command.add("--user-data-dir=" + folder.resolve("profile"));
    command.add("--blink-settings=preferredColorScheme=" + (dark ? 0 : 1));
    command.add("--window-size=%d,%d".formatted(width, HEIGHT));
    command.add("--screenshot=" + picture);
    command.add("--dump-dom");
    command.add(frame.toUri().toString());
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    String dom;
    try (InputStream out = process.getInputStream()) {
      dom = new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    Matcher result = RESULT.matcher(dom);
    if (!result.find() || !Files.exists(picture)) {
      throw new IOException("nothing rendered: " + Files.readString(folder.resolve("err")));
    }
    return new Rendering(
        result.group(1).lines().toList(),
        ImageIO.read(new ByteArrayInputStream(Files.readAllBytes(picture))));
  }
}
