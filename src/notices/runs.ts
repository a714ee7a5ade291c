import { counted } from '../base/counted.ts';
import { NO_SHARES } from '../model/market/underlying.ts';
import { type Stage } from '../model/runs/stage.ts';
import { shownDuration } from '../model/time/duration.ts';
import { istClock } from '../model/time/ist.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type Lists,
  type NoFacts,
  type Numbers,
  type Severity,
  type Texts,
  warning,
} from './notice-kind.ts';

/** Runs from start to end, and what they tell themselves. */
export const RUNS = {
  alert: graded<Texts<'message'> & { readonly severity: Severity }>(
    ['info', 'warning', 'critical'],
    ({ severity }) => severity,
    ({ message }) => message,
  ),
  'strategy-failed': critical<Texts<'detail'>>(({ detail }) => `The strategy failed: ${detail}`),
  'strategy-threw-after-run': warning<Texts<'detail'>>(
    ({ detail }) => `The strategy's code threw after all of its runs had ended: ${detail}`,
  ),
  flattened: graded<
    Texts<'reason'> &
      /** `isFlat`: nothing was open, worked, or may be open. */
      Flags<'isKeptFlat' | 'isFlat'> & {
        /** Without a certain outcome, so out of reach. */
        readonly uncertain: number;
        /** Contracts of orders that are in no book, so out of reach. */
        readonly orphanContracts: number;
      }
  >(['info', 'critical'], severityWhereOpen, (facts, runId, commands) => {
    const { uncertain, orphanContracts, isKeptFlat, isFlat, reason } = facts;
    const what = runId === '' ? 'everything' : `run "${runId}"`;
    const parts = [
      ...(uncertain === 0 ? [] : [`${String(uncertain)} without a certain outcome`]),
      ...(orphanContracts === 0
        ? []
        : [`${counted(orphanContracts, 'contract')} of orders that are in no book`]),
    ];
    const but = parts.length === 0 ? '' : `, but not ${parts.join(' nor ')}`;
    const after = isKeptFlat
      ? ` (it stays flat until the operator resumes: ${commands.resume().join()})`
      : '';
    if (isFlat) {
      return `The operator squares off ${what}, of which nothing is open: ${reason}${after}`;
    }
    return `The operator squares off ${what}${but}: ${reason}${after}`;
  }),
  'run-held': critical<Texts<'detail'>>(
    ({ detail }, runId, commands) =>
      `The run is held: ${detail}. Decide: ${commands.release(runId).join(', or: ')}`,
  ),
  'run-still-held': warning<Texts<'detail'>>(
    ({ detail }, runId, commands) =>
      `The run is still held: ${detail}. Decide: ${commands.release(runId).join(', or: ')}`,
  ),
  'strategy-process-ended': warning<
    Texts<'detail'> & {
      readonly why: 'endless' | 'exited' | 'garbled';
      /** Runs in it whose code is not to blame. */
      readonly others: number;
    }
  >(({ detail, others }, runId) => {
    const whose = runId === '' ? 'without a known reason' : 'by its code';
    const rest = others === 0 ? '' : `. ${counted(others, 'other run')} in it: restarted by replay`;
    return `The process of its strategy ended ${whose}: ${detail}${rest}`;
  }),
  'strategy-interrupted': warning<
    Texts<'detail'> & {
      /** Runs in its process. */
      readonly others: number;
    }
  >(
    ({ detail, others }) =>
      `Its code was interrupted: ${detail}. ${counted(others, 'other run')} beside it: not affected, moved to a new process by replay`,
  ),
  'strategy-process-kept': warning<{
    /** Runs in its process. */
    readonly others: number;
  }>(
    ({ others }) =>
      `Its file was changed since it was checked, so no new process can take over ${counted(others, 'run')}: the one in which code was interrupted continues`,
  ),
  'strategy-refused': warning<Texts<'permission' | 'resource'>>(
    ({ permission, resource }, runId) =>
      `${runId === '' ? 'The code of a strategy' : 'Its code'} asked for what it may not have: ${permission}${resource === '' ? '' : ` (${resource})`}`,
  ),
  'run-tried-alone': warning<Numbers<'afterMs' | 'attempt' | 'tries'> & Texts<'detail'>>(
    ({ afterMs, attempt, tries }) =>
      `Its code does not run: it is restarted by replay in ${String(afterMs / 1000)} s, in a process of its own (attempt ${String(attempt)} of ${String(tries)}). Its stops at the platform and its square-off stay in force`,
  ),
  'run-given-up': critical<Numbers<'tries'> & Texts<'detail'>>(
    ({ detail, tries }) =>
      `Its code does not run any more: its process ended ${counted(tries + 1, 'time')} (${detail})`,
  ),
  'run-quarantined': critical<Texts<'detail'> & Flags<'isSquaredOff'>>(
    ({ detail, isSquaredOff }, runId, commands) => {
      const consequence = isSquaredOff
        ? 'everything of it is squared off'
        : 'its legs stay open behind the stops at the platform: watch them';
      return `The run is quarantined, its code does not run: ${detail}; ${consequence}. To run it again, change its source and restart, or: ${commands.liftQuarantine(runId)}`;
    },
  ),
  'quarantine-lifted': info<NoFacts>(
    () => 'Its quarantine is lifted: its code runs from the next start of the program on',
  ),
  'broker-kept': warning<Texts<'broker' | 'asked'> & { readonly why: 'carried' | 'under-way' }>(
    ({ broker, asked, why }) => {
      const reason =
        why === 'carried' ? 'which holds what it carried overnight' : 'with which it began the day';
      return `It keeps ${brokerText(broker)}, ${reason}: ${brokerText(asked)} counts from the first day that it begins with nothing open`;
    },
  ),
  'run-adopted': info<Texts<'reason'>>(({ reason }) => `The held run continues: ${reason}`),
  'adopted-source': info<Texts<'path' | 'sourceHash'>>(
    ({ path, sourceHash }) => `It runs the source ${shortHash(sourceHash)} of ${path}`,
  ),
  'held-source-changed': warning<Texts<'path' | 'sourceHash' | 'recordedHash'>>(
    ({ path, sourceHash, recordedHash }) =>
      `Its source was changed while it did not run: ${shortHash(recordedHash)} decided so far, and ${path} is ${shortHash(sourceHash)} now, which adopting it would run`,
  ),
  'adopt-declined': warning<Texts<'path' | 'sourceHash' | 'fileHash'>>(
    ({ path, sourceHash, fileHash }) =>
      `The run is still held. It would run the source ${shortHash(sourceHash)}, as the program loaded it when it started, and "${path}" is ${shortHash(fileHash)} now. To run the file as it is: restart the program, then release the run again. To run what was loaded: put that back into the file`,
  ),
  'run-let-go': graded<Texts<'reason'> & Flags<'isFlattened' | 'isFlat'>>(
    ['info', 'critical'],
    severityWhereOpen,
    ({ isFlattened, isFlat, reason }) => {
      const squaredOff = isFlattened ? 'everything of it is squared off' : null;
      const left = 'its orders and positions stay as they are: handle them yourself';
      const consequence = isFlat ? 'nothing of it is open' : (squaredOff ?? left);
      return `The held run is ended, ${consequence}: ${reason}`;
    },
  ),
  'shadow-stopped': warning<Texts<'detail'>>(
    ({ detail }) => `Shadow runs do not run: ${detail}. The live runs are not affected`,
  ),
  'stage-raised': info<StageChange>(
    ({ from, to }) => `Its stage is ${to} from today on, after ${from}`,
  ),
  'stage-lowered': warning<
    StageChange & Texts<'detail'> & { readonly cause: 'limit' | 'fills' | 'unknown-order' }
  >(
    ({ from, to, detail }) =>
      `Its stage goes from ${from} back to ${to} on the next day, and it takes no new entries today: ${detail}. Exits go on`,
  ),
  'stage-unkept': critical<StageChange & Texts<'name' | 'path' | 'detail'>>(
    ({ name, from, to, path, detail }) =>
      `That strategy "${name}" goes from ${from} back to ${to} could not be written to ${path} (${detail}): after this day it would trade at ${from} again`,
  ),
  'stage-day-unkept': warning<Texts<'date' | 'path' | 'detail'> & Flags<'isKept'>>(
    ({ date, path, detail, isKept }) =>
      `What the day ${date} counts for stages could not be written to ${path} (${detail}): ${isKept ? 'it is kept beside that file and counted at the next start' : 'it counts for none'}`,
  ),
  'stages-unreadable': warning<Texts<'path' | 'detail'>>(
    ({ path, detail }) =>
      `The stages in ${path} cannot be relied on (${detail}): every run with a stage is in shadow`,
  ),
  'sources-closed': warning<Lists<'sources'>>(
    ({ sources }) =>
      `Sources are not opened in a backtest or a drill, and stay silent: ${sources.map((name) => `"${name}"`).join(', ')}`,
  ),
  'source-failed': warning<SourceFault>(({ source, what, detail, leftOut }) => {
    if (what === 'not-opened') return `Cannot open source "${source}": ${detail}`;
    if (what === 'ended') {
      const without = leftOut === 0 ? '' : `. In all ${counted(leftOut, 'value')} left out`;
      return `Source "${source}" ended: ${detail}${without}`;
    }
    const brought = what === 'no-json' ? 'what is no JSON' : `a value that does not fit, ${detail}`;
    return `Source "${source}" brought ${brought}: left out (${String(leftOut)} so far)`;
  }),
  'sources-ended': warning<SourcesEndedFacts & Numbers<'afterMs' | 'attempt'>>(
    ({ sources, detail, afterMs, attempt, tries }) =>
      `The process of its own ${namedSources(sources)} ended: ${detail}. It is opened again in ${String(afterMs / 1000)} s (attempt ${String(attempt)} of ${String(tries)}); no values come meanwhile`,
  ),
  'sources-given-up': critical<SourcesEndedFacts>(
    ({ sources, detail, tries }, runId, commands) =>
      `Its own ${namedSources(sources)} ${sources.length === 1 ? 'brings' : 'bring'} nothing more today: ${detail}${tries === 0 ? '' : `, ${counted(tries + 1, 'time')}`}. The run continues without. Fix the source and restart, or: ${commands.flatten(runId).join('')}`,
  ),
  'sources-back': info<Lists<'sources'>>(
    ({ sources }) =>
      `Its own ${namedSources(sources)} ${sources.length === 1 ? 'is' : 'are'} opened again`,
  ),
  'source-stale': warning<StaleSourceFacts>(({ source, staleAfterMs, heardAtMs }) => {
    const since =
      heardAtMs === null
        ? 'it has brought no value yet'
        : `its last value came at ${istClock(heardAtMs)} IST, and one counts for ${shownDuration(staleAfterMs)}`;
    return `Source "${source}" is silent: ${since}. What is decided by it waits for its next value`;
  }),
  'source-speaks-again': info<Texts<'source'> & Numbers<'silentMs'>>(
    ({ source, silentMs }) =>
      `Source "${source}" brings values again, after ${shownDuration(silentMs)}`,
  ),
  'underlying-unknown': warning<UnknownUnderlying>(unknownUnderlyingText),
};

function brokerText(name: string): string {
  return name === '' ? 'the account’s own broker' : `broker "${name}"`;
}

/** As `sauda reload` and `sauda status` show it. */
function shortHash(hash: string): string {
  return hash.slice(0, 12);
}

function severityWhereOpen({ isFlat }: Flags<'isFlat'>): Severity {
  return isFlat ? 'info' : 'critical';
}

/** The process of a run's own sources is gone. */
interface SourcesEndedFacts {
  readonly sources: readonly string[];
  readonly why: 'endless' | 'exited' | 'garbled' | 'flooded' | 'unusable';
  readonly detail: string;
  /** How often it was opened again before it was given up, or will be. */
  readonly tries: number;
}

function namedSources(sources: readonly string[]): string {
  const names = sources.map((name) => `"${name}"`).join(', ');
  return `${sources.length === 1 ? 'source' : 'sources'} ${names}`;
}

/** From one stage to another. */
interface StageChange {
  readonly from: Stage;
  readonly to: Stage;
}

/** A source of a run's own that has been silent for too long. */
interface StaleSourceFacts {
  readonly source: string;
  /** How long a value of it counts. */
  readonly staleAfterMs: number;
  /** When its last value came, epoch milliseconds; null where none did. */
  readonly heardAtMs: number | null;
}

/** What is wrong with a source of a strategy's own. */
interface SourceFault {
  readonly source: string;
  readonly what: 'not-opened' | 'ended' | 'no-json' | 'unfit';
  /** Of the error; of a value that is `unfit` what is expected, where, and what was found. Empty for `no-json`. */
  readonly detail: string;
  /** Values of the source that were left out today, this one too. */
  readonly leftOut: number;
}

/** An underlying that the market tables do not know. */
export interface UnknownUnderlying {
  readonly underlying: string;
  /** The known one most like it; null where none is like it. */
  readonly nearest: string | null;
  /** Whether it looks like a share. */
  readonly isShare: boolean;
  readonly known: readonly string[];
}

/** What is wrong with the name of an underlying, for people. */
export function unknownUnderlyingText({
  underlying,
  nearest,
  isShare,
  known,
}: UnknownUnderlying): string {
  const hint = nearest === null ? '' : ` (did you mean "${nearest}"?)`;
  const why = isShare ? `${NO_SHARES}; ` : '';
  return `Nothing is known of "${underlying}"${hint}: ${why}known are ${known.join(', ')}`;
}
