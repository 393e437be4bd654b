/** Recorded runs of the 2020 program, repeated round by round and compared. */
@NullMarked
package io.gavel.legacy.replay;

import org.jspecify.annotations.NullMarked;
