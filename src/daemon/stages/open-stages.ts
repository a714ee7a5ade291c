import { type StagedRun } from '../../day/staged-run.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Stage } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type DrivenDay, noteShadowStopped } from '../drive-day.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { type BegunRuns, type ChangedRun, changedRuns, runsBegun } from './begun-runs.ts';
import { addLateDays } from './late-stage-days.ts';
import { Ramp, type RampOptions } from './ramp.ts';
import {
  openShadowJournal,
  ShadowDay,
  type ShadowEntries,
  type ShadowParts,
} from './shadow-day.ts';
import { StageLedger, stageLedgerPathOf } from './stage-ledger.ts';
import { type StagedStrategy, stagesOn } from './stages-today.ts';
import { inPaperStages, splitStages } from './split-stages.ts';

/** The strategies of a day, each where its stage lets it run. */
export interface OpenedStages {
  /** Those of the day itself: on paper, or at the platform. */
  readonly strategies: readonly LoadedStrategy[];
  /** Those that run in shadow beside a live day; null where none does. */
  readonly shadow: ShadowDay | null;
  /** Why shadow runs do not run, for people; null where nothing keeps them from it. */
  readonly trouble: string | null;
  /** Those that take part in stages; none where stages are not earned: on paper, and without a journal. */
  readonly staged: readonly StagedStrategy[];
  /** Runs of today that began as something else than they are now. */
  readonly changed: readonly ChangedRun[];
  readonly ledger: StageLedger | null;
}

const NONE_BEGUN: BegunRuns = new Map();

/** Opens a day's stages. What is to run in shadow and cannot does not run at all. */
export function openStages(
  options: RunDayOptions,
  parts: ShadowParts & { readonly journal: ReadableJournal },
): OpenedStages {
  const { strategies, settings, flatten } = options;
  const alone = { shadow: null, trouble: null, staged: [], changed: [], ledger: null };
  if (settings.mode === 'paper') return { strategies: inPaperStages(strategies), ...alone };
  if (flatten !== undefined || !strategies.some(takesPart)) return { strategies, ...alone };
  const { date } = parts.day;
  const asked = rampOf(options, date);
  let trouble: string | null = null;
  const kept = openShadowJournal(options, (detail) => {
    trouble = detail;
  });
  const begun = {
    live: runsBegun(parts.journal, date),
    shadow: kept === null ? NONE_BEGUN : runsBegun(kept.journal, date),
  };
  const { live, shadow } = splitStages(strategies, { stageOf: asked.stageOf, begun });
  const changed = [begun.live, begun.shadow].flatMap((runs) => changedRuns(asked.staged, runs));
  const ramp = { ...asked, changed };
  if (kept === null) return { ...ramp, strategies: live, shadow: null, trouble };
  if (shadow.length === 0) {
    kept.journal.close();
    return { ...ramp, strategies: live, shadow: null, trouble };
  }
  const made = new ShadowDay(options, shadow, { parts, journal: kept });
  return { ...ramp, strategies: live, shadow: made, trouble };
}

/** The stages of a day under way. */
export interface RunningStages {
  /** Starts the shadow runs beside the live ones, which go on without them where that fails, and watches both. */
  readonly begin: () => void;
  /** Keeps what a day that has come to its own end says of its strategies. */
  readonly record: (journal: Pick<ReadableJournal, 'entriesOf'>) => void;
  readonly rows: () => readonly StagedRun[];
  /** Of the shadow day, once it has ended; null where there was none. */
  readonly shadowEntries: () => ShadowEntries | null;
  readonly end: () => void;
}

/** Follows the stages of a day that has not started. */
export function followStages(
  opened: OpenedStages,
  { settings }: Pick<RunDayOptions, 'settings'>,
  of: Pick<DrivenDay, 'trading' | 'venue' | 'day'> & Pick<RampOptions, 'onVetoes'>,
): RunningStages {
  const { shadow, staged: strategies, changed, ledger } = opened;
  const { clock } = of.venue.time;
  const own = { ...of, clock, strategies, changed, shadow, settings: settings.live };
  const ramp = ledger === null ? null : new Ramp({ ...own, ledger });
  return {
    begin: () => {
      beginShadow(opened, of);
      ramp?.begin();
    },
    record: (journal) => ramp?.record(journal),
    rows: () => ramp?.rows() ?? [],
    shadowEntries: () => shadow?.entries ?? null,
    end: () => {
      ramp?.end();
      shadow?.end();
    },
  };
}

function beginShadow(
  { shadow, trouble }: Pick<OpenedStages, 'shadow' | 'trouble'>,
  { trading, venue }: Pick<DrivenDay, 'trading' | 'venue'>,
): void {
  const why = trouble ?? shadow?.start() ?? null;
  if (why === null) return;
  shadow?.end();
  noteShadowStopped(trading, why, venue.time.clock.nowMs());
}

function takesPart({ goal = null }: LoadedStrategy): boolean {
  return goal !== null;
}

interface RampOfDay extends Pick<OpenedStages, 'staged' | 'ledger'> {
  readonly stageOf: (name: string, loaded: LoadedStrategy) => Stage;
}

/** Where nothing is kept there is nothing to earn: the goal is in force at once, as on the built-in simulator. */
function rampOf(
  { settings, strategies, journalPath = null }: RunDayOptions,
  date: IstDate,
): RampOfDay {
  if (journalPath === null) {
    return { staged: [], ledger: null, stageOf: (_, { goal }) => goal ?? 'full' };
  }
  const ledger = new StageLedger(stageLedgerPathOf(journalPath));
  addLateDays(ledger);
  const staged = stagesOn(date, { settings, strategies }, ledger.read());
  const stages = new Map(staged.map(({ name, standing }) => [name, standing.stage]));
  return { staged, ledger, stageOf: (name) => stages.get(name) ?? 'full' };
}
