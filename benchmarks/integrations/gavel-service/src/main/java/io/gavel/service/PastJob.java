package io.gavel.service;

/**
 * A job that is over. Immutable.
 *
 * @param id its id, which no other job gets
 * @param request its request
 * @param atSeconds when it ended, in seconds since 1970
 * @param state {@code "ended"} or {@code "given up"}
 */
record PastJob(String id, JobRequest request, double atSeconds, String state) {}
