import { monotonicMs, yieldToMachine } from './machine-time.ts';

/** How long work keeps this thread before it lets in what waits, real milliseconds. */
const TURN_MS = 20;

/** Does work that is cut into steps, and lets I/O, timers and signals in between. `onTurn` is called each time it does. */
export async function inTurns<Made>(
  work: Generator<unknown, Made, undefined>,
  onTurn: () => void = () => undefined,
): Promise<Made> {
  for (;;) {
    const untilMs = monotonicMs() + TURN_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (monotonicMs() < untilMs);
    onTurn();
    await yieldToMachine();
  }
}
