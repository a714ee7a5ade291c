import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  filled,
  moved,
  PE,
  pollsOf,
  RUN,
  wakeOf,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type Effect, type PollRequest } from '../effect.ts';

const MINUTE_MS = 60_000;

interface Seen {
  readonly trace: readonly string[];
  readonly polls: number;
}

/** Lets time run from wake to wake. Polls are answered at once, with what is in the book. */
function pass(rig: UnseenRig, minutes: number, isForetold: boolean): Seen {
  const trace: string[] = [];
  let polls = 0;
  let wakeMs: number = rig.nowMs;
  const untilMs = rig.nowMs + minutes * MINUTE_MS;
  const answer = (poll: PollRequest): readonly Effect[] => {
    polls += 1;
    const startedAtMs = rig.nowMs;
    const kind = 'accepted';
    const foretold = isForetold ? { holdsUntilMs: untilMs } : {};
    if (poll.subject === 'orders') {
      const orders = [...rig.book.values()];
      const value = { orders, changed: [], malformed: [], isUnchanged: false };
      const outcome = { kind, value } as const;
      return rig.step({ kind: 'poll-ended', startedAtMs, ...poll, outcome, ...foretold });
    }
    if (poll.subject === 'orders-of-tag') {
      const outcome = { kind, value: [] } as const;
      return rig.step({ kind: 'poll-ended', startedAtMs, ...poll, outcome });
    }
    if (poll.subject !== 'quotes') return [];
    const value = [aLeg().contract, PE].map((contract) => ({
      ...aQuote(contract),
      atMs: rig.nowMs,
    }));
    const outcome = { kind, value } as const;
    const { subject } = poll;
    return rig.step({ kind: 'poll-ended', startedAtMs, subject, outcome, ...foretold });
  };
  const take = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      if (effect.kind === 'poll' && effect.poll.subject !== 'orders-of-tag') continue;
      if (effect.kind === 'wake') continue;
      trace.push(`${String(rig.nowMs)} ${JSON.stringify(effect)}`);
    }
    wakeMs = wakeOf(effects) ?? wakeMs;
    for (const poll of pollsOf(effects)) take(answer(poll));
  };
  take(rig.step({ kind: 'time-passed' }));
  while (wakeMs < untilMs) {
    rig.nowMs = wakeMs;
    take(rig.step({ kind: 'time-passed' }));
  }
  rig.nowMs = untilMs;
  take(rig.step({ kind: 'time-passed' }));
  return { trace, polls };
}

type Scene = (rig: UnseenRig) => void;

const SCENES: Readonly<Record<string, Scene>> = {
  'an order that nobody has seen': (rig) => {
    rig.send('lost');
  },
  'one that nobody has seen and nobody wants': (rig) => {
    rig.send('lost');
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
  },
  'one that is held for the operator': (rig) => {
    rig.send('lost');
    rig.look(70);
  },
  'one that nobody has seen while another rests': (rig) => {
    rig.work(aLeg({ leg: 'pe', contract: PE }));
    rig.send('lost');
  },
  'a square-off whose exit rests': (rig) => {
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    rig.fresh(...rig.book.values());
    rig.show(aRecord(rig.answerLast({ kind: 'accepted', orderId: 'exit-1', detail: '' })));
  },
  'two orders under one tag, one of them over': (rig) => {
    const order = rig.work(aLeg());
    rig.show(filled(order, 10_000), moved(order, { orderId: 'twin' }));
  },
};

describe('polls that are left out', () => {
  it.each(Object.entries(SCENES))('change nothing about %s', (_, scene) => {
    const [held, whole] = [true, false].map((isForetold) => {
      const rig = new UnseenRig();
      scene(rig);
      const seen = pass(rig, 6, isForetold);
      const { intents, squareOffs } = rig.engine.view();
      return { ...seen, intents, squareOffs, run: RUN };
    });
    expect(held?.trace).toEqual(whole?.trace);
    expect(held?.intents).toEqual(whole?.intents);
    expect(held?.squareOffs).toEqual(whole?.squareOffs);
    expect(held?.polls).toBeLessThan((whole?.polls ?? 0) / 2);
  });
});
