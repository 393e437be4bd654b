/**
 * Who runs in the next round: selection by lag, improvement by cycle cancelling, backfill. Not
 * exported.
 */
@NullMarked
package io.gavel.mechanism.planning;

import org.jspecify.annotations.NullMarked;
