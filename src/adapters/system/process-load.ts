import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How hard this process works. */
export interface ProcessLoad {
  readonly residentBytes: number;
  /** Of a processor, all threads together, since the process started. */
  readonly cpuMs: number;
  /** How late timers were since the last reading; 0 where none was measured. */
  readonly loopLag: { readonly medianMs: number; readonly p99Ms: number; readonly maxMs: number };
}

/** Measured this often: a lag below it is not seen. */
const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;

/** Watches the event loop of this process from now on. `close` ends that. */
export class ProcessLoadWatch {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delay.enable();
  }

  /** The load since the last reading, which starts the next one. */
  read(): ProcessLoad {
    const delay = this.#delay;
    const isMeasured = delay.count > 0;
    const lagMs = (ns: number): number =>
      isMeasured ? Math.max(0, ns / NS_PER_MS - RESOLUTION_MS) : 0;
    const loopLag = {
      medianMs: lagMs(delay.percentile(50)),
      p99Ms: lagMs(delay.percentile(99)),
      maxMs: lagMs(delay.max),
    };
    delay.reset();
    const { user, system } = process.cpuUsage();
    return { residentBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000, loopLag };
  }

  close(): void {
    this.#delay.disable();
  }
}
