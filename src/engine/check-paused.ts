import { type Refusal } from '../risk/refusal.ts';
import { type Desk } from './desk.ts';

/** Refuses whatever would be sent for a leg that is paused. */
export function checkPaused(desk: Desk, runId: string, leg: string): Refusal | null {
  const paused = desk.foreign.pauseOf(runId, leg);
  if (paused === undefined) return null;
  return {
    rule: 'paused-leg',
    what: `Leg "${leg}" is paused`,
    found: paused.reason,
    allowed: 'nothing until the operator flattens or releases the run',
  };
}
