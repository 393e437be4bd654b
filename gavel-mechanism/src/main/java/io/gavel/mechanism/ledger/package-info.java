/** Time owed and time received, by job and worker type. Not exported. */
@NullMarked
package io.gavel.mechanism.ledger;

import org.jspecify.annotations.NullMarked;
