import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aQuote, aRecord, CE, each, REFUSED, TIMEOUT } from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { INTENT_LIFE } from './intent-machine.ts';

const QUIET_MS = 60_000;
/** Of the time between two looks no more counts. */
const APART_MS = 40_000;
const ANSWERS = {
  accepted: { kind: 'accepted', orderId: null, detail: '' },
  rejected: { kind: 'rejected', detail: 'margin' },
  unknown: { kind: 'unknown', detail: 'no element' },
} as const;
/** What a list of the orders looks like: one of somebody else is always in a good one. */
const LISTS = [
  'clean',
  'malformed',
  'shrunk',
  'stale',
  'with one',
  'with two',
  'begun early',
] as const;
const LOOK_UPS = ['empty', 'fails', 'with one'] as const;

type Happening =
  | { readonly what: 'answer'; readonly how: keyof typeof ANSWERS | 'refused' | 'lost' }
  | { readonly what: 'poll'; readonly how: (typeof LISTS)[number] }
  | { readonly what: 'look-up'; readonly how: (typeof LOOK_UPS)[number] }
  | { readonly what: 'restart' }
  | { readonly what: 'time'; readonly seconds: number }
  | { readonly what: 'clean minute' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    what: fc.constant('answer' as const),
    how: fc.constantFrom('accepted', 'rejected', 'unknown', 'refused', 'lost', 'lost', 'lost'),
  }),
  fc.record({
    what: fc.constant('poll' as const),
    how: fc.constantFrom(...LISTS, 'clean', 'clean', 'clean'),
  }),
  fc.record({
    what: fc.constant('look-up' as const),
    how: fc.constantFrom(...LOOK_UPS, 'empty', 'empty'),
  }),
  fc.record({ what: fc.constant('restart' as const) }),
  fc.record({ what: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ what: fc.constant('clean minute' as const) }),
);

/** What looking for an order has brought; `at`: when what says something began. */
interface Search {
  readonly sinceMs: number;
  lists: number;
  lookUps: number;
  failures: number;
  /** When the last look began, whatever it brought; null before the first that proves something. */
  lookedAtMs: number | null;
  watchedMs: number;
}

/** The life of one entry, as the documents tell it. */
class Model {
  state = 'sending';
  sends = 1;
  readonly seen = new Set<string>();
  #sentAtMs: number;
  #search: Search | null = null;
  #lastCleanAtMs = -Infinity;
  #lagMs = 0;
  #hasLookUp = false;
  readonly #isResent: boolean;

  constructor(sentAtMs: number, isResent: boolean) {
    this.#sentAtMs = sentAtMs;
    this.#isResent = isResent;
  }

  answer(state: string, atMs: number): void {
    if (this.state !== 'sending') return;
    this.state = this.seen.size > 0 ? 'accepted' : state;
    if (this.seen.size > 0 || state === 'rejected') return;
    this.#search = {
      sinceMs: atMs,
      lists: 0,
      lookUps: 0,
      failures: 0,
      lookedAtMs: null,
      watchedMs: 0,
    };
  }

  /** A list of the orders, or the look-up of the tag. `proves`: what it does not show was not there. */
  look(at: { beganMs: number; ids: readonly string[]; proves: boolean }, isList: boolean): void {
    for (const id of at.ids) this.#see(id);
    if (at.proves) this.#note(at, isList);
    if (this.#search === null) return;
    pass(this.#search, at.beganMs);
    if (at.proves) this.#count(this.#search, at.beganMs, isList);
    else if (!isList) this.#search.failures += 1;
  }

  #note(at: { beganMs: number; ids: readonly string[] }, isList: boolean): void {
    if (isList) this.#lastCleanAtMs = Math.max(this.#lastCleanAtMs, at.beganMs);
    else this.#hasLookUp ||= at.ids.length === 0;
  }

  #count(search: Search, beganMs: number, isList: boolean): void {
    if (beganMs <= search.sinceMs) return;
    if (isList) search.lists += 1;
    else search.lookUps += 1;
    search.lookedAtMs ??= beganMs;
    if (this.#isProven(search)) this.#writeOff();
  }

  /** Waiting to be sent once more, it leaves when the gate lets it, or is refused. */
  follow(state: string | undefined, sends: number, atMs: number): void {
    if (this.state !== 'waiting' || state === undefined) return;
    if (state === 'sending' && sends === this.sends + 1) {
      this.sends += 1;
      this.#sentAtMs = atMs;
      this.state = state;
    } else if (state === 'refused') this.state = state;
  }

  #see(id: string): void {
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.#lagMs = Math.max(this.#lagMs, this.#lastCleanAtMs - this.#sentAtMs);
    this.#search = null;
    if (this.state !== 'sending') this.state = 'accepted';
  }

  #isProven(search: Search): boolean {
    if (search.watchedMs < Math.max(QUIET_MS, 3 * this.#lagMs)) return false;
    if (search.lists + search.lookUps < 4) return false;
    const isOneEnough = !this.#hasLookUp && search.failures >= 4;
    return isOneEnough || Math.min(search.lists, search.lookUps) >= 2;
  }

  #writeOff(): void {
    if (this.state !== 'unknown' && this.state !== 'accepted') return;
    const isSentAgain = this.#isResent && this.state === 'unknown' && this.sends === 1;
    this.state = isSentAgain ? 'waiting' : 'absent';
    if (isSentAgain) this.#search = null;
  }
}

/** Time passes as looks show it, a failed one too. */
function pass(search: Search, beganMs: number): void {
  if (search.lookedAtMs === null || beganMs <= search.lookedAtMs) return;
  search.watchedMs += Math.min(beganMs - search.lookedAtMs, APART_MS);
  search.lookedAtMs = beganMs;
}

/** Whether the table leads from one state to another by at most as many moves as one step can make. */
function isWay(from: string, to: string, movesMax = 3): boolean {
  if (from === to) return true;
  if (movesMax === 0) return false;
  return INTENT_LIFE.some(([of, , next]) => of === from && isWay(next, to, movesMax - 1));
}

/** One entry in the engine and in the model; what happens, happens to both. */
class Pair {
  readonly rig: UnseenRig;
  readonly model: Model;
  readonly problems: string[] = [];
  #state = 'waiting';
  readonly #element: PlaceElement;
  readonly #theirs: Order;

  constructor(isResent: boolean) {
    this.rig = new UnseenRig({ absentEntries: isResent ? 'resend-once' : 'hold' }, 'paper', {
      ordersIdlePollMs: APART_MS,
    });
    this.#element = this.rig.begin();
    this.#theirs = aRecord(this.#element, { orderId: 'theirs', tag: '', createdAtMs: 2_000 });
    this.model = new Model(this.rig.nowMs, isResent);
    this.poll('clean');
  }

  happen(next: Happening): void {
    switch (next.what) {
      case 'answer':
        this.#answer(next.how);
        break;
      case 'poll':
        this.poll(next.how);
        break;
      case 'look-up':
        this.#lookUp(next.how);
        break;
      case 'restart':
        this.rig.restart(1_000);
        this.model.answer('unknown', this.rig.nowMs);
        break;
      case 'time':
        this.rig.pass(next.seconds * 1_000);
        break;
      case 'clean minute':
        for (let second = 0; second < 62; second += 20) this.#quietly(20);
        break;
    }
    this.check();
  }

  #quietly(seconds: number): void {
    this.rig.pass((seconds - 2) * 1_000);
    this.poll('clean');
    this.check();
    this.#lookUp('empty');
    this.check();
  }

  #answer(how: keyof typeof ANSWERS | 'refused' | 'lost'): void {
    const attempt = this.rig.attempts().at(-1);
    if (attempt === undefined || this.model.state !== 'sending') return;
    const { tag } = this.#element;
    if (how === 'refused') this.rig.answer(attempt, REFUSED);
    else if (how === 'lost') this.rig.answer(attempt, TIMEOUT);
    else this.rig.answer(attempt, each([tag], ANSWERS[how]));
    this.model.answer(
      how === 'refused' ? 'rejected' : how === 'lost' ? 'unknown' : how,
      this.rig.nowMs,
    );
  }

  poll(how: (typeof LISTS)[number]): void {
    this.rig.pass(1_000);
    const beganMs = this.rig.nowMs - (how === 'begun early' ? 50_000 : 0);
    const count = how === 'with one' ? 1 : how === 'with two' ? 2 : 0;
    const fresh = ['first', 'second'].slice(0, count);
    // What was seen once stays in every good list.
    const ids = [...new Set([...this.model.seen, ...fresh])];
    const ours = ids.map((orderId) => aRecord(this.#element, { orderId }));
    const whole = [this.#theirs, ...ours];
    const older = whole.map((order) => ({
      ...order,
      createdAtMs: Math.min(order.createdAtMs, 1_000),
    }));
    const orders = how === 'shrunk' ? [] : how === 'stale' ? older : whole;
    const malformed = how === 'malformed' ? [{ index: 9, problem: 'no tag' }] : [];
    const value = { orders, changed: orders, malformed, isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    this.rig.step({ kind: 'poll-ended', startedAtMs: beganMs, subject: 'orders', outcome });
    const proves = how !== 'malformed' && how !== 'shrunk' && how !== 'stale';
    this.model.look({ beganMs, ids: how === 'shrunk' ? [] : ids, proves }, true);
  }

  #lookUp(how: (typeof LOOK_UPS)[number]): void {
    this.rig.pass(1_000);
    const { tag } = this.#element;
    const ids = how === 'with one' ? ['first'] : [];
    const value = ids.map((orderId) => aRecord(this.#element, { orderId }));
    const outcome = how === 'fails' ? TIMEOUT : ({ kind: 'accepted', value } as const);
    const startedAtMs = this.rig.nowMs;
    this.rig.step({ kind: 'poll-ended', subject: 'orders-of-tag', tag, startedAtMs, outcome });
    this.model.look({ beganMs: startedAtMs, ids, proves: how !== 'fails' }, false);
  }

  check(): void {
    this.rig.quotes(aQuote(CE));
    const { intents, attemptsUnderWay } = this.rig.engine.view();
    const sends = this.rig.attempts().filter(({ kind }) => kind === 'place').length;
    this.model.follow(intents[0]?.state, sends, this.rig.nowMs);
    const state = String(intents[0]?.state);
    if (!isWay(this.#state, state)) this.problems.push(`${this.#state} became ${state}`);
    this.#state = state;
    const found = `${state}, sent ${String(sends)} times`;
    const expected = `${this.model.state}, sent ${String(this.model.sends)} times`;
    if (found !== expected) this.problems.push(`${found}, not ${expected}`);
    if (attemptsUnderWay > 1) this.problems.push('two attempts at once');
  }
}

describe('the life of an entry', () => {
  it('is that of the model, whatever happens to it', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(fc.boolean(), fc.array(happening, { maxLength: 40 }), (isResent, happenings) => {
        const pair = new Pair(isResent);
        for (const next of happenings) {
          pair.happen(next);
          reached.add(`${pair.model.state} ${String(pair.model.sends)}`);
        }
        expect(pair.problems).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect([...reached].sort()).toEqual([
      'absent 1',
      'absent 2',
      'accepted 1',
      'accepted 2',
      'rejected 1',
      'rejected 2',
      'sending 1',
      'sending 2',
      'unknown 1',
      'unknown 2',
    ]);
  });
});
