import { type Desk } from './desk.ts';

/** Works in that the process began anew: what was under way is lost, and what it came to is unknown. */
export function takeRestart(desk: Desk, lastAtMs: number): void {
  desk.polls.forget();
  const seconds = String(Math.round((desk.nowMs - lastAtMs) / 1000));
  desk.outbox.notice('warning', null, `The process began anew after a gap of ${seconds} s`);
}
