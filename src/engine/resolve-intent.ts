import { type Desk } from './desk.ts';
import { type Intent, isExit, isUnresolved } from './intent.ts';
import { dropEntry, giveUpExit, resend } from './write-off.ts';

/** Does what the operator says became of an order that nobody has seen. What cannot be done is told, with what can. */
export function resolveIntent(desk: Desk, tag: string, as: 'absent' | 'resend'): void {
  const intent = desk.intents.byTag(tag);
  const problem = intent === undefined ? noSuchTag(desk) : problemOf(desk, intent, as);
  if (intent === undefined || problem !== null) {
    const runId = intent?.runId ?? null;
    desk.outbox.notice('warning', runId, `Cannot resolve "${tag}" as ${as}: ${problem ?? ''}`);
    return;
  }
  // Before what follows from it: of what was refused, only warnings are told.
  desk.outbox.notice('info', intent.runId, `Resolved "${tag}" as ${as}`);
  if (as === 'resend') resend(desk, intent);
  else giveUp(desk, intent);
}

function giveUp(desk: Desk, intent: Intent): void {
  intent.cancel = null;
  intent.modify = null;
  if (!isExit(intent)) {
    dropEntry(desk, intent, 'The operator says that it never arrived');
    return;
  }
  intent.state = 'absent';
  intent.detail = 'the operator says so';
  giveUpExit(desk, intent);
}

function problemOf(desk: Desk, intent: Intent, as: 'absent' | 'resend'): string | null {
  const { state, orders, runId, order } = intent;
  const isHeld = state === 'absent' && !isExit(intent);
  if (!isHeld && !isUnresolved(intent)) {
    const shown = orders.size > 0 ? ', and polls have shown it' : '';
    return `found state ${state}${shown}, allowed an order that is unknown, held or never shown`;
  }
  if (as === 'absent') return null;
  if (isExit(intent)) {
    return `found an order with role ${order.role}, allowed an entry; resolve it as absent, and what is held is closed by a new order`;
  }
  if (state === 'accepted') {
    return 'found an order that was answered as accepted, allowed one that is unknown or held; resolve it as absent';
  }
  const run = desk.runs.get(runId);
  if (run.state !== 'running') return `found its run ${run.state}, allowed a run that is running`;
  if (!desk.squareOffs.covers(runId, order.leg)) return null;
  return `found leg "${order.leg}" being squared off, allowed a leg that is not`;
}

function noSuchTag(desk: Desk): string {
  const open: string[] = [];
  for (const { intent } of desk.doubts.all()) {
    const isHeld = intent.state === 'absent' && !isExit(intent);
    if (isHeld || isUnresolved(intent)) open.push(intent.tag);
  }
  return `found no order with this tag, allowed ${open.length === 0 ? 'none now' : open.join(', ')}`;
}
