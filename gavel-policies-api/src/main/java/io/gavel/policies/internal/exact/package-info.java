/** Exact arithmetic with doubles. For the modules of this library only. */
@NullMarked
package io.gavel.policies.internal.exact;

import org.jspecify.annotations.NullMarked;
