import { Heap } from '../../src/base/heap.ts';

interface Repeated {
  dueMs: number;
  order: number;
  readonly everyMs: number;
  readonly act: () => void;
}

/** Timers that repeat, on a bare heap: what any clock of virtual time has to do, and no more. */
export class HeapClock {
  readonly #heap = new Heap<Repeated>(isBefore);
  #order = 0;
  nowMs: number;

  constructor(startAtMs: number) {
    this.nowMs = startAtMs;
  }

  every(everyMs: number, act: () => void): void {
    this.#put({ dueMs: this.nowMs + everyMs, order: 0, everyMs, act });
  }

  /** Fires what is due up to an instant, each at its time. */
  advanceTo(atMs: number): void {
    for (;;) {
      const timer = this.#heap.peek();
      if (timer === undefined || timer.dueMs > atMs) break;
      this.#heap.pop();
      this.nowMs = timer.dueMs;
      timer.act();
      timer.dueMs += timer.everyMs;
      this.#put(timer);
    }
    this.nowMs = atMs;
  }

  #put(timer: Repeated): void {
    this.#order += 1;
    timer.order = this.#order;
    this.#heap.push(timer);
  }
}

function isBefore(left: Repeated, right: Repeated): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.order < right.order);
}
