package io.gavel.service;

/** Whether a worker can be used. */
enum WorkerCondition {
  /** It can. */
  UP,
  /** What runs there may finish its round. */
  DRAINED,
  /** It is gone, with what ran there. */
  LOST
}
