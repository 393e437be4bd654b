/** Workers and the leases on them: who runs where, and who stays where. Not exported. */
@NullMarked
package io.gavel.mechanism.workers;

import org.jspecify.annotations.NullMarked;
