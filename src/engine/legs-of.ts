import { type Desk } from './desk.ts';

/** Names of the legs of a run: those that it began the day with, then the others in the order in which they were first used. */
export function legsOf(desk: Desk, runId: string): readonly string[] {
  const carried = desk.ledger.carriedLegs(runId);
  const used = desk.intents.legs(runId);
  return carried.length === 0 ? used : [...new Set([...carried, ...used])];
}
