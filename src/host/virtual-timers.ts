import { Heap } from '../base/heap.ts';

/** A timer of a run. Stands in for Node's Timeout, of which programs keep the object and call these methods. */
export class VirtualTimer {
  /** When it fires next, epoch milliseconds of the run. */
  dueMs: number;
  /** Breaks ties: timers due at one instant fire in the order in which they were set. */
  order: number;
  /** For one that repeats, which its callback may change; null for one that does not. */
  repeatMs: number | null;
  /** Null once it has fired for the last time or was cleared. */
  callback: (() => void) | null;
  /** Whether it waits in the queue. */
  isQueued = false;
  readonly #owner: VirtualTimers;

  constructor(
    owner: VirtualTimers,
    timer: {
      readonly dueMs: number;
      readonly order: number;
      readonly repeatMs: number | null;
      readonly callback: () => void;
    },
  ) {
    this.#owner = owner;
    this.dueMs = timer.dueMs;
    this.order = timer.order;
    this.repeatMs = timer.repeatMs;
    this.callback = timer.callback;
  }

  /** Takes it back. Harmless when it has fired. */
  cancel(): void {
    this.#owner.cancel(this);
  }

  /** As Node's: takes it back. */
  close(): this {
    this.cancel();
    return this;
  }

  /** As Node's; a run's timers keep no process alive. */
  ref(): this {
    return this;
  }

  /** As Node's; a run's timers keep no process alive. */
  unref(): this {
    return this;
  }

  /** As Node's. */
  hasRef(): boolean {
    return false;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

/** The timers of one run in the order in which they fire: by due time, then by when they were set. */
export class VirtualTimers {
  #heap = new Heap<VirtualTimer>(isBefore);
  #order = 0;
  #cancelled = 0;

  /** Sets a timer. `dueMs` may be infinite: it never fires. */
  set(dueMs: number, callback: () => void, repeatMs: number | null = null): VirtualTimer {
    const timer = new VirtualTimer(this, { dueMs, order: 0, repeatMs, callback });
    this.#queue(timer);
    return timer;
  }

  /** Takes a timer back. */
  cancel(timer: VirtualTimer): void {
    timer.callback = null;
    if (!timer.isQueued) return;
    timer.isQueued = false;
    this.#cancelled += 1;
    // A debounce cancels a timer for every value: without this they would pile up until they fall due.
    if (this.#cancelled > 1_000 && this.#cancelled > this.#heap.size / 2) this.#sweep();
  }

  /** How many it keeps, cancelled ones that it has not swept away yet included. */
  get size(): number {
    return this.#heap.size;
  }

  /** When the next timer fires; null when none is set. */
  nextDueMs(): number | null {
    return this.#first()?.dueMs ?? null;
  }

  /** Takes the next timer that is due at or before `atMs` out of the queue. */
  takeDue(atMs: number): VirtualTimer | null {
    const timer = this.#first();
    if (timer === undefined || timer.dueMs > atMs) return null;
    this.#heap.pop();
    timer.isQueued = false;
    return timer;
  }

  /** Calls a timer back; one that repeats is then set again, behind those that its callback set. */
  fire(timer: VirtualTimer): void {
    const { callback } = timer;
    if (timer.repeatMs === null) timer.callback = null;
    callback?.();
    if (timer.repeatMs === null || (timer.callback as unknown) === null) return;
    timer.dueMs += timer.repeatMs;
    this.#queue(timer);
  }

  /** Forgets every timer. */
  clear(): void {
    this.#heap = new Heap(isBefore);
    this.#cancelled = 0;
  }

  #queue(timer: VirtualTimer): void {
    if (timer.dueMs === Infinity) return;
    this.#order += 1;
    timer.order = this.#order;
    timer.isQueued = true;
    this.#heap.push(timer);
  }

  #first(): VirtualTimer | undefined {
    for (;;) {
      const timer = this.#heap.peek();
      if (timer?.callback !== null) return timer;
      this.#heap.pop();
      this.#cancelled -= 1;
    }
  }

  #sweep(): void {
    const kept = new Heap<VirtualTimer>(isBefore);
    for (let timer = this.#heap.pop(); timer !== undefined; timer = this.#heap.pop()) {
      if (timer.callback !== null) kept.push(timer);
    }
    this.#heap = kept;
    this.#cancelled = 0;
  }
}

function isBefore(left: VirtualTimer, right: VirtualTimer): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.order < right.order);
}
