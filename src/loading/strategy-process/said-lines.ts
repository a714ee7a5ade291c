import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { type RunAnswer, type RunCall } from '../../ports/run-host.ts';

/** What a strategy process hears, one line each: a call, or without one that a run is stopped. */
export interface ToldLine {
  readonly runId: string;
  readonly call?: RunCall;
}

/** What it says, one line each: the answer to a call, what a run did outside of its turns, or what was asked for and refused. */
export type SaidLine =
  | { readonly refused: RefusedDoor }
  | { readonly runId: string; readonly answer: RunAnswer }
  | { readonly runId: string; readonly outside: string };

/**
 * What a line says; null when it is none of ours, as when a strategy wrote into the pipe.
 */
export function saidIn(line: string): SaidLine | null {
  try {
    const said = JSON.parse(line) as Partial<Record<string, unknown>> | null;
    if (typeof said?.['refused'] === 'object') return said as unknown as SaidLine;
    if (typeof said?.['runId'] !== 'string') return null;
    const { answer, outside } = said;
    const isAnswer = typeof answer === 'object' && answer !== null && 'turn' in answer;
    return isAnswer || typeof outside === 'string' ? (said as unknown as SaidLine) : null;
  } catch {
    return null;
  }
}
