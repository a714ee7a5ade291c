import { join } from 'node:path';

import { wait } from '../../adapters/system/machine-time.ts';
import { problemPlace } from '../../base/problem.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { loadingText } from '../../notices/day.ts';
import { type Notice } from '../../notices/notice.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { booksOfView, wantedPrices } from './books-sight.ts';
import { ContractSnapshots, seriesOf } from './contract-snapshot.ts';
import { disksOf, unboundedKeys } from './machine-sight.ts';
import { PolledSight, tapPolls } from './polled-sight.ts';
import { PreflightWatch } from './preflight-watch.ts';
import { type JournalSight, type PreflightSight, type StrategiesSight } from './sight.ts';

/** A day on a platform that is to be checked. */
export interface DayToCheck extends Pick<DayJournal, 'notOurs' | 'lost'> {
  readonly venue: DayVenue;
  readonly time: Extract<DayVenue['time'], { kind: 'wall' }>;
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
  /** Null before the books are open. */
  readonly view: () => EngineView | null;
  readonly onVetoes: (vetoes: readonly Veto[]) => void;
  readonly onNotice: (notice: Notice) => void;
}

/** A watch over a day, and the venue through which it sees what polls bring. */
export interface WatchedDay {
  readonly watch: PreflightWatch;
  readonly venue: Venue;
}

type Asked = Pick<
  RunDayOptions,
  'settings' | 'strategies' | 'unusable' | 'notLoaded' | 'journalPath'
>;

/** Where the contracts of the last days are kept. */
export function snapshotPathOf({
  stateDirectory,
  account,
  mode,
}: Pick<Settings, 'stateDirectory' | 'account' | 'mode'>): string {
  return join(stateDirectory, `${account}.${mode}.contracts.json`);
}

/** Watches a day that has just logged in. Its polls are listened to, so that a look costs no request in a session. */
export function openPreflight(asked: Asked, checked: DayToCheck): WatchedDay {
  const { settings } = asked;
  const { venue, time, day } = checked;
  const { clock, speed } = time;
  const prices =
    settings.prices.kind === 'none'
      ? ({ state: 'none' } as const)
      : ({ state: 'unknown', detail: 'no quote was polled yet' } as const);
  const login = { state: 'valid', atMs: clock.nowMs() } as const;
  const polled = new PolledSight({ login, prices }, venue.venue.local !== undefined);
  const snapshots = new ContractSnapshots(snapshotPathOf(settings));
  const earlier = snapshots.before(day.date);
  const watch = new PreflightWatch({
    ...{ day, clock, speed, wait },
    settings: settings.preflight,
    sight: () => ({ ...sightOf(asked, checked), ...seenIn(polled, checked.view()), earlier }),
    probe: async (what) => {
      // Those that an earlier process of the day has listed: a recovered day polls them again only when they are due.
      const underlyings = new Set([
        ...polled.contracts.keys(),
        ...snapshots.underlyingsOf(day.date),
      ]);
      await probe(venue, polled, { nowMs: clock.nowMs(), what, underlyings: [...underlyings] });
      keepSnapshot(snapshots, polled, day);
    },
    onVetoes: checked.onVetoes,
    onNotice: checked.onNotice,
  });
  const tapped = tapPolls(venue.venue, (result, atMs) => {
    if (!polled.take(result, atMs)) return;
    // Before the engine sees them: no order may leave under a lot that has drifted.
    watch.look();
    keepSnapshot(snapshots, polled, day);
  });
  return { watch, venue: tapped };
}

function seenIn(
  { login, prices, contracts }: PolledSight,
  books: EngineView | null,
): Pick<PreflightSight, 'login' | 'prices' | 'contracts'> {
  return { login, contracts, prices: books === null ? prices : wantedPrices(prices, books) };
}

function sightOf(
  asked: Asked,
  { time, day, knowledge, view, notOurs, lost }: DayToCheck,
): Omit<PreflightSight, 'login' | 'prices' | 'contracts' | 'earlier'> {
  const { settings, journalPath = null } = asked;
  const { mode, preflight } = settings;
  const aheadMs = time.platformClock.aheadMs();
  const books = view();
  return {
    ...{ mode, day, knowledge, settings: preflight },
    nowMs: time.clock.nowMs(),
    clockAheadMs: aheadMs === null ? null : aheadMs / time.speed,
    disks: disksOf(settings, journalPath),
    strategies: strategiesOf(asked),
    books: books === null ? null : booksOfView(books),
    journal: { unwritable: notOurs(), lost: lostOf(lost, books) },
  };
}

function strategiesOf({
  settings,
  strategies,
  unusable = [],
  notLoaded = [],
}: Asked): StrategiesSight {
  const problems = unusable.map((of) => `${problemPlace(of)}: ${of.message}`);
  return {
    names: strategies.map(({ strategy }) => strategy.name),
    problems: [...problems, ...notLoaded.map(loadingText)],
    unbounded: unboundedKeys(settings),
  };
}

/** A lost end halts a live account until the operator, who has looked at the platform, resumes it. */
function lostOf(
  lost: DayJournal['lost'],
  books: Pick<EngineView, 'halt'> | null,
): JournalSight['lost'] {
  if (lost === null || books === null) return null;
  return books.halt.by === 'start' && books.halt.state !== 'active' ? lost : null;
}

interface Probed {
  readonly nowMs: number;
  readonly what: 'all' | 'contracts';
  readonly underlyings: readonly string[];
}

/** Asks the contracts and prices hosts, reads alone, for what no poll has brought. */
async function probe(
  { connection }: DayVenue,
  polled: PolledSight,
  { nowMs, what, underlyings }: Probed,
): Promise<void> {
  const contracts = underlyings.map(async (underlying) => {
    const outcome = await connection.contracts.list(underlying);
    polled.take({ subject: 'contracts', underlying, outcome }, nowMs);
  });
  const quotes = async (): Promise<void> => {
    if (what !== 'all' || polled.prices.state === 'none' || underlyings.length === 0) return;
    const outcome = await connection.prices.quotes(underlyings);
    polled.take({ subject: 'quotes', outcome }, nowMs);
  };
  await Promise.all([...contracts, quotes()]);
}

/** Keeps what the day listed, for the next one to compare with. */
function keepSnapshot(
  snapshots: ContractSnapshots,
  { contracts }: PolledSight,
  { date }: CalendarDay,
): void {
  for (const [underlying, sight] of contracts) {
    if (sight.state !== 'listed') continue;
    try {
      snapshots.keep(date, underlying, seriesOf(sight.contracts));
    } catch {
      // The next day compares with an earlier one; the check of the disk says what is wrong.
    }
  }
}
