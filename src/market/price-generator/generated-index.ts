import { kept } from '../../base/kept.ts';
import { type Calendar, TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { createStepDay, type IndexDay, type IndexPath, stepTimes } from '../index-path.ts';
import { RecentDays } from '../recent-days.ts';
import { closesOf, makeDayLevels } from './day-levels.ts';
import { HISTORY_START } from './generator-refusals.ts';
import { GENERATED_UNDERLYINGS, type IndexCharacter, indexCharacters } from './index-model.ts';
import {
  type GeneratorWorld,
  type MarketState,
  planDay,
  plannedClosePaise,
  type PlannedDay,
} from './plan-day.ts';
import { type DayRegime, sharesOf, USUAL_SHARES } from './regime.ts';

/** What generated indexes are made from. */
export interface GeneratedIndexOptions {
  readonly seed: number | string;
  readonly calendar: Calendar;
  /** Time between two levels, milliseconds, at least 100. @default 1000 */
  readonly stepMs?: number;
  /** How many times as much as usual indexes move. @default 1 */
  readonly liveliness?: number;
  /**
   * First date of a history, at which every index is at its base level; each earlier year has a history of its own.
   *
   * @default HISTORY_START
   */
  readonly from?: IstDate;
}

/** Days on which trading never stops, for an exchange that knows no market-wide halt. */
const STEADY: readonly DayRegime[] = ['calm', 'trend', 'chop', 'gap'];
const STEADY_SHARES = {
  days: sharesOf((regime) => (STEADY.includes(regime) ? USUAL_SHARES.days[regime] : 0)),
  pin: 0,
};

/** Index levels of steady days at any step. The same seed, underlying and date always give the same day. */
export function createGeneratedIndex(options: GeneratedIndexOptions): IndexPath {
  const { seed, calendar, liveliness = 1, from = HISTORY_START } = options;
  const stepMs = Math.max(100, options.stepMs ?? 1000);
  const histories = new Map<string, History>();
  const historyOf = (underlying: string, date: IstDate): History | null => {
    const [character] = indexCharacters([underlying]).values();
    if (character === undefined) return null;
    const first = date < from ? `${date.slice(0, 4)}-01-01` : from;
    return kept(histories, `${underlying} ${first}`, () => {
      const lively = { ...character, deviation: character.deviation * liveliness };
      const world: GeneratorWorld = {
        ...{ seed: String(seed), calendar, rules: null, stepMs, shares: STEADY_SHARES },
        circuitBreakers: { watched: [], rules: [] },
        characters: new Map([[underlying, lively]]),
      };
      return new History(world, underlying, first);
    });
  };
  const days = new RecentDays((underlying, date) => historyOf(underlying, date)?.day(date) ?? null);
  return {
    underlyings: GENERATED_UNDERLYINGS,
    day: (underlying, date) => days.get(underlying, date),
    referencePaise: (underlying, date) => historyOf(underlying, date)?.referencePaise(date) ?? null,
    assumptions: [
      `Index levels are generated from seed "${String(seed)}", one every ${String(stepMs / 1000)} s: they are not market data`,
      'The generated index moves until the derivatives close; the closing auction of the cash market is not modelled',
    ],
  };
}

/** Days of one index, each planned from the one before as far as dates are asked for. */
class History {
  readonly #world: GeneratorWorld;
  readonly #underlying: string;
  readonly #planned: PlannedDay[] = [];
  #state: MarketState = { regime: null, closesPaise: new Map() };
  #next: IstDate;

  constructor(world: GeneratorWorld, underlying: string, from: IstDate) {
    this.#world = world;
    this.#underlying = underlying;
    this.#next = from;
  }

  day(date: IstDate): IndexDay | null {
    this.#planTo(date);
    const planned = this.#planned.findLast((day) => day.date === date);
    if (planned === undefined) return null;
    const { instantsMs, levels } = makeDayLevels(this.#world, planned);
    const deviation = this.#character?.deviation ?? 0;
    return createStepDay({
      date,
      referencePaise: this.referencePaise(date),
      volatility: deviation * Math.sqrt(TRADING_DAYS_A_YEAR),
      times: stepTimes([...instantsMs]),
      levelsPaise: levels.get(this.#underlying) ?? new Int32Array(0),
    });
  }

  /** The close before a date; the base level before the first. */
  referencePaise(date: IstDate): number {
    this.#planTo(date);
    const shape = this.#planned.findLast((day) => day.date < date)?.shapes.get(this.#underlying);
    return shape === undefined ? (this.#character?.basePaise ?? 0) : plannedClosePaise(shape);
  }

  get #character(): IndexCharacter | undefined {
    return this.#world.characters.get(this.#underlying);
  }

  #planTo(date: IstDate): void {
    for (; this.#next <= date; this.#next = addDays(this.#next, 1)) {
      const day = planDay(this.#world, this.#state, this.#next);
      if (day === null) continue;
      this.#planned.push(day);
      this.#state = {
        regime: day.market.regime,
        closesPaise: closesOf(this.#world, day, null),
      };
    }
  }
}
