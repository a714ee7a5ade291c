import { invariant } from '../../base/invariant.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { type OrderTerms } from '../../model/orders/order.ts';
import { describeRefusal, type Refusal } from '../../risk/refusal.ts';
import { type Desk, type Legs } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { judgeTerms } from '../judging/judge-intent.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';
import { type StandingExit } from './protection-book.ts';
import { mended } from './stop-ladder.ts';

/** Plans an exit that the gate let in, and lets it stand. */
export function askExit(desk: Desk, order: LegOrder, ref: CommandRef): void {
  const tags = planIntents(desk, order, { ...ref, origin: 'command', group: null });
  const intents = intentsOf(desk, tags);
  invariant(intents.length > 0, 'An exit stands of which no order was planned');
  desk.protections.add({ ...ref, order }, intents);
}

/**
 * A stop of an open leg that our gate refused: its run counts on it. It is fixed where possible (on the tick, whole lots, for
 * the open units); where not, its leg is closed.
 */
export function askRefusedStop(
  desk: Legs & Pick<Desk, 'protections'>,
  order: LegOrder,
  { ref, refusal }: { readonly ref: CommandRef; readonly refusal: Refusal },
): void {
  if (order.role !== 'stop' || desk.squareOffs.covers(ref.runId, order.leg)) return;
  const netUnits = desk.ledger.netUnits(ref.runId, order.leg, order.contract.symbol);
  if (netUnits === 0 || order.side !== (netUnits > 0 ? 'sell' : 'buy')) return;
  const heldUnits = Math.abs(netUnits);
  const isMeant = Number.isSafeInteger(order.quantityUnits) && order.quantityUnits > 0;
  const quantityUnits = isMeant ? inLots(order) : heldUnits;
  const terms = mendedTerms(order);
  const problem = `was refused (${describeRefusal(refusal)})`;
  const asked = { ...order, quantityUnits, terms: terms ?? order.terms };
  desk.protections.addRefused({ ...ref, order: asked }, problem, terms === null);
}

/** Takes new terms for what stands: orders that are placed for it later have them. What the gate says of each. */
export function changeStanding(
  desk: Desk,
  { leg, role, terms }: Extract<Command, { kind: 'modify' }>,
  runId: string,
): readonly (Refusal | null)[] {
  const standing = desk.protections.ofLeg(runId, leg).filter(({ order }) => order.role === role);
  return standing.map((exit) => {
    const approval = judgeTerms(desk, { runId, order: exit.order }, terms);
    if (!approval.ok) return approval.error;
    restoreTerms(exit, terms);
    // Of another price nothing is known yet.
    exit.rejections = 0;
    return null;
  });
}

/** Sets the terms on which orders for it are placed from now on. */
export function restoreTerms(exit: StandingExit, terms: OrderTerms): void {
  exit.order = { ...exit.order, terms };
}

function inLots({ quantityUnits, contract: { lotSizeUnits } }: LegOrder): number {
  return Math.ceil(quantityUnits / lotSizeUnits) * lotSizeUnits;
}

function mendedTerms({ terms, side, contract }: LegOrder): LegOrder['terms'] | null {
  if (terms.kind === 'stop') return mended(terms, side, contract);
  return terms.kind === 'market' ? null : terms;
}

function intentsOf(desk: Pick<Desk, 'intents'>, tags: readonly string[]): readonly Intent[] {
  return tags.flatMap((tag) => desk.intents.byTag(tag) ?? []);
}
