import { isTerminal } from '../../model/orders/order-machine.ts';
import { runName } from '../../model/runs/run.ts';
import { type HostRole, type TransportRequest } from '../../ports/transport.ts';
import { type Judge, type OracleFacts } from '../oracle/oracle-facts.ts';
import { type SentWrite } from '../oracle/sent-order.ts';
import { type DurableIntent, type TrueHolding, type Truth } from '../oracle/truth.ts';

/** A request at the edge of the process. */
export interface SendFacts {
  readonly facts: OracleFacts;
  readonly request: TransportRequest;
  /** What it changes; null for what only reads. */
  readonly write: SentWrite | null;
}

/** Written down here once more, so that a mistake in the runtime's own table is seen. */
const ON_PAPER =
  /^(?:POST \/login|GET \/contracts(?:\?.*)?|GET \/simulator\/quotes(?:\/history)?(?:\?.*)?|POST \/api\/webhook\/custom-position\/execution\/start\/paper)$/;
const ORDERS_A_CALL_MAX = 10;
const SECRETS_OF: Readonly<
  Record<'password' | 'webhookToken' | 'accessToken', readonly HostRole[]>
> = {
  password: ['auth'],
  webhookToken: ['ordersWebhook', 'webhook'],
  accessToken: ['ordersWebhook', 'webhook'],
};
const WITH_SESSION: readonly HostRole[] = ['auth', 'orders', 'prices'];
const BATCHES = ['place', 'modify', 'cancel'];
/** With these a poll may hide what happened. */
const HIDING = ['F13', 'F20', 'F21', 'F22', 'F23', 'F24', 'F25', 'F28'] as const;
/** What happened this long ago has been polled. */
const SEEN_MS = 60_000;

/** What must hold of every request before its first byte. */
export const sendInvariants: Readonly<Record<string, Judge<SendFacts>>> = {
  'I8 exits cover no more than is held': exitsCoverNoMore,
  'I8 nothing is closed that others closed': othersClosesAreTaken,
  'I11 slices are no more than the whole': slicesAreTheWhole,
  'I14 a position is started once': positionsStartOnce,
  'I21 a session stays with its hosts': sessionsStayWithTheirHosts,
  'I29 held runs add nothing': whatIsHeldAddsNothing,
  'I11 hedges stand before their shorts': hedgesStandFirst,
  'I3 durable before the first byte': durableBeforeTheFirstByte,
  'I5 paper sends nothing live': paperSendsNothingLive,
  'I6 nothing outside its hours': nothingOutsideItsHours,
  'I10 batches are well formed': batchesAreWellFormed,
  'I12 no entry after a halt': noEntryAfterAHalt,
  'I14 nothing is sent twice': nothingIsSentTwice,
  'I21 each secret to its own host': noSecretGoesAstray,
  'I30 a holiday is silent': aHolidayIsSilent,
};

function durableBeforeTheFirstByte({ facts, write }: SendFacts): string | null {
  if (write === null || write.kind === 'login') return null;
  const { durableIntents, durableAttempts, sentAttempts } = facts.truth;
  const unknown = write.orders.find(({ tag }) => tag !== '' && !durableIntents.has(tag));
  if (unknown !== undefined) return `The intent of ${unknown.tag} was not durable when it was sent`;
  const durable = durableAttempts.get(write.kind) ?? 0;
  const sent = (sentAttempts.get(write.kind) ?? 0) + 1;
  return sent > durable
    ? `${write.kind} was sent ${String(sent)} times, ${String(durable)} attempts were durable`
    : null;
}

function paperSendsNothingLive({ facts, request }: SendFacts): string | null {
  if (facts.plan.mode === 'live' || ON_PAPER.test(`${request.method} ${request.path}`)) return null;
  return `A paper run sent ${request.method} ${request.path.split('?', 1)[0] ?? ''}`;
}

function nothingOutsideItsHours({ facts, write }: SendFacts): string | null {
  if (write === null) return null;
  const { day } = facts.plan;
  const nowMs = facts.machine.processClock.nowMs();
  // A clock that was just set wrong, or back: what the engine took for the time is not known here.
  if (facts.machine.processOffsetMs !== 0) return null;
  if (write.kind === 'start-position') {
    const { window } = day;
    const isOpen = window !== null && nowMs >= window.startMs && nowMs < window.endMs;
    return isOpen ? null : 'A position start left outside the activation window';
  }
  if (write.kind !== 'place') return null;
  const isOpen = day.sessions.some(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs);
  return isOpen ? null : 'An order left outside every session';
}

function batchesAreWellFormed({ facts, write }: SendFacts): string | null {
  if (write === null) return null;
  const { kind, orders, orderIds, brokerId } = write;
  if (!BATCHES.includes(kind)) return null;
  const names = kind === 'place' ? orders.map(({ tag }) => tag) : orderIds;
  if (names.length < 1 || names.length > ORDERS_A_CALL_MAX) {
    return `${kind} of ${String(names.length)} elements`;
  }
  for (const [{ tag }, { runId }] of facts.truth.intentsOf(write)) {
    if (brokerId === brokerOfRun(facts, runId)) continue;
    return `${tag} of ${runId} went to the broker ${String(brokerId)}`;
  }
  return new Set(names).size === names.length ? null : `${kind} names one order twice`;
}

/** By the plan: what the runtime takes for the broker of a run is what is judged here. */
function brokerOfRun({ plan, brokersOfRuns }: OracleFacts, runId: string): string {
  return brokersOfRuns.get(runName(runId)) ?? plan.brokerId;
}

function noEntryAfterAHalt({ facts, write }: SendFacts): string | null {
  const { truth } = facts;
  if (write?.kind !== 'place' && write?.kind !== 'start-position') return null;
  if (truth.durableHalt === 'active') return null;
  if (write.kind === 'start-position') return `A position started while ${truth.durableHalt}`;
  // What covers a short takes risk away, and leaves in every state.
  const entry = truth
    .entriesOf(write)
    .find(([{ symbol }, { runId, leg }]) => !truth.buysCover(runId, { leg, symbol }));
  return entry === undefined ? null : `The entry ${entry[0].tag} left while ${truth.durableHalt}`;
}

function nothingIsSentTwice({ facts, write }: SendFacts): string | null {
  const { truth, plan, resendsMax } = facts;
  for (const { tag } of write?.kind === 'place' ? write.orders : []) {
    const isEntry = truth.durableIntents.get(tag)?.role === 'entry';
    const allowed = 1 + (isEntry ? resendsMax : 0) + (plan.resolvedTags.get(tag) ?? 0);
    const count = (truth.sentTags.get(tag)?.count ?? 0) + 1;
    if (count > allowed) return `${tag} was sent ${String(count)} times`;
  }
  return null;
}

function noSecretGoesAstray({ facts, request }: SendFacts): string | null {
  const { role, path, headers, body } = request;
  const text = `${path}\n${body ?? ''}\n${Object.values(headers).join('\n')}`;
  for (const name of ['password', 'webhookToken', 'accessToken'] as const) {
    if (!text.includes(facts.plan.secrets[name]) || SECRETS_OF[name].includes(role)) continue;
    return `The ${name} went to "${role}"`;
  }
  const isTold = headers['cookie'] !== undefined || headers['x-csrf-token'] !== undefined;
  return isTold && !WITH_SESSION.includes(role) ? `The session went to "${role}"` : null;
}

function aHolidayIsSilent({ facts, request }: SendFacts): string | null {
  if (facts.plan.day.isTradingDay || facts.machine.processOffsetMs !== 0) return null;
  if (request.role === 'auth' || request.method === 'GET') return null;
  return `${request.method} ${request.path} on a closed day`;
}

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
  const { brokerId } = write;
  for (const { tag, symbol } of write.orders) {
    if (exitOf(truth, tag) === null) continue;
    if (!truth.meddledSymbols.has(symbol) || truth.accountUnits(symbol, brokerId) !== 0) continue;
    const holder = onlyHolder(truth, symbol);
    const close = { brokerId, nowMs: machine.nowMs };
    if (holder === null || !isCloseSeen(truth, holder, close)) continue;
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
function isCloseSeen(
  truth: Truth,
  { symbol, netUnits }: TrueHolding,
  { brokerId, nowMs }: { readonly brokerId: string | null; readonly nowMs: number },
): boolean {
  const side = netUnits > 0 ? 'sell' : 'buy';
  const { othersMs, oursMs } = truth.lastTradesMs({ symbol, brokerId }, side);
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
  const { startedPositions } = facts;
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
  const entries = facts.truth.entriesOf(write);
  const held = entries.find(([, { runId }]) => facts.heldRuns.has(runId));
  if (held === undefined) return null;
  return `The entry ${held[0].tag} left while ${held[1].runId} was held`;
}

function hedgesStandFirst({ facts, write }: SendFacts): string | null {
  const { truth, hedgesOf } = facts;
  for (const [{ tag }, { runId, leg: short }] of truth.entriesOf(write)) {
    const hedges = hedgesOf.get(`${runId}\n${short}`) ?? [];
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
