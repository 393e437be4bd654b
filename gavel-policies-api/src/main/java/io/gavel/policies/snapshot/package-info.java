/**
 * A text format that holds values exactly. {@link io.gavel.policies.snapshot.ProblemSnapshot},
 * {@link io.gavel.policies.snapshot.AllocationSnapshot} and the snapshots of the mechanism use it,
 * and an embedder may write its own values into the same text.
 *
 * <p>A text consists of sections, a section of lines, and a line of a keyword and fields:
 *
 * <pre>{@code
 * problem version=1
 *   type "v100" workers=2 price=2.48
 *   job "bert" rates=[40] steps=400000
 * end problem
 * digest sha-256="…"
 * }</pre>
 *
 * <p>A text ends with a digest of its lines, and a reader rejects a text with the digest of another
 * one. A text without a digest, as written by hand, is read unchecked.
 *
 * <p>Start with {@link io.gavel.policies.snapshot.SnapshotWriter} and {@link
 * io.gavel.policies.snapshot.SnapshotReader}, which mirror each other; a {@link
 * io.gavel.policies.snapshot.SnapshotFormat} combines both into a section.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.snapshot;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
