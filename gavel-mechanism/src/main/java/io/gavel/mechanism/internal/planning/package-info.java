/**
 * Planning of rounds: selection by lag, improvement by cycle cancelling, back-fill. Not exported.
 */
@NullMarked
package io.gavel.mechanism.internal.planning;

import org.jspecify.annotations.NullMarked;
