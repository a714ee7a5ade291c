import { type RunCall } from '../../ports/run-host.ts';
import { type ToldLine } from './said-lines.ts';

/**
 * What a line wants of a strategy process.
 *
 * - `call`: an answer of its run.
 * - `stop`: nothing.
 * - `pass`: that all runs have done what was due.
 * - `replay`: a step of a replay; all of them are answered as one, by the last.
 * - `finish`: the last of them.
 */
type LineKind = 'call' | 'stop' | 'pass' | 'replay' | 'finish';

/** A line to strategy processes, and what is to be known of it without reading it. */
export interface LoggedLine {
  readonly kind: LineKind;
  /** Null: to all runs. */
  readonly runId: string | null;
  /** The instant that it is about, epoch milliseconds: never before that of an earlier line. */
  readonly atMs: number;
  /** JSON without line ends. */
  readonly text: string;
}

/** Writes a line. `latestMs`: of the lines before it. */
export function lineOf(told: ToldLine, latestMs: number): LoggedLine {
  const atMs = Math.max(latestMs, instantOf(told) ?? latestMs);
  const text = JSON.stringify(told);
  if ('pass' in told) return { kind: 'pass', runId: null, atMs, text };
  if ('runId' in told) {
    return { kind: told.call === undefined ? 'stop' : 'call', runId: told.runId, atMs, text };
  }
  const { replay: step } = told;
  const runId = step.step === 'begin' ? step.header.runId : 'runId' in step ? step.runId : null;
  return { kind: step.step === 'finish' ? 'finish' : 'replay', runId, atMs, text };
}

/** The instant that a line is of; null where it says none. */
function instantOf(told: ToldLine): number | null {
  if ('pass' in told) return told.atMs;
  if ('runId' in told) return told.call === undefined ? null : instantOfCall(told.call);
  const { replay: step } = told;
  if (step.step === 'deliver') return step.input.atMs;
  return 'atMs' in step ? step.atMs : null;
}

function instantOfCall(call: RunCall): number | null {
  if (call.kind === 'fail' || call.kind === 'pass-before') return null;
  return call.kind === 'deliver' ? call.input.atMs : call.atMs;
}
