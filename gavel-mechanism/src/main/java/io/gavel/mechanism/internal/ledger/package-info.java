/** Time owed and time received, by job and worker type. Not exported. */
@NullMarked
package io.gavel.mechanism.internal.ledger;

import org.jspecify.annotations.NullMarked;
