import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { isRecord } from '../../base/json.ts';
import { type PassedTime, type RunAnswer, type RunCall } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';

/** What a strategy process hears, one line each. */
export type ToldLine =
  /** A call, or without one that the run is stopped. */
  | { readonly runId: string; readonly call?: RunCall }
  /** Time passed for all runs. */
  | { readonly pass: PassedTime; readonly atMs: number }
  | { readonly replay: ReplayStep };

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
  /** Whose code runs next, where the line it was sent does not say so. */
  | { readonly at: string; readonly isLoading: boolean }
  /** What a run did outside of its turns. */
  | { readonly runId: string; readonly outside: string }
  | { readonly refused: RefusedDoor };

/** What a line says; null when it is none of ours, as when a strategy wrote into the pipe. */
export function saidIn(line: string): SaidLine | null {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return null;
  }
  return isRecord(said) && isSaid(said) ? (said as unknown as SaidLine) : null;
}

function isSaid(said: Readonly<Record<string, unknown>>): boolean {
  const { runId, passed, held, at, answer } = said;
  if (typeof runId === 'string') return isAnswer(answer) || typeof said['outside'] === 'string';
  if (typeof passed === 'string') return isAnswer(answer);
  if (typeof held === 'string') return typeof said['detail'] === 'string';
  return typeof at === 'string' || said['done'] === true || isRecord(said['refused']);
}

function isAnswer(answer: unknown): boolean {
  return isRecord(answer) && isRecord(answer['turn']);
}
