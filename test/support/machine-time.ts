import { monotonicMs, wait, yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { startTicker } from '../../src/adapters/system/ticker.ts';
import { type MachineTime } from '../../src/ports/clock.ts';

/** The machine's own time, for drives that wait or pace. */
export const machine: MachineTime = { wait, yieldToMachine, monotonicMs, startTicker };
