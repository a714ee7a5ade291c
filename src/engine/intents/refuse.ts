import { type Undone, type WhyNot, whyNotText } from '../../notices/refusals.ts';
import { isForWantOfData, type Refusal, type RiskRule } from '../../risk/refusal.ts';
import { type Desk, type Telling, type Settling } from '../desk.ts';
import { become } from './intent-machine.ts';
import { type Intent } from './intent.ts';

/** Which command of which run, and which of its legs, a refusal is about. */
export interface RefusedPart {
  readonly runId: string;
  /** Null where the engine itself asked. */
  readonly commandIndex: number | null;
  readonly leg: string | null;
  /** Of the ordinary course of a day: no one has to check it. @default false */
  readonly isOrdinary?: boolean;
  /** Something that is held is without what was to close it. @default false */
  readonly isUrgent?: boolean;
}

/** Tells a run and people that something is not done, and why. */
export function refuse(desk: Telling, part: RefusedPart, why: WhyNot): void {
  const { runId, commandIndex, leg } = part;
  if ('rule' in why) countRefusal(desk, runId, why);
  const isUrgent = commandIndex === null || part.isUrgent === true;
  const { isOrdinary = false } = part;
  desk.outbox.notice('refused', runId, { leg, why, isOrdinary, isUrgent });
  tellRun(desk, { runId, commandIndex, leg }, whyNotText(why));
}

/** Tells a run alone that something it asked for is not done. */
export function tellRun(desk: Telling, part: RefusedPart, reason: string): void {
  const { runId, commandIndex, leg } = part;
  if (commandIndex === null || !desk.runs.isRunning(runId)) return;
  const atMs = desk.nowMs;
  desk.outbox.deliver(runId, { kind: 'command-refused', atMs, commandIndex, leg, reason });
}

/** Of exits and changes: they only say that nothing was entered before. */
const CONSEQUENCES: ReadonlySet<RiskRule> = new Set([
  'not-held',
  'exceeds-position',
  'position-state',
  'unknown-leg',
]);

/** What no rule refused is the echo of another refusal, or of a change of mind. */
function countRefusal(desk: Pick<Desk, 'runs'>, runId: string, refusal: Refusal): void {
  const run = desk.runs.find(runId);
  if (run === undefined || CONSEQUENCES.has(refusal.rule)) return;
  if (isForWantOfData(refusal)) run.refusals.forData += 1;
  else run.refusals.other += 1;
}

/** Ends an intent that waits: it can never leave. */
export function refuseUnsent(desk: Settling, intent: Intent, why: WhyNot): void {
  become(intent, 'refused');
  intent.detail = whyNotText(why);
  const exit = desk.protections.of(intent);
  if (exit?.order.role === 'stop') {
    // It is placed again, or its leg is closed, and its run sees that.
    desk.wakesAtMs.push(desk.nowMs);
    return;
  }
  desk.protections.end((other) => other === exit);
  refuse(desk, partOf(intent), why);
}

/** Of an order that does not leave because another leg of its command was refused. */
export function siblingRefused(leg: string): Undone {
  return { kind: 'not-sent-alone', detail: `leg "${leg}" of the same command was refused` };
}

/** What a refusal of an intent is about. */
export function partOf(intent: Intent): RefusedPart {
  return { runId: intent.runId, commandIndex: intent.commandIndex, leg: intent.order.leg };
}
