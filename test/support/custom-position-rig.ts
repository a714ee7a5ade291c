import { type Command } from '../../src/model/orders/command.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { type EngineRig, RigProblem } from './engine-rig.ts';

/** Starts a custom position that the platform squares off at 15:10. */
export const START = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: '15:10',
  ticker: 'NIFTY',
  legs: [{}],
} as const satisfies Command;
/** Squares it off. */
export const SQUARE_OFF = {
  kind: 'squareOffPosition',
  position: 'morning',
} as const satisfies Command;
/** A signal with one trade. */
export const SIGNAL = {
  kind: 'signal',
  trades: [{ ticker: 'NIFTY1!', side: 'buy', quantity: 1 }],
  signalTag: 'a'.repeat(24),
  brokerIds: ['b'],
} as const satisfies Command;

/**
 * Answers what was sent last.
 *
 * @throws {RigProblem} when nothing was sent
 */
export function answerLast(rig: EngineRig, outcome: Outcome<never> | Outcome<object>): void {
  const attempt = rig.attempts().at(-1);
  if (attempt === undefined) throw new RigProblem('nothing sent');
  // Tests pair each kind of attempt with its own kind of outcome.
  rig.answer(attempt, outcome as Parameters<EngineRig['answer']>[1]);
}
