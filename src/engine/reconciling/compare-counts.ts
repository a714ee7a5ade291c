import { type Desk, type Legs } from '../desk.ts';
import { haltAt } from '../halting/halt.ts';
import { type TagCount } from './recount.ts';

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
  for (const count of desk.recount.counts()) {
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

interface Sums {
  seen: number;
  rejected: number;
  open: number;
}

/** Every intent that was sent or seen is exactly one of: seen in a poll, rejected, or open. */
function sums(desk: Pick<Desk, 'recount' | 'intents'>): readonly string[] {
  const counted = countedSums(desk);
  const booked = bookedSums(desk);
  return [...new Set([...counted.keys(), ...booked.keys()])].flatMap((runId) => {
    const mine = inWords(counted.get(runId));
    const theirs = inWords(booked.get(runId));
    return mine === theirs ? [] : [`orders of run "${runId}": counted ${mine}, booked ${theirs}`];
  });
}

function countedSums(desk: Pick<Desk, 'recount'>): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  let [last, ofLast] = ['', NO_SUMS];
  for (const { runId, sends, isSeen, isRejected } of desk.recount.counts()) {
    if (sends === 0 && !isSeen) continue;
    if (runId !== last || ofLast === NO_SUMS) [last, ofLast] = [runId, sumsOf(sums, runId)];
    ofLast[isSeen ? 'seen' : isRejected ? 'rejected' : 'open'] += 1;
  }
  return sums;
}

function bookedSums(desk: Pick<Desk, 'intents'>): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  let [last, ofLast] = ['', NO_SUMS];
  for (const { runId, sentAtMs, orders, state } of desk.intents.all()) {
    if (sentAtMs === null && orders.size === 0) continue;
    if (runId !== last || ofLast === NO_SUMS) [last, ofLast] = [runId, sumsOf(sums, runId)];
    ofLast[orders.size > 0 ? 'seen' : state === 'rejected' ? 'rejected' : 'open'] += 1;
  }
  return sums;
}

const NO_SUMS: Sums = { seen: 0, rejected: 0, open: 0 };

/** Most intents in a row are of one run: it is looked up once for all of them. */
function sumsOf(sums: Map<string, Sums>, runId: string): Sums {
  const held = sums.get(runId) ?? { seen: 0, rejected: 0, open: 0 };
  sums.set(runId, held);
  return held;
}

function inWords({ seen, rejected, open }: Sums = { seen: 0, rejected: 0, open: 0 }): string {
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
