import { istClock } from '../model/time/ist.ts';
import { type NamedOrder, orderName } from './named-order.ts';
import { critical, type Flags, info, type Numbers, type Texts } from './notice-kind.ts';

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
  'stop-passed-unknown': critical<Texts<'symbol' | 'leg' | 'tag'>>(
    ({ symbol, leg, tag }, _, commands) =>
      `The price of ${symbol} is through the trigger of the stop of leg "${leg}", and whether that stop exists is not known: it may have filled, so nothing else is sent until it is found or proven absent; then the leg is closed at once. Look at the platform; if the stop is not there: ${commands.resolve(tag, ['absent']).join()}`,
  ),
  'exit-placed-again': critical<
    NamedOrder &
      Texts<'problem'> &
      Numbers<'ordersMax'> & {
        /** Which order in a row the new one is, from 2. */
        readonly order: number;
      }
  >(
    ({ problem, order, ordersMax, ...exit }) =>
      `${orderName(exit)} ${problem}; a new one is placed for what is still held (${String(order)} of ${String(ordersMax)})`,
  ),
  'exit-given-up': critical<FailedExit>(failedExitText),
  'leg-unprotected': critical<
    Texts<'leg' | 'symbol'> &
      Numbers<'openUnits' | 'sinceMs'> & {
        /** What became of the last stop order; may be empty. */
        readonly problem: string;
        readonly state: StopState;
      }
  >(({ leg, symbol, openUnits, sinceMs, problem, state }, runId, commands) => {
    const why = problem === '' ? '' : `: the last one ${problem}`;
    return `Leg "${leg}" holds ${String(openUnits)} units of ${symbol} without the stop that was asked for since ${istClock(sinceMs)}${why}. ${IS_DONE[state]}${state === 'passed' ? `: ${commands.flatten(runId).join()}` : ''}`;
  }),
  'leg-protected-again': info<Texts<'leg'> & Numbers<'afterMs'> & Flags<'isFlat'>>(
    ({ leg, isFlat, afterMs }) =>
      `Leg "${leg}" ${isFlat ? 'is flat' : 'has its stop'} after ${String(Math.round(afterMs / 1000))} s without one`,
  ),
};

const IS_DONE: Readonly<Record<StopState, string>> = {
  flat: 'Nothing is held any more',
  standing: 'The stop stands',
  placing: 'The stop is being placed',
  passed:
    'The platform shows the stop waiting though the price is through its trigger: look at it there. To cancel it and close the run',
  unknown: 'Its stop is unknown and being looked up; a second one could turn the position over',
  closing: 'The leg is being closed',
  paused: 'The leg is paused, so nothing is sent: flatten or release the run',
  closed: 'The exchange is closed: the stop is placed when it opens',
  unasked: 'Its run has given the stop up',
};
