import { type HostRole, type TransportRequest } from '../../ports/transport.ts';
import { type Judge, type OracleFacts } from '../oracle/oracle-facts.ts';
import { type SentWrite } from '../oracle/sent-order.ts';

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

/** What must hold of every request before its first byte. */
export const sendInvariants: Readonly<Record<string, Judge<SendFacts>>> = {
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
  if (kind === 'place' && brokerId !== facts.plan.brokerId) {
    return `An order for the broker ${String(brokerId)}`;
  }
  return new Set(names).size === names.length ? null : `${kind} names one order twice`;
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

function nothingIsSentTwice({ facts: { truth, plan }, write }: SendFacts): string | null {
  for (const { tag } of write?.kind === 'place' ? write.orders : []) {
    const isEntry = truth.durableIntents.get(tag)?.role === 'entry';
    const allowed = 1 + (isEntry ? plan.resendsMax : 0) + (plan.resolvedTags.get(tag) ?? 0);
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
