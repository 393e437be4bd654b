/** Reproduced completion times over all published loads, one class per policy. */
@NullMarked
package io.gavel.reproduction.loads;

import org.jspecify.annotations.NullMarked;
