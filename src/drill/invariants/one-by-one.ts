import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Judge } from '../oracle/oracle-facts.ts';
import { type DurableIntent, type TrueHolding, type Truth } from '../oracle/truth.ts';
import { type SendFacts } from './at-send.ts';

/** With these a poll may hide what happened. */
const HIDING = ['F13', 'F20', 'F21', 'F22', 'F23', 'F24', 'F25', 'F28'] as const;
/** What happened this long ago has been polled. */
const SEEN_MS = 60_000;

/** What must hold of each order and each request by itself, before its first byte. */
export const oneByOneSendInvariants: Readonly<Record<string, Judge<SendFacts>>> = {
  'I8 exits cover no more than is held': exitsCoverNoMore,
  'I8 nothing is closed that others closed': othersClosesAreTaken,
  'I11 slices are no more than the whole': slicesAreTheWhole,
  'I14 a position is started once': positionsStartOnce,
  'I21 a session stays with its hosts': sessionsStayWithTheirHosts,
  'I29 held runs add nothing': whatIsHeldAddsNothing,
  'I11 hedges stand before their shorts': hedgesStandFirst,
};

function exitsCoverNoMore({ facts, write }: SendFacts): string | null {
  const { truth } = facts;
  const planned = new Map<string, number>();
  for (const [{ symbol, quantityUnits }, { role, runId, leg }] of truth.intentsOf(write)) {
    if (role === 'entry' || truth.meddledSymbols.has(symbol)) continue;
    const key = `${runId}\n${leg}\n${symbol}`;
    const heldUnits = Math.abs(truth.holdings.get(key)?.netUnits ?? 0);
    const asked = (planned.get(key) ?? 0) + quantityUnits;
    planned.set(key, asked);
    const covered = asked + workingExitUnits(facts.truth, { runId, leg, symbol });
    if (covered > heldUnits) {
      return `Exits of ${leg} of ${runId} cover ${String(covered)} units of ${symbol}, ${String(heldUnits)} are held`;
    }
  }
  return null;
}

function exitOf(truth: Truth, tag: string): DurableIntent | null {
  const intent = truth.durableIntents.get(tag);
  return intent === undefined || intent.role === 'entry' ? null : intent;
}

function workingExitUnits(
  truth: Truth,
  of: { readonly runId: string; readonly leg: string; readonly symbol: string },
): number {
  let units = 0;
  for (const tag of truth.ordersByTag.keys()) {
    const intent = exitOf(truth, tag);
    if (intent === null) continue;
    if (intent.runId !== of.runId || intent.leg !== of.leg) continue;
    for (const { symbol, status, quantityUnits, filledUnits } of truth.genuine(tag)) {
      if (symbol === of.symbol && !isTerminal(status)) units += quantityUnits - filledUnits;
    }
  }
  return units;
}

function othersClosesAreTaken({ facts, write }: SendFacts): string | null {
  if (write?.kind !== 'place' || HIDING.some((name) => facts.plan.names.includes(name))) {
    return null;
  }
  const { truth, machine } = facts;
  for (const { tag, symbol } of write.orders) {
    if (exitOf(truth, tag) === null) continue;
    if (!truth.meddledSymbols.has(symbol) || truth.accountUnits(symbol) !== 0) continue;
    const holder = onlyHolder(truth, symbol);
    if (holder === null || !isCloseSeen(truth, holder, machine.nowMs)) continue;
    return `${tag} closes ${symbol}, which somebody else has closed`;
  }
  return null;
}

/** The leg that holds a contract; null when none does, or several. */
function onlyHolder(truth: Truth, symbol: string): TrueHolding | null {
  const holders = [...truth.holdings.values()].filter((held) => {
    return held.symbol === symbol && held.netUnits !== 0;
  });
  return holders.length === 1 ? (holders[0] ?? null) : null;
}

/** What others opened before we did is theirs: only what they trade later, and the other way round, closes ours. */
function isCloseSeen(truth: Truth, { symbol, netUnits }: TrueHolding, nowMs: number): boolean {
  const { othersMs, oursMs } = truth.lastTradesMs(symbol, netUnits > 0 ? 'sell' : 'buy');
  return othersMs >= oursMs && nowMs - othersMs >= SEEN_MS;
}

function slicesAreTheWhole({ facts: { truth }, write }: SendFacts): string | null {
  const asked = new Map<string, number>();
  for (const [{ quantityUnits }, { runId, leg }] of truth.entriesOf(write)) {
    const key = `${runId}\n${leg}`;
    const units = (asked.get(key) ?? truth.enteredUnits(runId, leg)) + quantityUnits;
    asked.set(key, units);
    const commanded = truth.commandedUnits(runId, leg);
    if (units <= commanded) continue;
    return `The slices of ${leg} of ${runId} come to ${String(units)} units of ${String(commanded)}`;
  }
  return null;
}

function positionsStartOnce({ facts, request, write }: SendFacts): string | null {
  if (write?.kind !== 'start-position') return null;
  const { alert_name: name } = JSON.parse(request.body ?? '{}') as { readonly alert_name?: string };
  const { startedPositions } = facts.memory;
  if (name === undefined) return null;
  if (startedPositions.has(name)) return `Position "${name}" is started twice`;
  startedPositions.add(name);
  return null;
}

function sessionsStayWithTheirHosts({ request }: SendFacts): string | null {
  const { role, headers, path } = request;
  if (role !== 'webhook' && role !== 'ordersWebhook') return null;
  const name = Object.keys(headers).find((key) => key === 'cookie' || key.includes('csrf'));
  return name === undefined ? null : `The header ${name} of a session went to ${role} ${path}`;
}

function whatIsHeldAddsNothing({ facts, write }: SendFacts): string | null {
  const held = facts.truth
    .entriesOf(write)
    .find(([, { runId }]) => facts.memory.heldRuns.has(runId));
  return held === undefined
    ? null
    : `The entry ${held[0].tag} left while ${held[1].runId} was held`;
}

function hedgesStandFirst({ facts, write }: SendFacts): string | null {
  const { truth, memory } = facts;
  for (const [{ tag }, { runId, leg: short }] of truth.entriesOf(write)) {
    const hedges = memory.hedgesOf.get(`${runId}\n${short}`) ?? [];
    const missing = hedges.find((leg) => !isStanding(truth, runId, leg));
    if (missing !== undefined) return `The short ${tag} left before its hedge "${missing}" stood`;
  }
  return null;
}

function isStanding(truth: Truth, runId: string, leg: string): boolean {
  for (const tag of truth.ordersByTag.keys()) {
    const intent = truth.durableIntents.get(tag);
    if (intent?.runId !== runId || intent.leg !== leg || intent.role !== 'entry') continue;
    if (truth.genuine(tag).some(({ status }) => status !== 'rejected')) return true;
  }
  return false;
}
