import { unreachable } from '../../base/invariant.ts';
import { type Command, isInScope } from '../../model/orders/command.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk, type Telling, type Legs } from '../desk.ts';
import { refuse } from '../intents/refuse.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { askOperator } from '../operator/questions.ts';
import { legsOf } from '../positions/legs.ts';
import { squareOffCustom } from '../webhooks/custom-positions.ts';
import { askWebhook } from '../webhooks/send-webhooks.ts';
import { areLegsKnown, cancelOrders, modifyOrders } from './modify-and-cancel.ts';
import { placeOrders } from './place.ts';

/** Numbers, journals and carries out the commands of a run, in order. */
export function takeCommands(desk: Desk, runId: string, commands: readonly Command[]): void {
  const run = desk.runs.get(runId);
  for (const command of commands) {
    const ref = { runId, commandIndex: run.commands };
    run.commands += 1;
    const { nowMs: atMs } = desk;
    desk.outbox.record({ kind: 'command', atMs, runId, index: ref.commandIndex, command });
    if (run.state === 'running') take(desk, command, ref);
    else {
      const detail = `The run has ended: found ${command.kind} after it was ${run.state}, allowed none`;
      refuse(desk, { ...ref, leg: null }, { kind: 'not-a-command', detail });
    }
  }
}

function take(desk: Desk, command: Command, ref: CommandRef): void {
  switch (command.kind) {
    case 'place':
      placeOrders(desk, command, ref);
      break;
    case 'modify':
      modifyOrders(desk, command, ref);
      break;
    case 'cancel':
      cancelOrders(desk, command, ref);
      break;
    case 'squareOff':
      squareOff(desk, command, ref);
      break;
    case 'startPosition':
    case 'signal':
      askWebhook(desk, command, ref);
      break;
    case 'squareOffPosition':
      squareOffCustom(desk, command.position, ref);
      break;
    case 'ask':
      askOperator(desk, command, ref.runId);
      break;
    case 'alert':
      tellAlert(desk, command, ref.runId);
      break;
    default:
      unreachable(command, 'command');
  }
}

function squareOff(
  desk: Telling & Legs & Pick<Desk, 'baskets'>,
  command: Extract<Command, { kind: 'squareOff' }>,
  ref: CommandRef,
): void {
  // One name too many, as of a leg that was never entered, must not keep the others open: it is refused alone.
  const scope = areLegsKnown(desk, command.legs, ref)
    ? command.legs
    : legsOf(desk, ref.runId).filter((leg) => isInScope(leg, command.legs));
  if (scope.length === 0) return;
  const { reason } = command;
  desk.baskets.giveUp(ref.runId, (leg) => isInScope(leg, scope));
  startSquareOff(desk, { runId: ref.runId, scope, reason, origin: 'strategy' });
}

function tellAlert(
  desk: Pick<Desk, 'outbox'>,
  { severity, message }: Extract<Command, { kind: 'alert' }>,
  runId: string,
): void {
  desk.outbox.notice('alert', runId, { severity, message });
}
