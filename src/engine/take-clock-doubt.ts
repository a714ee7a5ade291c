import { type Desk } from './desk.ts';
import { haltAt } from './halt.ts';

/**
 * The machine's clock went back. Times of today may be wrong by that much in either direction, and only a person can
 * tell which clock was right: no new risk until then. Exits go on by the time that has really passed.
 */
export function takeClockDoubt(desk: Desk, behindMs: number): void {
  const seconds = (behindMs / 1000).toFixed(1);
  const reason = `the machine's clock is ${seconds} s behind the time of this day: it was set back, or was ahead before`;
  if (haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  desk.outbox.notice('critical', null, `The time is in doubt: ${reason}`);
}
