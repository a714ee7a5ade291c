import { type Desk, type Legs } from '../desk.ts';
import { haltAt } from '../halting/halt.ts';
import { type OrderSums, type TagCount } from './recount.ts';

/**
 * Compares the books with a count of the same day that was made without them, whenever something was counted. What
 * differs stops new risk, since the positions are uncertain. The same difference stops it once, so that the operator
 * can go on by a decision.
 */
export function compareCounts(desk: Desk): void {
  if (!desk.recount.takeDirty()) return;
  const found = differences(desk);
  const reason = found.join('; ');
  if (reason === desk.comparedAs) return;
  desk.comparedAs = reason;
  if (reason === '') {
    desk.outbox.notice('books-agree', null, {});
    return;
  }
  const what = `the books differ from the recount: ${reason}`;
  if (haltAt(desk, { state: 'halted', reason: what, by: 'comparator' })) return;
  desk.outbox.notice('books-differ', null, { state: desk.halt.state, reason: what });
}

function differences(desk: Legs & Pick<Desk, 'recount' | 'runs'>): readonly string[] {
  return [...sendsTooMany(desk), ...sums(desk), ...nets(desk), ...adoptions(desk)];
}

/** An intent leaves once; again only where its run or the operator wants that. */
function sendsTooMany(desk: Pick<Desk, 'recount' | 'runs'>): readonly string[] {
  const found: string[] = [];
  for (const count of desk.recount.odd()) {
    const { tag } = count;
    if (count.runId === '') found.push(`tag ${tag} was sent without an intent`);
    if (count.sends <= 1 + count.asks) continue;
    const allowed = 1 + count.asks + (mayResend(desk, count) ? 1 : 0);
    if (count.sends <= allowed) continue;
    found.push(`tag ${tag} was sent ${String(count.sends)} times, allowed ${String(allowed)}`);
  }
  return found;
}

function mayResend(desk: Pick<Desk, 'runs'>, { runId, role }: TagCount): boolean {
  if (runId === '' || role !== 'entry') return false;
  return desk.runs.get(runId).policies.absentEntries === 'resend-once';
}

/** Every intent that was sent or seen is exactly one of: seen in a poll, rejected, or open. */
function sums(desk: Pick<Desk, 'recount' | 'intents'>): readonly string[] {
  const counted = desk.recount.sums();
  const booked = bookedSums(desk);
  const found: string[] = [];
  for (const [runId, mine] of counted) {
    const theirs = booked.get(runId) ?? NO_SUMS;
    if (!isSameSums(mine, theirs)) found.push(differentSums(runId, mine, theirs));
  }
  for (const [runId, theirs] of booked) {
    if (!counted.has(runId)) found.push(differentSums(runId, NO_SUMS, theirs));
  }
  return found;
}

/** Counted from the intents as they are: every one, each time. */
function bookedSums(desk: Pick<Desk, 'intents'>): ReadonlyMap<string, OrderSums> {
  const sums = new Map<string, OrderSums>();
  // Most intents in a row are of one run: it is looked up once for all of them.
  let last: string | null = null;
  let ofLast: OrderSums = { ...NO_SUMS };
  for (const intent of desk.intents.all()) {
    const isSeen = intent.orders.size > 0;
    if (!isSeen && intent.sentAtMs === null) continue;
    if (intent.runId !== last) {
      last = intent.runId;
      ofLast = sums.get(last) ?? { ...NO_SUMS };
      sums.set(last, ofLast);
    }
    if (isSeen) ofLast.seen += 1;
    else if (intent.state === 'rejected') ofLast.rejected += 1;
    else ofLast.open += 1;
  }
  return sums;
}

const NO_SUMS: OrderSums = { seen: 0, rejected: 0, open: 0 };

function isSameSums(left: OrderSums, right: OrderSums): boolean {
  const { seen, rejected, open } = left;
  return seen === right.seen && rejected === right.rejected && open === right.open;
}

function differentSums(runId: string, counted: OrderSums, booked: OrderSums): string {
  return `orders of run "${runId}": counted ${inWords(counted)}, booked ${inWords(booked)}`;
}

function inWords({ seen, rejected, open }: OrderSums): string {
  const sent = String(seen + rejected + open);
  return `${sent} sent = ${String(seen)} seen + ${String(rejected)} rejected + ${String(open)} open`;
}

function nets(desk: Pick<Desk, 'ledger' | 'recount'>): readonly string[] {
  const booked = new Map<string, number>();
  for (const { runId, contract, position } of desk.ledger.all()) {
    const key = `${runId}\n${contract.symbol}`;
    booked.set(key, (booked.get(key) ?? 0) + position.netUnits);
  }
  const counted = desk.recount.net();
  return [...new Set([...counted.keys(), ...booked.keys()])].flatMap((key) => {
    const mine = counted.get(key) ?? 0;
    const theirs = booked.get(key) ?? 0;
    if (mine === theirs) return [];
    const [runId = '', symbol = ''] = key.split('\n');
    return [
      `net of ${symbol} in run "${runId}": counted ${String(mine)} units, booked ${String(theirs)}`,
    ];
  });
}

function adoptions(desk: Pick<Desk, 'recount'>): readonly string[] {
  return desk.recount
    .overAdopted()
    .map((orderId) => `more was taken off legs for order ${orderId} than it filled`);
}
