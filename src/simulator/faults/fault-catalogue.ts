import { mix32, pick, wholeBetween } from './mix.ts';
import {
  ALL_KINDS,
  ORDER_LISTS,
  ORDER_READS,
  ORDER_WRITES,
  type RouteKind,
  WITH_SESSION,
  WRITES,
} from './route-kind.ts';

/** Where a fault occurs: the simulator's network, polls, sessions and market; the drill's clock, process, disk, operator. */
export type FaultCarrier =
  'network' | 'poll' | 'session' | 'market' | 'clock' | 'process' | 'disk' | 'operator';

/** One fault of the catalogue. */
export interface FaultKind {
  /** One line for people. */
  readonly text: string;
  readonly carrier: FaultCarrier;
  /** Requests that can have it; empty for none. */
  readonly routes: readonly RouteKind[];
  /** The first is the usual one. */
  readonly variants: readonly string[];
  /** Bounds of its delay, lag or age in milliseconds, both included; null when it has none. */
  readonly afterMs: readonly [minMs: number, maxMs: number] | null;
}

type Extra = Partial<Pick<FaultKind, 'routes' | 'variants' | 'afterMs'>>;

function kind(carrier: FaultCarrier, text: string, extra: Extra = {}): FaultKind {
  const { routes = [], variants = ['usual'], afterMs = null } = extra;
  return { carrier, text, routes, variants, afterMs };
}

const anywhere = (text: string, variants: readonly string[] = ['usual']): FaultKind =>
  kind('network', text, { routes: ALL_KINDS, variants });
const REDIRECTS = ['301', '302', '307', '308'].flatMap((status) => [
  `${status}-before`,
  `${status}-after`,
]);
const SIDES = ['500-before', '502-before', '504-before', '500-after', '502-after', '504-after'];

/** Every fault by its number. The numbers 52 to 56 are those of a cluster, which this product does not have. */
export const FAULTS = {
  F1: anywhere('no connection: refused, or not made in time', ['refused', 'connect-timeout']),
  F2: anywhere('lost on the way there', ['reset', 'silence']),
  F3: anywhere('taken, then the connection is reset'),
  F4: anywhere('taken, and never answered'),
  F5: kind('network', 'taken after the client gave up', { routes: WRITES, afterMs: [1, 40_000] }),
  F6: anywhere('500, 502 or 504, before or after it was taken', SIDES),
  F7: anywhere('503 with the documented message, or bare', [
    'message',
    'bare-before',
    'bare-after',
  ]),
  F8: anywhere('429, with or without Retry-After', ['bare', 'retry-after']),
  F9: anywhere('taken, and the answer drips without end'),
  F10: anywhere('taken, and the answer is cut off', ['length', 'chunked', 'close']),
  F11: anywhere('taken, and the body is no JSON', [
    'html',
    'empty',
    'bom',
    'cut',
    'trailing-comma',
  ]),
  F12: anywhere('taken, and the body is 64 MiB'),
  F13: anywhere('taken, and the body has other types, words or fields', [
    'wrong-type',
    'unknown-word',
    'missing-field',
    'extra-field',
    'null-id',
    'nan-text',
    'malformed-record',
  ]),
  F14: anywhere('a redirect, before or after it was taken', REDIRECTS),
  F15: anywhere('a kept connection is closed as the request is written'),
  F16: kind('network', 'elements of the answer doubled, reordered or under another name', {
    routes: ORDER_WRITES,
    variants: ['doubled', 'reordered', 'wrong-name'],
  }),
  F17: kind('network', 'some elements of a batch are not taken', { routes: ORDER_WRITES }),
  F18: anywhere('the TLS handshake fails'),
  F19: kind('poll', 'a record is listed twice', { routes: ORDER_LISTS }),
  F20: kind('poll', 'records in another order, or an answer overtaken by later ones', {
    routes: ORDER_LISTS,
    variants: ['records', 'overtaken'],
    afterMs: [500, 4_000],
  }),
  F21: kind('poll', 'the answer of some time ago', {
    routes: ORDER_READS,
    afterMs: [1_000, 30_000],
  }),
  F22: kind('poll', 'an order is missing', { routes: ORDER_LISTS }),
  F23: kind('poll', 'an order is only seen some time after it was taken', {
    routes: ORDER_READS,
    afterMs: [0, 10_000],
  }),
  F24: kind('poll', 'an order as it was before', { routes: ORDER_READS }),
  F25: kind('poll', 'a fill without its status', { routes: ORDER_READS }),
  F26: kind('market', 'an order that is not ours', {
    variants: ['untagged', 'other-tag', 'our-form'],
  }),
  F27: kind('market', 'a second order under our tag'),
  F28: kind('poll', 'dates and trade times in other forms', {
    routes: ORDER_READS,
    variants: ['readable', 'unreadable'],
  }),
  F29: kind('market', 'the contract list or a lot size changes during the day', {
    variants: ['lot-size', 'some-missing', 'all-missing'],
    afterMs: [60_000, 1_800_000],
  }),
  F30: kind('session', 'the session ends', { routes: WITH_SESSION }),
  F31: kind('session', 'the CSRF value changes', {
    routes: WITH_SESSION,
    variants: ['announced', 'unannounced'],
  }),
  F32: kind('session', 'the login fails, or is locked for some time', {
    routes: ['login'],
    variants: ['fails', 'locks'],
    afterMs: [1_000, 600_000],
  }),
  F33: kind('session', 'the cookie expires by a clock that is wrong', {
    routes: ['login'],
    variants: ['past', 'soon'],
    afterMs: [1_000, 120_000],
  }),
  F34: kind('clock', 'the wall clock jumps'),
  F35: kind('clock', 'the machine sleeps'),
  F36: kind('clock', 'the event loop stalls over an instant of the schedule'),
  F37: kind('clock', 'the machine is not in IST'),
  F38: kind('clock', 'midnight, weekend, holiday, special session'),
  F39: kind('clock', 'the start falls on the edge of a window'),
  F40: kind('process', 'a crash before or after any input or output'),
  F41: kind('process', 'a crash during recovery'),
  F42: kind('process', 'two processes on one journal'),
  F43: kind('process', 'a stop signal'),
  /** Strategies run in the process itself: what kills one kills all (F40). */
  F44: kind('process', 'the process of a strategy is killed; none has one of its own'),
  F45: kind('process', 'a strategy throws, loops, floods or asks for the absurd'),
  F46: kind('process', 'a strategy is changed while its orders are under way'),
  F47: kind('disk', 'the disk is full'),
  F48: kind('disk', 'a commit fails'),
  F49: kind('disk', 'the last write is torn'),
  F50: kind('disk', 'the journal is of a newer version'),
  F51: kind('disk', 'the disk is read-only'),
  F57: kind('operator', 'halt, resume or flatten at any time'),
  F58: kind('operator', 'a restart with another configuration'),
  F59: kind('operator', 'an order by hand, or our position squared off by hand', {
    variants: ['order', 'square-off'],
  }),
} as const satisfies Readonly<Record<string, FaultKind>>;

/** The number of a fault. */
export type FaultName = keyof typeof FAULTS;

/** All numbers, in order. */
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** Whether a text names a fault. */
export function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(FAULTS, text);
}

/** The catalogue's entry of a fault. */
export function faultKind(name: FaultName): FaultKind {
  return FAULTS[name];
}

/** Faults of requests of a kind, in order. */
export function faultsOf(kind: RouteKind): readonly FaultName[] {
  return REQUEST_FAULTS.filter((name) => faultKind(name).routes.includes(kind));
}

/** Faults of requests. */
export const REQUEST_FAULTS: readonly FaultName[] = FAULT_NAMES.filter(
  (name) => FAULTS[name].routes.length > 0,
);

/** A fault of one request, or of the platform by itself. */
export interface Fault {
  readonly name: FaultName;
  /** Unique in a plan, so that it alone can be left out. */
  readonly id: string;
  /** One of the variants that the catalogue names. */
  readonly variant: string;
  /**
   * Milliseconds. F5: from the start of the request until it is taken. F20: how long the answer is held. F21: how old it
   * is. F29: how long the change lasts. F32: how long logins are locked. F33: after how long the cookie expires. Else 0.
   */
  readonly afterMs: number;
  /** 32 random bits for all that is left to choose: which order, which field, where to cut. */
  readonly draw: number;
}

/** Hears each fault that had an effect. */
export interface FaultSink {
  readonly add: (name: FaultName, id: string, atMs: number) => void;
}

/** Draws what is left open of a fault from 32 random bits. `of` names the request, or the instant, that it befalls. */
export function drawFault<Name extends FaultName>(
  name: Name,
  of: string,
  word: number,
): Fault & { readonly name: Name } {
  const { variants, afterMs } = faultKind(name);
  return {
    name,
    id: `${name}/${of}`,
    variant: pick(mix32(word, 3), variants),
    afterMs: afterMs === null ? 0 : wholeBetween(mix32(word, 4), afterMs),
    draw: mix32(word, 5),
  };
}
