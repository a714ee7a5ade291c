import { type Attempt, type Effect } from '../../src/engine/effect.ts';
import { type Command } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { noticeText } from '../../src/notices/notice.ts';
import {
  aLeg,
  aRecord,
  each,
  type EngineRig,
  RigProblem,
  startedRig,
  wakeOf,
} from './engine-rig.ts';

export const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };
export const START: Extract<Command, { kind: 'startPosition' }> = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

/** What is set up, and what comes of it by itself. */
export interface Due {
  readonly what: string;
  readonly scene: () => EngineRig;
  /** Fits the line (`inALine`) of the effect that is due. */
  readonly wanted: RegExp;
  /** How long after the scene. */
  readonly afterMs: number;
}

/** What an effect is, in a line. */
export function inALine(effect: Effect): string {
  switch (effect.kind) {
    case 'notice':
      return `${effect.notice.severity}: ${noticeText(effect.notice)}`;
    case 'attempt':
      return effect.attempt.kind;
    case 'deliver':
      return `deliver ${JSON.stringify(effect.input)}`;
    case 'poll':
      return `poll ${effect.poll.subject}`;
    case 'record':
    case 'wake':
    case 'watch-prices':
      return effect.kind;
  }
}

/**
 * Lets time run from wake to wake, with no poll answered and no other event, until an effect comes of it: after how long
 * that is.
 *
 * @throws {RigProblem} when none comes
 */
export function whenAwake(rig: EngineRig, wanted: RegExp): number {
  const fromMs = rig.nowMs;
  let effects = rig.step({ kind: 'time-passed' });
  for (let steps = 0; steps < 500; steps += 1) {
    if (effects.some((effect) => wanted.test(inALine(effect)))) return rig.nowMs - fromMs;
    const nextMs = wakeOf(effects);
    if (nextMs === null || nextMs <= rig.nowMs) break;
    rig.nowMs = nextMs;
    effects = rig.step({ kind: 'time-passed' });
  }
  throw new RigProblem(`${String(wanted)} never came`);
}

/**
 * What was sent last.
 *
 * @throws {RigProblem} when nothing was
 */
export function lastSent(rig: EngineRig): Attempt {
  const attempt = rig.attempts().at(-1);
  if (attempt === undefined) throw new RigProblem('nothing was sent');
  return attempt;
}

/**
 * The order that has just left, answered as taken; no poll shows it yet.
 *
 * @throws {RigProblem} when none has left
 */
export function leftLast(rig: EngineRig): Order {
  const attempt = lastSent(rig);
  const [element] = attempt.kind === 'place' ? attempt.request.elements : [];
  if (element === undefined) throw new RigProblem('no order left');
  rig.answer(attempt, each([element.tag]));
  return aRecord(element);
}

/** A rig that holds a short call. */
export function holding(...options: ConstructorParameters<typeof EngineRig>): EngineRig {
  const rig = startedRig(...options);
  rig.hold(aLeg());
  return rig;
}
