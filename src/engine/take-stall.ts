import { counted } from '../base/counted.ts';
import { istClock } from '../model/ist.ts';
import { isLeftOpen } from './custom-position-book.ts';
import { type Desk } from './desk.ts';
import { dropWebhooks } from './send-webhooks.ts';

/**
 * Works in that the process stood still. What was seen before says nothing of now: neither entries nor exits leave before
 * the orders were polled again, and starts and signals that waited are given up, for they are never late.
 */
export function takeStall(desk: Desk, fromMs: number): void {
  desk.awayUntilMs = desk.nowMs;
  for (const { header } of desk.runs.all()) {
    dropWebhooks(desk, { runId: header.runId }, 'the process stood still before it could leave');
  }
  const risk = atRisk(desk);
  const meanwhile =
    risk.length === 0
      ? 'Nothing was held and no order worked'
      : `Meanwhile no stop, exit or square-off could leave for what was held: ${risk.join(', ')}`;
  const seconds = ((desk.nowMs - fromMs) / 1000).toFixed(1);
  const between = `from ${istClock(fromMs)} to ${istClock(desk.nowMs)} IST`;
  const message = `The process stood still for ${seconds} s (${between}): it was stopped, or the machine slept, had too much to do, or had its clock set forward. ${meanwhile}. The orders are polled before anything leaves`;
  desk.outbox.notice(risk.length === 0 ? 'warning' : 'critical', null, message);
}

/** What could have needed a stop or an exit, for people; empty when there was nothing. */
function atRisk(desk: Desk): readonly string[] {
  const legs = desk.ledger.open().map(({ leg, contract, position }) => {
    return `leg "${leg}" ${String(position.netUnits)} units of ${contract.symbol}`;
  });
  const positions = [...desk.customPositions.all()]
    .filter((custom) => custom.state === 'start-unknown' || isLeftOpen(custom, desk.nowMs))
    .map(({ position }) => `custom position "${position}"`);
  const working = [...desk.intents.live()].filter(({ state }) => state !== 'waiting');
  const orders = working.length === 0 ? [] : [`${counted(working.length, 'order')} at work`];
  return [...legs, ...positions, ...orders];
}
