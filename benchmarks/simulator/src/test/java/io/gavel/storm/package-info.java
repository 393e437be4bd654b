/**
 * One deterministic world: policy, rounds, leases over a bad network, servers with clocks of their
 * own that crash, hang and return, and an embedder that is killed and restored. One thread, one
 * seed, simulated time. Start with {@link io.gavel.storm.World}.
 */
package io.gavel.storm;
