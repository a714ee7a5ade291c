import { counted } from '../base/counted.ts';
import { NO_SHARES } from '../model/market/underlying.ts';
import { define, type Severity } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/** Runs from start to end, and what they tell themselves. */
export const RUNS = {
  alert: define<{ readonly severity: Severity; readonly message: string }>({
    severity: { among: ['info', 'warning', 'critical'], of: ({ severity }) => severity },
    meaning: 'A strategy tells you something, in its own words.',
    action: 'Whatever its author wants from you.',
    text: ({ message }) => message,
  }),
  'strategy-failed': define<{ readonly detail: string }>({
    severity: 'critical',
    meaning: 'The code of a strategy threw, or broke a rule of the host: its run is squared off.',
    action: 'Fix the strategy; `sauda check` and a backtest of the day may reproduce it.',
    text: ({ detail }) => `The strategy failed: ${detail}`,
  }),
  'strategy-threw-after-run': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning: "A strategy's code threw after all of its runs had ended.",
    action: 'Fix the strategy: it leaves timers or promises behind.',
    text: ({ detail }) => `The strategy's code threw after all of its runs had ended: ${detail}`,
  }),
  flattened: define<{
    /** Without a certain outcome, so out of reach. */
    readonly uncertain: number;
    /** Contracts of orders that are in no book, so out of reach. */
    readonly orphanContracts: number;
    /** Whether the run stays flat until the operator resumes. */
    readonly isKeptFlat: boolean;
    readonly reason: string;
  }>({
    severity: 'critical',
    meaning: 'You square off a run, or everything.',
    action: 'Close what the square-off cannot reach: the message names it.',
    text: ({ uncertain, orphanContracts, isKeptFlat, reason }, runId) => {
      const what = runId === '' ? 'everything' : `run "${runId}"`;
      const parts = [
        ...(uncertain === 0 ? [] : [`${String(uncertain)} without a certain outcome`]),
        ...(orphanContracts === 0
          ? []
          : [`${counted(orphanContracts, 'contract')} of orders that are in no book`]),
      ];
      const but = parts.length === 0 ? '' : `, but not ${parts.join(' nor ')}`;
      const after = isKeptFlat ? ' (it stays flat until the operator resumes: sauda resume)' : '';
      return `The operator squares off ${what}${but}: ${reason}${after}`;
    },
  }),
  'run-held': define<{ readonly detail: string }>({
    severity: 'critical',
    meaning: 'The replay of a run decided otherwise than its journal: it is held.',
    action: 'Release it: adopt what it decides now, flatten, or stop.',
    text: ({ detail }, runId) => `The run is held: ${detail}. Decide: ${releaseCommands(runId)}`,
  }),
  'run-still-held': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning: 'After a restart a run is still held.',
    action: 'Release it: adopt what it decides now, flatten, or stop.',
    text: ({ detail }, runId) =>
      `The run is still held: ${detail}. Decide: ${releaseCommands(runId)}`,
  }),
  'run-quarantined': define<{ readonly detail: string; readonly isSquaredOff: boolean }>({
    severity: 'critical',
    meaning:
      "A run's code ended an earlier process (it looped, or filled the memory) and does not run.",
    action: 'Watch its legs; fix the code, or lift the quarantine for the next start.',
    text: ({ detail, isSquaredOff }, runId) => {
      const consequence = isSquaredOff
        ? 'everything of it is squared off'
        : 'its legs stay open behind the stops at the platform: watch them';
      return `The run is quarantined, its code does not run: ${detail}; ${consequence}. To run it from the next start on, change its source or: ${operatorCommands.liftQuarantine(runId)}`;
    },
  }),
  'quarantine-lifted': define<Record<string, never>>({
    severity: 'info',
    meaning: 'You have lifted a quarantine.',
    action: 'Start the program again when you want the code to run.',
    text: () => 'Its quarantine is lifted: its code runs from the next start of the program on',
  }),
  'run-adopted': define<{ readonly reason: string }>({
    severity: 'info',
    meaning: 'A held run continues from where its replay ended.',
    action: 'Nothing.',
    text: ({ reason }) => `The held run continues: ${reason}`,
  }),
  'run-let-go': define<{ readonly isFlattened: boolean; readonly reason: string }>({
    severity: 'critical',
    meaning: 'You have ended a held run, flattened or as it is.',
    action: 'If it was not flattened, handle its orders and positions yourself.',
    text: ({ isFlattened, reason }) => {
      const consequence = isFlattened
        ? 'everything of it is squared off'
        : 'its orders and positions stay as they are: handle them yourself';
      return `The held run is ended, ${consequence}: ${reason}`;
    },
  }),
  'sources-closed': define<{ readonly sources: readonly string[] }>({
    severity: 'warning',
    meaning: 'A strategy declares sources of its own, which are not opened in virtual time.',
    action: 'Expect other decisions than live, unless the sources are recorded.',
    text: ({ sources }) =>
      `Sources are not opened in a backtest or a drill, and stay silent: ${sources.map((name) => `"${name}"`).join(', ')}`,
  }),
  'source-failed': define<SourceFault>({
    severity: 'warning',
    meaning: "A strategy's own source failed or gave what is no plain JSON.",
    action: 'Fix the source; the run continues without it.',
    text: ({ source, what, detail }) => {
      if (what === 'not-opened') return `Cannot open source "${source}": ${detail}`;
      return what === 'ended'
        ? `Source "${source}" ended: ${detail}`
        : `Source "${source}" brought what is no JSON: left out`;
    },
  }),
  'underlying-unknown': define<UnknownUnderlying>({
    severity: 'warning',
    meaning:
      'A run watches an underlying that the market tables do not know: it would wait all day.',
    action: 'Correct the name in the strategy.',
    text: unknownUnderlyingText,
  }),
};

/** What is wrong with a source of a strategy's own. */
interface SourceFault {
  readonly source: string;
  readonly what: 'not-opened' | 'ended' | 'no-json';
  /** Of the error; empty for `no-json`. */
  readonly detail: string;
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

function releaseCommands(runId: string): string {
  return operatorCommands.release(runId).join(', or: ');
}
