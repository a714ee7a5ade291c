import { istClock } from '../model/time/ist.ts';
import { type NamedOrder, orderName, wholeSeconds } from './named-order.ts';
import { define } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/**
 * How a leg stands that its run asked a stop for.
 *
 * - `flat`: nothing is held.
 * - `standing`: stops stand for all that they are to.
 * - `placing`: a stop is on its way.
 * - `passed`: the platform shows the stop waiting though the price is through its trigger; it may still act.
 * - `unknown`: whether the stop exists is not known; nothing else is sent meanwhile.
 * - `closing`: the leg is being squared off, or an exit that meets the market is about to close it.
 * - `paused`: the leg is paused; nothing is sent until the operator decides.
 * - `closed`: the exchange is closed; the stop is placed when it opens.
 * - `unasked`: the run gave its stop up.
 */
export type StopState =
  | 'flat'
  | 'standing'
  | 'placing'
  | 'passed'
  | 'unknown'
  | 'closing'
  | 'paused'
  | 'closed'
  | 'unasked';

/** An exit of which one order after the other failed. */
export interface FailedExit extends NamedOrder {
  /** What became of the last one. */
  readonly problem: string;
  readonly times: number;
}

/** Why an exit is no longer placed, in one sentence. */
export function failedExitText({ problem, times, ...order }: FailedExit): string {
  return `${orderName(order)} ${problem}, ${String(times)} times in a row: its open units are free for another exit`;
}

/** Exits that runs asked for, and legs without their stops. */
export const STOPS_AND_EXITS = {
  'stop-passed-unknown': define<{
    readonly symbol: string;
    readonly leg: string;
    readonly tag: string;
  }>({
    severity: 'critical',
    meaning: 'The price is through the trigger of a stop whose outcome is unknown.',
    action: 'Look at the platform now; resolve the stop as absent if it is not there.',
    text: ({ symbol, leg, tag }) =>
      `The price of ${symbol} is through the trigger of the stop of leg "${leg}", and whether that stop exists is not known: it may have filled, so nothing else is sent until it is found or proven absent; then the leg is closed at once. Look at the platform; if the stop is not there: ${operatorCommands.resolve(tag, ['absent']).join()}`,
  }),
  'exit-placed-again': define<
    NamedOrder & {
      readonly problem: string;
      /** Which order in a row the new one is, from 2. */
      readonly order: number;
      readonly ordersMax: number;
    }
  >({
    severity: 'critical',
    meaning: 'An exit failed; a new one is placed for the units that are still open.',
    action: 'Read why it failed; after a few failures in a row the leg is closed.',
    text: ({ problem, order, ordersMax, ...exit }) =>
      `${orderName(exit)} ${problem}; a new one is placed for what is still held (${String(order)} of ${String(ordersMax)})`,
  }),
  'exit-given-up': define<FailedExit>({
    severity: 'critical',
    meaning: 'An exit failed several times in a row and is not placed again.',
    action: 'Look at the leg: its run knows, and may place another exit.',
    text: failedExitText,
  }),
  'leg-unprotected': define<{
    readonly leg: string;
    readonly symbol: string;
    /** Held without a stop. */
    readonly openUnits: number;
    readonly sinceMs: number;
    /** What became of the last stop order; may be empty. */
    readonly problem: string;
    readonly state: StopState;
  }>({
    severity: 'critical',
    meaning:
      'A leg has open units without the stop that its run asked for, for longer than a few seconds.',
    action: 'Read what sauda does about it; if that is nothing, close the leg by hand.',
    text: ({ leg, symbol, openUnits, sinceMs, problem, state }) => {
      const why = problem === '' ? '' : `: the last one ${problem}`;
      return `Leg "${leg}" holds ${String(openUnits)} units of ${symbol} without the stop that was asked for since ${istClock(sinceMs)}${why}. ${IS_DONE[state]}`;
    },
  }),
  'leg-protected-again': define<{
    readonly leg: string;
    readonly isFlat: boolean;
    readonly afterMs: number;
  }>({
    severity: 'info',
    meaning: 'A leg that was reported without its stop has it again, or is flat.',
    action: 'Nothing.',
    text: ({ leg, isFlat, afterMs }) =>
      `Leg "${leg}" ${isFlat ? 'is flat' : 'has its stop'} after ${wholeSeconds(afterMs)} s without one`,
  }),
};

const IS_DONE: Readonly<Record<StopState, string>> = {
  flat: 'Nothing is held any more',
  standing: 'The stop stands',
  placing: 'The stop is being placed',
  passed:
    'The platform shows the stop waiting though the price is through its trigger: look at it there; sauda flatten cancels it and closes the leg',
  unknown: 'Its stop is unknown and being looked up; a second one could turn the position over',
  closing: 'The leg is being closed',
  paused: 'The leg is paused, so nothing is sent: flatten or release the run',
  closed: 'The exchange is closed: the stop is placed when it opens',
  unasked: 'Its run has given the stop up',
};
