import { stableJson } from '../../base/json.ts';
import { type StagedRun } from '../../day/staged-run.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type RunHeader, runName } from '../../model/runs/run.ts';
import { isBelow, type Stage } from '../../model/runs/stage.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type Clock } from '../../ports/clock.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type RampSettings } from '../../settings/stage-terms.ts';
import { whyNoDayCounts } from '../arming/record-paper-day.ts';
import { type ChangedRun } from './begun-runs.ts';
import { type ComparedFill } from './fill-comparison.ts';
import { keepLateDays } from './late-stage-days.ts';
import { LiveQuotes } from './live-quotes.ts';
import { type EndedStageDay, stageDays } from './stage-days.ts';
import { type StageLedger, type StageRecord } from './stage-ledger.ts';
import { type StagedStrategy } from './stages-today.ts';
import { StageWatch } from './stage-watch.ts';

/** The shadow runs beside a day. */
export interface RampedShadow {
  readonly trading: Pick<TradingDay, 'audit' | 'picture'> & {
    readonly planned: readonly { readonly header: Pick<RunHeader, 'runId'> }[];
    /** When their process was last heard of, epoch milliseconds, by their own journal. @default it came to its end */
    readonly watchedUntilMs?: number;
  };
  /** Of the shadow runs alone. */
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  /** Whether they stopped before their day did. */
  readonly isEnded: boolean;
}

/** What the ramp of a day is made of. */
export interface RampOptions {
  readonly settings: RampSettings;
  readonly day: CalendarDay;
  readonly clock: Clock;
  readonly ledger: StageLedger;
  readonly strategies: readonly StagedStrategy[];
  /** Runs that began the day as something else than they are now. */
  readonly changed: readonly ChangedRun[];
  readonly trading: Pick<TradingDay, 'audit' | 'view' | 'picture' | 'note'>;
  readonly shadow: RampedShadow | null;
  readonly onVetoes: (vetoes: readonly Veto[]) => void;
}

const PARTLY_ANOTHER = 'another source of it, or other parameters, ran for a part of the day';

type Picture = ReturnType<TradingDay['picture']>;

/**
 * The stages of a live day: which run is where, what of it counts, and what sends one back.
 *
 * States: made (it hears what the journal holds of the day), begun (it acts), ended.
 */
export class Ramp {
  readonly #options: RampOptions;
  readonly #watch: StageWatch;
  readonly #quotes: LiveQuotes;
  readonly #leave: (() => void)[] = [];

  constructor(options: RampOptions) {
    const { settings, day, clock, ledger, strategies, changed, trading, shadow, onVetoes } =
      options;
    this.#options = options;
    const inShadow = new Set(shadow?.trading.planned.map(({ header }) => runName(header.runId)));
    const codes = new Map(
      strategies
        .filter(({ name }) => !inShadow.has(name))
        .map(({ name, code }) => [`${name}@${day.date}/live`, code]),
    );
    const bound = settings.fillDifference;
    const onNotice = (notice: Notice): void => {
      this.#note(notice);
    };
    const nowMs = (): number => clock.nowMs();
    const { date } = day;
    this.#watch = new StageWatch({
      ...{ date, nowMs, ledger, codes, changed, bound, onVetoes, onNotice },
    });
    this.#quotes = new LiveQuotes(bound);
    if (codes.size > 0) this.#leave.push(this.#watch.follow(trading.audit));
    if (shadow === null) return;
    const leave = shadow.trading.audit.listen(['learned', 'seen'], (entry) => {
      this.#quotes.take(entry);
    });
    this.#leave.push(leave);
  }

  /** The runs have started. */
  begin(): void {
    this.#watch.begin(this.#stages());
    const { damage } = this.#options.ledger.read();
    const { path } = this.#options.ledger;
    if (damage !== null) this.#note(noticeOf('stages-unreadable', null, { path, detail: damage }));
    for (const of of this.#options.strategies) this.#tellRaised(of);
  }

  /** The day has come to its own end: what it says of its strategies is kept, once. Never throws. */
  record(journal: Pick<ReadableJournal, 'entriesOf'>, watchedUntilMs?: number): void {
    const { ledger, trading, shadow, strategies } = this.#options;
    const live = strategies.filter(({ name }) => !this.#isShadow(name));
    const rest = strategies.filter(({ name }) => this.#isShadow(name));
    const stageOf = ({ name, standing }: StagedStrategy): Stage =>
      this.#stages().get(this.#runId(name)) ?? standing.stage;
    this.#watch.keepRest();
    try {
      const ended = this.#ended(trading.picture(), journal, watchedUntilMs);
      const endedShadow = shadow === null ? null : this.#endedShadow(shadow);
      const days = [
        ...stageDays(live, ended, stageOf),
        ...(endedShadow === null ? [] : stageDays(rest, endedShadow, () => 'shadow' as const)),
      ];
      const kept = new Set(ledger.read().records.map((record) => stableJson(record)));
      this.#keep(days.filter((record) => !kept.has(stableJson(record))));
    } catch {
      // A day whose journal cannot be read does not count.
    }
  }

  /** A day that is kept nowhere does not count: nothing is raised by it. */
  #keep(days: readonly StageRecord[]): void {
    const { ledger, day } = this.#options;
    const added = ledger.add(days);
    if (added.ok) return;
    const isKept = keepLateDays(ledger, days);
    const { detail } = added.error;
    const facts = { date: day.date, path: ledger.path, detail, isKept };
    this.#note(noticeOf('stage-day-unkept', null, facts));
  }

  /** The runs with their stages, for people. */
  rows(): readonly StagedRun[] {
    const stages = this.#stages();
    const fills = [...this.#watch.compared(), ...this.#quotes.compared()];
    return this.#options.strategies.map(({ name, standing }) => {
      const isShadow = this.#isShadow(name);
      const runId = this.#runId(name);
      const stage = isShadow ? 'shadow' : (stages.get(runId) ?? standing.stage);
      const own = fills.filter((of) => of.runId === runId);
      const { goal, cleanDates, neededDays } = standing;
      const loweredBy = this.#watch.whyLowered(runId);
      const days = { cleanDays: cleanDates.length, neededDays };
      return { runId, stage, goal, ...days, loweredBy, fills: own.map(withoutRun) };
    });
  }

  end(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }

  #stages(): ReadonlyMap<string, Stage> {
    const { runs } = this.#options.trading.view();
    return new Map(runs.map(({ runId, stage }) => [runId, stage]));
  }

  #isShadow(name: string): boolean {
    const planned = this.#options.shadow?.trading.planned ?? [];
    return planned.some(({ header }) => runName(header.runId) === name);
  }

  #runId(name: string): string {
    return `${name}@${this.#options.day.date}/${this.#isShadow(name) ? 'paper' : 'live'}`;
  }

  #ended(
    { books, problems }: Picture,
    journal: Pick<ReadableJournal, 'entriesOf'>,
    watchedUntilMs?: number,
  ): EndedStageDay {
    const { day } = this.#options;
    const ended = { day, journal, books, problems };
    const why = whyNoDayCounts(watchedUntilMs === undefined ? ended : { ...ended, watchedUntilMs });
    const isChanged = new Set(this.#options.changed.map(({ runId }) => runId));
    const whyLowered = (runId: string): string | null =>
      this.#watch.whyLowered(runId) ?? (isChanged.has(runId) ? PARTLY_ANOTHER : null);
    return { date: day.date, books, problems, why, whyLowered };
  }

  /** They may have stopped long before the live runs did. */
  #endedShadow(shadow: RampedShadow): EndedStageDay {
    const { trading, journal } = shadow;
    const ended = this.#ended(trading.picture(), journal, trading.watchedUntilMs);
    return shadow.isEnded ? { ...ended, why: 'the shadow runs had stopped' } : ended;
  }

  /** A stage that is above that of the last day. */
  #tellRaised({ name, standing: { stage, lastDay } }: StagedStrategy): void {
    const { day } = this.#options;
    if (lastDay === null || lastDay.date === day.date || !isBelow(lastDay.stage, stage)) return;
    this.#note(noticeOf('stage-raised', this.#runId(name), { from: lastDay.stage, to: stage }));
  }

  #note(notice: Notice): void {
    const { trading, clock } = this.#options;
    trading.note(toldAt(clock.nowMs(), notice));
  }
}

function withoutRun(of: ComparedFill): StagedRun['fills'][number] {
  const { tag, symbol, side, units, livePaise, paperPaise } = of;
  const { worsePaise, worseBasisPoints, isBeyond, explained } = of;
  const prices = { livePaise, paperPaise, worsePaise, worseBasisPoints };
  return { tag, symbol, side, units, ...prices, isBeyond, explained };
}
