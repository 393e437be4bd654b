/**
 * An example of a scheduler as a service: jobs come over HTTP, state is kept in SQLite, and a kill
 * at any moment loses nothing that was answered. To be copied and changed; nothing is published.
 *
 * <ul>
 *   <li>{@link io.gavel.service.ClusterState}: jobs, allocation and rounds; a deterministic state
 *       machine without I/O, which {@link io.gavel.service.Change}s and the clock drive.
 *   <li>{@link io.gavel.service.Store}: the last snapshot of the state, and the changes since.
 *   <li>{@link io.gavel.service.Desk}: the one thread that owns both. It answers after the commit.
 *   <li>{@link io.gavel.service.HttpApi}: requests and answers in JSON.
 *   <li>{@link io.gavel.service.ServiceMain}: the command line.
 *   <li>{@link io.gavel.service.Agent}: runs jobs as processes on the workers of a machine.
 * </ul>
 */
@NullMarked
package io.gavel.service;

import org.jspecify.annotations.NullMarked;
