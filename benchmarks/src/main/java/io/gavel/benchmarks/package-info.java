/**
 * The executable {@code gavel}. Start with {@link io.gavel.cli.GavelMain}; each command is a
 * class beside it. {@link io.gavel.catalog.PolicyCatalog} is the one list of policies that the
 * command line knows: a policy that is added there can be solved for and simulated.
 *
 * <p>Packages below: {@code input} reads files, {@code simulation} drives the library through time,
 * {@code picture} draws, {@code demo} is the bundled day of a small cluster.
 */
@NullMarked
package io.gavel.benchmarks;

import org.jspecify.annotations.NullMarked;
