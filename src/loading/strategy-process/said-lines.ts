import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { isRecord, parsedJson } from '../../base/json.ts';
import { type PassedTime, type RunAnswer, type RunCall } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { type ToldFile } from '../files-as-they-were.ts';
import { type DecidingLine, type SaidSoFar } from './said-so-far.ts';

/** What a strategy process hears, one line each. */
export type ToldLine =
  /** A call, or without one that the run is stopped. */
  | { readonly runId: string; readonly call?: RunCall }
  /** Time passed for all runs. */
  | { readonly pass: PassedTime; readonly atMs: number }
  | { readonly replay: ReplayStep }
  /** Files of its runs that have been changed since: before any of them begins. */
  | { readonly files: readonly ToldFile[] }
  /** From here on it says of each step of a replay whose code runs. */
  | { readonly announce: true }
  /** Between these, what a process before it has heard and answered: what runs say to that is counted, and told at the end. */
  | { readonly repeat: 'begin' | 'end' };

/** What such a line is once it is read: a look shows several runs something, one after the other. */
export type HeardLine = ToldLine | { readonly replays: readonly ReplayStep[] };

/** What it says, one line each. */
export type SaidLine =
  /** The answer to a call. */
  | { readonly runId: string; readonly answer: RunAnswer }
  /** What a run did as time passed, or owes after its replay. */
  | { readonly passed: string; readonly answer: RunAnswer }
  /** Its replay differs. */
  | { readonly held: string; readonly detail: string }
  /** Time has passed for all of them, or the replay is over. */
  | { readonly done: true }
  /** What its runs said to all that was repeated. */
  | { readonly repeated: Readonly<Record<string, SaidSoFar>> }
  /** It is busy with a replay. */
  | { readonly going: true }
  /** Whose code runs next, where the line it was sent does not say so. */
  | { readonly at: string; readonly isLoading: boolean }
  /** The code of a run was interrupted, as it was asked: nothing of it runs any more. Its calls are still answered, by nothing. */
  | { readonly interrupted: string }
  /** A run's file is another one than when it was checked: its code does not run here. */
  | { readonly changed: string }
  /** What a run did outside of its turns. */
  | { readonly runId: string; readonly outside: string }
  | { readonly refused: RefusedDoor };

/** What a line says; null when it is none of ours, as when a strategy wrote into the pipe. */
export function saidIn(line: string): SaidLine | null {
  const said = parsedJson(line);
  return isRecord(said) && isSaid(said) ? (said as unknown as SaidLine) : null;
}

/** What a line has that decides; null where it is something else. */
export function decidingIn(line: SaidLine): DecidingLine | null {
  if ('answer' in line && 'runId' in line) {
    return { runId: line.runId, what: 'turn', said: line.answer };
  }
  if ('passed' in line) return { runId: line.passed, what: 'passed', said: line.answer };
  return 'held' in line ? { runId: line.held, what: 'held', said: line.detail } : null;
}

/** Lines that say nothing but of which run. */
const NAMES_A_RUN = ['at', 'interrupted', 'changed'];

function isSaid(said: Readonly<Record<string, unknown>>): boolean {
  const { runId, passed, held, answer } = said;
  if (typeof runId === 'string') return isAnswer(answer) || typeof said['outside'] === 'string';
  if (typeof passed === 'string') return isAnswer(answer);
  if (typeof held === 'string') return typeof said['detail'] === 'string';
  return (
    NAMES_A_RUN.some((what) => typeof said[what] === 'string') ||
    said['done'] === true ||
    said['going'] === true ||
    isRecord(said['refused']) ||
    isRepeated(said['repeated'])
  );
}

function isRepeated(repeated: unknown): boolean {
  if (!isRecord(repeated)) return false;
  return Object.values(repeated).every(
    (of) => isRecord(of) && typeof of['count'] === 'number' && typeof of['digest'] === 'string',
  );
}

function isAnswer(answer: unknown): boolean {
  return isRecord(answer) && isRecord(answer['turn']);
}
