package io.gavel.policies.snapshot;

import io.gavel.policies.PairThroughputs;
import io.gavel.policies.PairThroughputs.Kind;
import java.util.stream.IntStream;

/**
 * Writes and reads {@link PairThroughputs} as lines of a problem's text: the classes in the order
 * of their numbers, then a line for any two that may share.
 */
final class PairCodec {

  private PairCodec() {}

  static void write(SnapshotWriter to, PairThroughputs table) {
    to.line("by-type");
    for (Kind kind : table.kinds()) {
      to.line("kind").name(kind.type()).whole("scale", kind.scaleFactor());
    }
    for (int kind = 0; kind < table.kindCount(); kind++) {
      for (int partner : table.partners(kind)) {
        if (partner >= kind) {
          write(to, table, kind, partner);
        }
      }
    }
  }

  private static void write(SnapshotWriter to, PairThroughputs table, int kind, int partner) {
    Kind one = table.kinds().get(kind);
    to.line("share").name(one.type()).name(table.kinds().get(partner).type());
    to.whole("scale", one.scaleFactor()).numbers("rates", rates(table, kind, partner));
    if (partner != kind) {
      to.numbers("beside", rates(table, partner, kind));
    }
  }

  private static double[] rates(PairThroughputs table, int kind, int beside) {
    return IntStream.range(0, table.typeCount())
        .mapToDouble(j -> table.stepsPerSecond(kind, beside, j))
        .toArray();
  }

  static PairThroughputs read(SnapshotReader from, int typeCount) {
    PairThroughputs.Builder table = PairThroughputs.builder(typeCount);
    from.line("by-type");
    from.lines("kind", () -> table.kind(from.name(), from.count("scale")));
    from.lines("share", () -> read(from, table));
    return table.build();
  }

  private static PairThroughputs.Builder read(SnapshotReader from, PairThroughputs.Builder table) {
    String a = from.name();
    String b = from.name();
    int scaleFactor = from.count("scale");
    double[] rates = from.numbers("rates");
    return table.pair(a, b, scaleFactor, rates, a.equals(b) ? rates : from.numbers("beside"));
  }
}
