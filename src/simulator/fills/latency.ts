/** A stretch that a seeded draw falls into, both ends included. */
export interface DelayRange {
  readonly minMs: number;
  readonly maxMs: number;
}

/** How long what was asked for takes to happen. */
export interface LatencyModel {
  /** From the platform's answer until the order is at the exchange. @default 20 to 120 ms */
  readonly placing: DelayRange;
  /** From the answer to a modify until it takes effect. @default 20 to 120 ms */
  readonly modifying: DelayRange;
  /** From the answer to a cancel until it takes effect: the time in which a fill can win. @default 20 to 120 ms */
  readonly cancelling: DelayRange;
}

const USUAL: DelayRange = { minMs: 20, maxMs: 120 };

/** What applies where nothing else is said. */
export const USUAL_LATENCY: LatencyModel = {
  placing: USUAL,
  modifying: USUAL,
  cancelling: USUAL,
};

/** A delay of a range. `draw` gives a whole number below the one it is given. */
export function delayMs({ minMs, maxMs }: DelayRange, draw: (below: number) => number): number {
  return minMs + draw(maxMs - minMs + 1);
}
