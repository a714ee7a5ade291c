import { invariant, unreachable } from '../../base/invariant.ts';
import { instantAt, isClockTime } from '../../model/time/ist.ts';
import { approveWebhook, type WebhookCommand } from '../../risk/approve-webhook.ts';
import { type RiskApproved } from '../../risk/refusal.ts';
import { type Desk, type Telling } from '../desk.ts';
import { haltForAnew } from '../halting/halt.ts';
import { refuse } from '../intents/refuse.ts';
import { permissionFacts } from '../judging/entry-facts.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { type WaitingWebhook } from './webhook-book.ts';

type Start = Extract<WebhookCommand, { kind: 'startPosition' }>;
type Signal = Extract<WebhookCommand, { kind: 'signal' }>;

/** Takes a start or a signal: judged now, sent once as soon as the budget allows, never again. */
export function askWebhook(desk: Desk, command: WebhookCommand, ref: CommandRef): void {
  if (judge(desk, { command, ref }) === null) return;
  desk.webhooks.add({ command, ref });
  if (!desk.isWindingDown) sendWebhooks(desk);
}

/** Sends what waits, each judged once more: what was allowed when it was asked for may not be now. */
export function sendWebhooks(desk: Desk): void {
  while (desk.webhooks.size > 0) {
    if (desk.budget.free(desk.nowMs, 'entry') < 1) {
      const freeAtMs = desk.budget.nextFreeMs('entry');
      if (freeAtMs !== null) desk.wakesAtMs.push(freeAtMs);
      return;
    }
    const [waiting] = desk.turns.inOrder(desk.webhooks.oldestOfEach());
    if (waiting === undefined) return;
    desk.webhooks.drop((webhook) => webhook === waiting);
    const approved = judge(desk, waiting);
    if (approved === null) continue;
    desk.turns.note(waiting.ref.runId);
    send(desk, approved, waiting.ref);
  }
}

/** Gives up what waits for a run, or of it only the start of one position. */
export function dropWebhooks(
  desk: Telling & Pick<Desk, 'webhooks'>,
  of: { readonly runId: string; readonly position?: string },
  why: string,
): boolean {
  const { runId, position } = of;
  const dropped = desk.webhooks.drop(({ command, ref }) => {
    if (ref.runId !== runId) return false;
    if (position === undefined) return true;
    return command.kind === 'startPosition' && command.position === position;
  });
  for (const { ref } of dropped) {
    refuse(desk, { ...ref, leg: null }, { kind: 'not-sent', detail: why });
  }
  return dropped.length > 0;
}

function judge(desk: Desk, { command, ref }: WaitingWebhook): RiskApproved<WebhookCommand> | null {
  const { runId } = ref;
  const { nowMs, day, options } = desk;
  haltForAnew(desk);
  const positions = new Set(desk.customPositions.ofRun(runId).map(({ position }) => position));
  const { stage } = desk.runs.get(runId).policies;
  const permission = permissionFacts(desk, runId);
  const facts = { nowMs, day, mode: options.mode, positions, stage, ...permission };
  const approval = approveWebhook(command, facts);
  const part = { ...ref, leg: null };
  if (!approval.ok) refuse(desk, part, approval.error);
  else if (isWrongTime(command)) {
    refuse(desk, part, { kind: 'not-a-command', detail: wrongTime(command) });
  } else if (desk.runs.isRunning(runId)) return approval.value;
  else refuse(desk, part, { kind: 'not-sent', detail: 'the run is over or held' });
  return null;
}

function isWrongTime(command: WebhookCommand): command is Start & { readonly exitTime: string } {
  if (command.kind !== 'startPosition' || command.exitTime === null) return false;
  return !isClockTime(command.exitTime);
}

function wrongTime({ position, exitTime }: Start & { readonly exitTime: string }): string {
  return `Exit time of position "${position}": found "${exitTime}", allowed HH:MM or HH:MM:SS`;
}

function send(desk: Desk, command: RiskApproved<WebhookCommand>, ref: CommandRef): void {
  switch (command.kind) {
    case 'startPosition':
      sendStart(desk, command, ref.runId);
      break;
    case 'signal':
      sendSignal(desk, command, ref);
      break;
    default:
      unreachable(command, 'webhook command');
  }
}

function sendStart(desk: Desk, command: RiskApproved<Start>, runId: string): void {
  const { alertName, ticker, legs, exitTime } = command;
  const { date } = desk.runs.get(runId).header;
  const exitAtMs = exitTime === null ? null : instantAt(date, exitTime);
  const start = { alertName, exitAtMs, ticker, legs };
  const { nowMs: askedAtMs } = desk;
  const custom = desk.customPositions.start({
    runId,
    position: command.position,
    askedAtMs,
    exitAtMs,
  });
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'start-position', start, runId });
  desk.attempts.add(attemptId, { kind: 'start-position', position: custom });
  desk.budget.send(attemptId, { nowMs: desk.nowMs, count: 1, what: 'entry' });
}

function sendSignal(desk: Desk, command: RiskApproved<Signal>, ref: CommandRef): void {
  invariant(desk.options.mode === 'live', 'A text signal was approved in paper mode');
  const { trades, signalTag, brokerIds } = command;
  const signal = { trades, signalTag, brokerIds };
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'signal', signal, runId: ref.runId });
  const sent = desk.signals.send({ ...ref, sentAtMs: desk.nowMs });
  desk.attempts.add(attemptId, { kind: 'signal', signal: sent });
  desk.budget.send(attemptId, { nowMs: desk.nowMs, count: 1, what: 'entry' });
}
