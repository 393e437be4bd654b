package io.gavel.policies;

import io.gavel.policies.PairThroughputs.Kind;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Arrays;
import java.util.List;

/**
 * {@link PairThroughputs} as lines of a {@link ProblemSnapshot}: the kinds in the order of their
 * numbers, then a line for any two that may share.
 */
final class PairLines {

  private PairLines() {}

  static void write(SnapshotWriter to, PairThroughputs table) {
    to.line("by-type");
    List<Kind> kinds = table.kinds();
    for (Kind kind : kinds) {
      to.line("kind").name(kind.type()).whole("scale", kind.scaleFactor());
    }
    for (int kind = 0; kind < kinds.size(); kind++) {
      int[] partners = table.partners(kind);
      for (int i = 0; i < partners.length; i++) {
        if (partners[i] >= kind) {
          write(to, table, kind, i);
        }
      }
    }
  }

  private static void write(SnapshotWriter to, PairThroughputs table, int kind, int i) {
    Kind one = table.kinds().get(kind);
    int partner = table.partners(kind)[i];
    to.line("share").name(one.type()).name(table.kinds().get(partner).type());
    to.whole("scale", one.scaleFactor()).numbers("rates", table.row(kind, i));
    if (partner != kind) {
      int[] back = table.partners(partner);
      int place = Arrays.binarySearch(back, kind);
      to.numbers("beside", table.row(partner, place));
    }
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
