/** Replays recorded runs of the 2020 program round by round and compares them. */
@NullMarked
package io.gavel.replay;

import org.jspecify.annotations.NullMarked;
