/**
 * Whether new risk may be taken.
 *
 * - `active`: everything the gate lets through.
 * - `reducing`: no entries; entries that already work stay.
 * - `halted`: no entries, and entries that still work are cancelled.
 *
 * Exits, cancels and square-offs go in every state. Only the operator goes back to `active`.
 */
export type HaltState = 'active' | 'reducing' | 'halted';

/** A halt state with its reason. */
export interface Halt {
  readonly state: HaltState;
  readonly sinceMs: number;
  /** For people. */
  readonly reason: string;
  readonly by: 'start' | 'operator' | 'comparator' | 'protection' | 'clock';
}

/** How an account begins. */
export const ACTIVE: Halt = { state: 'active', sinceMs: 0, reason: '', by: 'start' };
