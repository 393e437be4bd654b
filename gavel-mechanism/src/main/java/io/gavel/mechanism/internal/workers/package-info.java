/** Workers, the leases on them, and the assignment of groups to workers. Not exported. */
@NullMarked
package io.gavel.mechanism.internal.workers;

import org.jspecify.annotations.NullMarked;
