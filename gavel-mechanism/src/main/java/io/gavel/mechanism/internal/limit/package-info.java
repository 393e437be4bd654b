/** Limits that the leases of a scheduler keep at each moment. Not exported. */
@NullMarked
package io.gavel.mechanism.internal.limit;

import org.jspecify.annotations.NullMarked;
