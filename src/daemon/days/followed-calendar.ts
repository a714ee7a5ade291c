import { stableJson } from '../../base/json.ts';
import { ConfigurationError } from '../../base/problem.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { istDate } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';

type Additions = Settings['calendar'];

interface ReadCalendar {
  readonly of: Calendar;
  /** What the configuration adds to the tables, as text: making a calendar is a tenth of a second's work. */
  readonly from: string;
  readonly readAtMs: number;
}

/** A late circular counts after this long. */
const READ_EVERY_MS = 60 * 60_000;

/** The calendar as the configuration has it: read again every hour, and when a date begins. */
export class FollowedCalendar {
  readonly #additions: () => Additions;
  #read: ReadCalendar | null = null;

  constructor(additions: () => Additions) {
    this.#additions = additions;
  }

  /**
   * The calendar at an instant. Tables that cannot be used leave the one before in force.
   *
   * @throws {ConfigurationError} when they never could
   */
  at(nowMs: number): Calendar {
    const read = this.#read;
    if (read !== null && isFresh(read, nowMs)) return read.of;
    const additions = this.#additions();
    const next = { from: stableJson(additions), readAtMs: nowMs };
    const of = read?.from === next.from ? read.of : make(additions, read?.of);
    this.#read = { of, ...next };
    return of;
  }
}

function isFresh({ readAtMs }: ReadCalendar, nowMs: number): boolean {
  return Math.abs(nowMs - readAtMs) < READ_EVERY_MS && istDate(nowMs) === istDate(readAtMs);
}

/** @throws {ConfigurationError} when the tables cannot be used, and there is no earlier calendar */
function make(additions: Additions, before: Calendar | undefined): Calendar {
  try {
    return loadMarketKnowledge(additions ?? undefined).calendar;
  } catch (error) {
    if (!(error instanceof ConfigurationError) || before === undefined) throw error;
    return before;
  }
}
