import { kept } from '../../base/kept.ts';
import { hash32 } from '../../base/random.ts';
import { type Order } from '../../model/orders/order.ts';
import { type HostRole } from '../../ports/transport.ts';
import {
  drawFault,
  type Fault,
  faultKind,
  type FaultName,
  REQUEST_FAULTS,
} from './fault-catalogue.ts';
import { type Mischief, planMischief } from './mischief-plan.ts';
import { wholeBetween, mix32, mixInstant } from './mix.ts';
import { ALL_KINDS, isReadKind, routeKind, type RouteKind } from './route-kind.ts';

/** What {@link createFaultPlan} needs. */
export interface FaultPlanOptions {
  /** The same seed and the same requests meet the same faults. */
  readonly seed: string;
  /**
   * Share of the requests that each fault befalls, of those that can meet it; 0 to 1. Where all together exceed 1 they
   * are scaled down. F23: share of the orders. F26, F27, F29, F59: share of the quarters of an hour.
   */
  readonly rates: Readonly<Partial<Record<FaultName, number>>>;
  /** End of all faults; latency stays. @default never */
  readonly activeUntilMs?: number;
  /** Whether a fault may occur; the others are unchanged. Pure. @default all may */
  readonly lets?: (fault: Pick<Fault, 'name' | 'id'>) => boolean;
  /**
   * How reads of one path are identified. By `instant`, leaving out a read changes no other, as the drill needs; by `number`,
   * the same requests have the same faults on any clock. @default 'instant'
   */
  readonly readsBy?: 'instant' | 'number';
  /** Bounds of the way there, and of the way back. @default 5 to 120 ms */
  readonly latencyMs?: readonly [minMs: number, maxMs: number];
}

/** What identifies a request. */
export interface RequestIdentity {
  readonly role: HostRole;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Its number among the requests of its kind, from 1. Ignored for reads identified by instant. */
  readonly ordinal: number;
  /** When it started. Ignored for all others. */
  readonly atMs: number;
}

/** How long a request takes each way. */
export interface Latency {
  readonly outMs: number;
  readonly backMs: number;
}

/** Reads of one path on a lattice of instants. */
export interface FaultyReads {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly untilMs: number;
}

const WORDS = 0x1_0000_0000;
const LATENCY_MS: readonly [number, number] = [5, 120];
const LAG_MS = faultKind('F23').afterMs ?? [0, 0];

/** What of a plan others need. */
export type FaultPlan = Pick<SeededPlan, keyof SeededPlan>;

/** Makes the plan of a seed. */
export function createFaultPlan(options: FaultPlanOptions): FaultPlan {
  return new SeededPlan(options);
}

/**
 * Which request has which fault, drawn from the seed and the request: a read that would show nothing new can be left out. Caches
 * only what it can compute again.
 */
class SeededPlan {
  readonly #options: FaultPlanOptions;
  readonly #activeUntilMs: number;
  readonly #lets: (fault: Pick<Fault, 'name' | 'id'>) => boolean;
  readonly #tables: ReadonlyMap<RouteKind, Table>;
  readonly #words = new Map<string, number>();
  /** The last search for each read, by method, path and lattice. */
  readonly #sought = new Map<string, Sought>();

  constructor(options: FaultPlanOptions) {
    this.#options = options;
    this.#activeUntilMs = options.activeUntilMs ?? Infinity;
    this.#lets = options.lets ?? (() => true);
    this.#tables = new Map(ALL_KINDS.map((kind) => [kind, tableOf(kind, options)]));
  }

  readonly faultOf = (request: RequestIdentity): Fault | null => {
    if (request.atMs >= this.#activeUntilMs) return null;
    const { kind, name, word } = this.#identify(request);
    const table = this.#tables.get(kind);
    if (table === undefined || word >= table.limit) return null;
    const found = table.faults.find(({ below }) => word < below) ?? table.faults.at(-1);
    const fault = drawFault(found?.name ?? 'F1', name(), word);
    return this.#lets(fault) ? fault : null;
  };

  readonly latencyOf = (request: RequestIdentity): Latency => {
    const { word } = this.#identify(request);
    const { latencyMs = LATENCY_MS } = this.#options;
    return {
      outMs: wholeBetween(mix32(word, 1), latencyMs),
      backMs: wholeBetween(mix32(word, 2), latencyMs),
    };
  };

  /** How long after it was taken reads of a kind do not show an order (F23). */
  readonly visibilityLagMs = (
    kind: RouteKind,
    { orderId, createdAtMs }: Pick<Order, 'orderId' | 'createdAtMs'>,
  ): number => {
    const rate = this.#options.rates.F23 ?? 0;
    if (rate === 0 || createdAtMs >= this.#activeUntilMs) return 0;
    const word = mix32(this.#wordOf(`F23/${kind}`), hash32(orderId));
    if (word >= rate * WORDS) return 0;
    if (!this.#lets({ name: 'F23', id: `F23/${kind}/${orderId}` })) return 0;
    return wholeBetween(mix32(word, 1), LAG_MS);
  };

  /** The first instant of `fromMs`, `fromMs + stepMs`… before `untilMs` at which a read is faulty; null for none. */
  readonly nextFaultyReadMs = (reads: FaultyReads): number | null => {
    const { method, path, fromMs, stepMs, untilMs } = reads;
    const limit = this.#tables.get(routeKind(method, path))?.limit ?? 0;
    if (limit === 0) return null;
    const endMs = Math.min(untilMs, this.#activeUntilMs);
    const sought = this.#soughtFrom(`${method} ${path} ${String(stepMs)}`, fromMs, fromMs % stepMs);
    if (sought.faultyMs === null) this.#seek(reads, sought, { endMs, limit });
    const { faultyMs } = sought;
    return faultyMs !== null && faultyMs < endMs ? faultyMs : null;
  };

  /** What happens at the platform by itself between two instants, in time order. */
  readonly mischief = (fromMs: number, untilMs: number): readonly Mischief[] => {
    const { seed, rates } = this.#options;
    const endMs = Math.min(untilMs, this.#activeUntilMs);
    return planMischief({ seed, rates, fromMs, untilMs: endMs }).filter(this.#lets);
  };

  /** Searches move along a lattice, so what was found ahead still lies ahead. */
  #soughtFrom(reads: string, fromMs: number, phaseMs: number): Sought {
    const lattice = `${reads} ${String(phaseMs)}`;
    const known = this.#sought.get(lattice);
    if (known !== undefined && known.fromMs <= fromMs && fromMs <= known.toMs) return known;
    if (this.#sought.size >= WORDS_KEPT_MAX) this.#sought.clear();
    const sought = { fromMs, toMs: fromMs, faultyMs: null };
    this.#sought.set(lattice, sought);
    return sought;
  }

  /** Continues a search. */
  #seek(
    { method, path, stepMs }: FaultyReads,
    sought: Sought,
    { endMs, limit }: { readonly endMs: number; readonly limit: number },
  ): void {
    const word = this.#wordOf(path);
    for (; sought.toMs < endMs; sought.toMs += stepMs) {
      const atMs = sought.toMs;
      if (mixInstant(word, atMs) >= limit) continue;
      const request = { role: 'orders', method, path, ordinal: 0, atMs } as const;
      if (this.faultOf(request) === null) continue;
      sought.faultyMs = atMs;
      return;
    }
  }

  #identify({ method, path, ordinal, atMs }: RequestIdentity): Identity {
    const kind = routeKind(method, path);
    if (!isReadKind(kind) || this.#options.readsBy === 'number') {
      const word = mix32(this.#wordOf(kind), ordinal);
      return { kind, name: () => `${kind}#${String(ordinal)}`, word };
    }
    const word = mixInstant(this.#wordOf(path), atMs);
    return { kind, name: () => `${path}@${String(atMs)}`, word };
  }

  #wordOf(text: string): number {
    return kept(this.#words, text, () => {
      if (this.#words.size >= WORDS_KEPT_MAX) this.#words.clear();
      return hash32(`${this.#options.seed}/${text}`);
    });
  }
}

/** Cached paths; look-ups by tag have many. */
const WORDS_KEPT_MAX = 4_096;

/** A search for the next faulty read of a path. */
interface Sought {
  readonly fromMs: number;
  /** Searched up to here; where one was found, its instant. */
  toMs: number;
  faultyMs: number | null;
}

interface Identity {
  readonly kind: RouteKind;
  readonly name: () => string;
  /** 32 bits that are its own. */
  readonly word: number;
}

/** The faults of a kind of request: a word below `limit` has the first fault with a higher `below`. */
interface Table {
  readonly limit: number;
  readonly faults: readonly { readonly name: FaultName; readonly below: number }[];
}

function tableOf(kind: RouteKind, { rates }: FaultPlanOptions): Table {
  const shares = REQUEST_FAULTS.filter(
    (name) => name !== 'F23' && faultKind(name).routes.includes(kind),
  ).map((name) => ({ name, share: rates[name] ?? 0 }));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const scale = WORDS / Math.max(1, total);
  let below = 0;
  const faults = shares.map(({ name, share }) => {
    below += share * scale;
    return { name, below };
  });
  return { limit: below, faults };
}
