import { type Desk } from './desk.ts';

/** From when a wait counts: a gap in which no process ran is no part of it. */
export function countFromMs({ awayUntilMs }: Desk, beganAtMs: number): number {
  return Math.max(beganAtMs, awayUntilMs ?? -Infinity);
}
