import { type Random } from '../../../src/base/random.ts';
import { type AccountStanding } from '../../../src/daemon/account-board.ts';
import { type CalendarDay } from '../../../src/model/time/calendar.ts';
import { type IstDate, MINUTE_MS } from '../../../src/model/time/ist.ts';

/** What a soak sees when it looks. */
export interface SoakSight {
  /** Simulated time. */
  readonly nowMs: number;
  readonly realMs: number;
  readonly standing: AccountStanding | null;
  /** Orders at the platform so far. */
  readonly orders: number;
}

/** When a daemon is killed: as it opens a day, at a time of the day or just after an order of it, as it closes it, at night. */
export const KILL_MOMENTS = ['opening', 'at-a-time', 'after-an-order', 'closing', 'night'] as const;
export type KillMoment = (typeof KILL_MOMENTS)[number];

interface Planned {
  readonly date: IstDate;
  readonly moment: KillMoment;
  /** Not before, simulated. */
  readonly fromMs: number;
  /** Beyond it the moment has passed, simulated. */
  readonly untilMs: number;
  /** So long after its cause, real milliseconds. */
  readonly delayMs: number;
}

const KILLS_A_DAY_MAX = 2;
/** An order must have been placed, answered, journaled or polled: all within some milliseconds. */
const AFTER_ORDER_MS_MAX = 12;
/** Opening takes some tenths of a second, closing less. */
const OPENING_MS_MAX = 400;
const CLOSING_MS_MAX = 80;
const NIGHT_MS_MAX = 900;

/** Kills of a daemon over days, all drawn from a seed. */
export class KillPlan {
  readonly #planned: Planned[];
  #cause: { readonly of: Planned; readonly realMs: number; readonly orders: number } | null = null;

  constructor(random: Random, days: readonly CalendarDay[]) {
    const deck = new Deck(random);
    this.#planned = days.flatMap((day) => planDay(random, deck, day));
  }

  /** The kill that is due, if one is. Each is given once. */
  due(sight: SoakSight): KillMoment | null {
    const { nowMs, realMs, orders } = sight;
    while (this.#planned[0] !== undefined && nowMs > this.#planned[0].untilMs) {
      this.#planned.shift();
      this.#cause = null;
    }
    const next = this.#planned[0];
    if (next === undefined || nowMs < next.fromMs) return null;
    this.#cause ??= { of: next, realMs: Infinity, orders };
    const { of } = this.#cause;
    if (this.#cause.realMs === Infinity && isCaused(of, sight, this.#cause.orders)) {
      this.#cause = { of, realMs, orders };
    }
    if (realMs < this.#cause.realMs + of.delayMs) return null;
    this.#planned.shift();
    this.#cause = null;
    return of.moment;
  }
}

function isCaused({ date, moment }: Planned, sight: SoakSight, ordersBefore: number): boolean {
  const { standing, orders } = sight;
  if (moment === 'at-a-time') return true;
  if (moment === 'after-an-order') return orders > ordersBefore;
  if (moment === 'night') return standing?.state === 'waiting' && standing.date !== date;
  return standing?.state === moment && standing.date === date;
}

/** Deals moments so that each comes as often as the others. */
class Deck {
  readonly #random: Random;
  #left: readonly KillMoment[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  deal(): KillMoment {
    if (this.#left.length === 0) this.#left = KILL_MOMENTS;
    const [dealt = 'night'] = this.#left.slice(this.#random.below(this.#left.length));
    this.#left = this.#left.filter((moment) => moment !== dealt);
    return dealt;
  }
}

function planDay(
  random: Random,
  deck: Deck,
  { date, sessions, window }: CalendarDay,
): readonly Planned[] {
  const startMs = sessions[0]?.startMs ?? 0;
  const endMs = sessions.at(-1)?.endMs ?? 0;
  const opensMs = Math.min(startMs, window?.startMs ?? startMs) - 20 * MINUTE_MS;
  const nightMs = endMs + 3 * MINUTE_MS;
  const within = (): number => startMs + Math.floor(random.next() * 0.9 * (endMs - startMs));
  const planOf = (moment: KillMoment): Planned => {
    const at = within();
    switch (moment) {
      case 'opening':
        return of(moment, [opensMs, startMs], OPENING_MS_MAX);
      case 'at-a-time':
        return of(moment, [at, endMs], 0);
      case 'after-an-order':
        return of(moment, [at, endMs], AFTER_ORDER_MS_MAX);
      case 'closing':
        return of(moment, [endMs, nightMs + 60 * MINUTE_MS], CLOSING_MS_MAX);
      case 'night':
        return of(moment, [nightMs, nightMs + 240 * MINUTE_MS], NIGHT_MS_MAX);
    }
  };
  const of = (
    moment: KillMoment,
    [fromMs, untilMs]: readonly [number, number],
    delayMsMax: number,
  ): Planned => ({ date, moment, fromMs, untilMs, delayMs: random.below(delayMsMax + 1) });
  const moments = Array.from({ length: 1 + random.below(KILLS_A_DAY_MAX) }, () => deck.deal());
  return moments.map(planOf).sort((one, other) => one.fromMs - other.fromMs);
}
