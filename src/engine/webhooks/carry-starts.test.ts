import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../../test/support/desk-rig.ts';
import { at, noticesOf, RUN } from '../../../test/support/engine-rig.ts';
import { type CarriedStart } from '../../model/orders/carried-over.ts';
import { noticeOf, noticeText } from '../../notices/notice.ts';
import { type Desk } from '../desk.ts';
import { type CustomPosition } from './custom-position-book.ts';
import {
  startsToCarry,
  takeStartsCarriedOver,
  uncertain,
  unknownStarts,
} from './unknown-starts.ts';
import { type SentSignal } from './webhook-book.ts';

const START = { runId: RUN, position: 'condor', askedAtMs: at('09:21'), exitAtMs: at('15:10') };

function leftByPosition(state: CustomPosition['state']): readonly CarriedStart[] {
  const desk = aDesk();
  Object.assign(desk.customPositions.start(START), { state, detail: 'no answer' });
  return startsToCarry(desk);
}

function leftBySignal(state: SentSignal['state']): readonly CarriedStart[] {
  const desk = aDesk();
  const sent = { runId: RUN, commandIndex: 3, sentAtMs: at('09:22') };
  Object.assign(desk.signals.send(sent), { state, detail: 'no answer' });
  return startsToCarry(desk);
}

function carried(starts: readonly CarriedStart[]): Desk {
  const desk = aDesk();
  takeStartsCarriedOver(desk, starts);
  return desk;
}

describe('what a day leaves to the next', () => {
  it.each([
    ['starting', 1],
    ['start-unknown', 1],
    ['started', 0],
    ['squaring-off', 0],
    ['start-rejected', 0],
    ['squared-off', 0],
  ] as const)('has of a position that is %s: %i', (state, count) => {
    expect(leftByPosition(state)).toHaveLength(count);
  });

  it.each([
    ['sending', 1],
    ['unknown', 1],
    ['accepted', 0],
    ['rejected', 0],
  ] as const)('has of a signal that is %s: %i', (state, count) => {
    expect(leftBySignal(state)).toHaveLength(count);
  });

  it('lists it as the next day needs it', () => {
    expect(leftByPosition('starting')).toEqual([
      {
        kind: 'position',
        runId: RUN,
        position: 'condor',
        sentAtMs: at('09:21'),
        exitAtMs: at('15:10'),
        detail: 'no answer',
      },
    ]);
    expect(leftBySignal('sending')).toEqual([
      { kind: 'signal', runId: RUN, commandIndex: 3, sentAtMs: at('09:22'), detail: 'no answer' },
    ]);
  });
});

describe('the next day', () => {
  it('carries it over again on every day until it is resolved', () => {
    const starts = [...leftByPosition('starting'), ...leftBySignal('unknown')];
    expect(startsToCarry(carried(starts))).toEqual(starts);
  });

  it('shows each as critical, with when it was sent', () => {
    const notices = noticesOf(leftDesk(carried(leftByPosition('start-unknown'))), 'critical');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(`The outcome of "${RUN}/condor", sent on 2026-11-20 at 09:21`);
  });
});

it('what has no certain outcome is listed, under way or unknown, with what a person can do', () => {
  const desk = aDesk();
  desk.customPositions.start(START);
  desk.signals.send({ runId: RUN, commandIndex: 3, sentAtMs: at('09:22') });
  Object.assign(desk.signals.send({ runId: RUN, commandIndex: 4, sentAtMs: at('09:20') }), {
    state: 'unknown',
  });
  const listed = unknownStarts(desk);
  expect(listed.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'signal unknown',
    'position under-way',
    'signal under-way',
  ]);
  const [signal, position] = listed.map((of) => {
    return noticeText(noticeOf('start-unknown', RUN, uncertain(of)));
  });
  expect(signal).toContain('A text signal may have traded');
  expect(position).toContain('A custom position may be open');
});
