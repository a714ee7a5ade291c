import { type Desk } from './desk.ts';
import { haltAt } from './halt.ts';
import { operatorCommands } from './operator-commands.ts';

/**
 * Works in how the day's clock stands against the platform's. Ahead of it, what is bound to a time of day would leave early:
 * no new risk until the operator resumes, who may know better. Behind it, exits are late, and only a person can mend that.
 */
export function takePlatformClock(desk: Desk, aheadMs: number): void {
  if (aheadMs === 0) {
    tellAgreement(desk);
    return;
  }
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  const differs = `the clock of this day is at least ${seconds} s ${way} the platform's, by the Date of its answers`;
  // A day never goes back: only time in which no program runs brings it into step.
  const restart =
    aheadMs > 0 ? `, then restart the program and leave it down for ${seconds} s` : '';
  const reason = `${differs}; set the machine's clock (chrony or ntpd)${restart}`;
  if (aheadMs > 0 && haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  const consequence =
    aheadMs > 0
      ? 'What is bound to a time of day, exits too, comes too early by as much'
      : 'What is bound to a time of day, exits and square-offs too, comes too late by as much';
  desk.outbox.notice('critical', null, `The time is in doubt: ${reason}. ${consequence}`);
}

function tellAgreement(desk: Desk): void {
  const isHeld = desk.halt.by === 'clock' && desk.halt.state !== 'active';
  const next = isHeld ? `; entries again after: ${operatorCommands.resume().join()}` : '';
  const message = `The clock of this day agrees with the platform's again${next}`;
  desk.outbox.notice(isHeld ? 'warning' : 'info', null, message);
}
