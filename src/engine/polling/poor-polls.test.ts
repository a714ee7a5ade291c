import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  CE,
  EngineRig,
  inputsOf,
  noticesOf,
  pollsOf,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';

describe('polls that bring less than they should', () => {
  const contractsPoll = (rig: EngineRig, problems: readonly string[]): readonly string[] => {
    const malformed = problems.map((problem, index) => ({ index, problem }));
    return noticesOf(
      rig.step({
        kind: 'poll-ended',
        startedAtMs: rig.nowMs,
        subject: 'contracts',
        underlying: 'NIFTY',
        outcome: { kind: 'accepted', value: { contracts: [CE], malformed } },
      }),
    );
  };

  it('tell of contracts that cannot be read once, and of their end; the others are used', () => {
    const rig = new EngineRig();
    rig.start();
    rig.watch({ kind: 'contracts', underlying: 'NIFTY' });
    const what =
      'Some records of contracts of NIFTY cannot be read and are left out, the others are used';
    expect(contractsPoll(rig, ['lot: found 0', 'tick: found -1'])).toEqual([
      `${what}: 2 records; the first is number 0: lot: found 0`,
    ]);
    expect(contractsPoll(rig, ['lot: found 0', 'tick: found -1'])).toEqual([]);
    rig.pass(30_000);
    expect(contractsPoll(rig, [])).toEqual(['All records of contracts of NIFTY can be read again']);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ contracts: [{ symbol: CE.symbol }] });
  });

  it('name the underlying whose contracts fail and come again', () => {
    const rig = new EngineRig();
    rig.start();
    rig.watch({ kind: 'contracts', underlying: 'NIFTY' });
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: TIMEOUT,
    });
    expect(noticesOf(rig.effects, 'warning')[0]).toMatch(/^Poll of contracts of NIFTY failed/);
    expect(contractsPoll(rig, [])).toEqual(['Polls of contracts of NIFTY succeed again']);
    expect(inputsOf(rig.effects)).toMatchObject([
      { kind: 'session-edge' },
      { kind: 'poll-failed', subject: 'contracts', lastGoodAtMs: null },
      { kind: 'contracts-observed' },
    ]);
  });

  it.each([
    [4_000, 5],
    [12_000, 12],
    [3_600_000, 30],
  ])('that could not leave and may after %i ms are made again after %i s', (waitMs, seconds) => {
    const rig = new EngineRig();
    rig.start();
    const fromMs = rig.nowMs;
    const retryAtMs = fromMs + waitMs;
    const rejection = { form: 'not-sent', reason: 'no session', retryAtMs } as const;
    rig.step({
      kind: 'poll-ended',
      startedAtMs: fromMs,
      subject: 'orders',
      outcome: { kind: 'rejected', rejection },
    });
    rig.pass(seconds * 1_000 - 1);
    expect(pollsOf(rig.effects)).toHaveLength(1);
    rig.pass(1);
    expect(pollsOf(rig.effects)).toHaveLength(2);
  });
});

it.each([
  [99, 1],
  [101, 0],
])(
  'quotes are as old as the poll that brought them: %i ms after one of 4.9 s, %i entries leave',
  (ms, count) => {
    const rig = new EngineRig();
    rig.start();
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs - 4_900,
      subject: 'quotes',
      outcome: { kind: 'accepted', value: [{ ...aQuote(CE), atMs: rig.nowMs }] },
    });
    rig.pass(ms);
    rig.orders();
    rig.place(aLeg());
    expect(rig.sent('place')).toHaveLength(count);
  },
);

it('contracts that cannot be read are a warning, and their end is information', () => {
  const rig = new EngineRig();
  rig.start();
  const poll = (...malformed: readonly { index: number; problem: string }[]): void => {
    const outcome = { kind: 'accepted', value: { contracts: [CE], malformed } } as const;
    const of = { subject: 'contracts', underlying: 'NIFTY', outcome } as const;
    rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, ...of });
  };
  poll({ index: 0, problem: 'lot: found 0' });
  expect(noticesOf(rig.effects, 'warning')).toHaveLength(1);
  rig.pass(30_000);
  poll();
  expect(noticesOf(rig.effects, 'info')).toContain(
    'All records of contracts of NIFTY can be read again',
  );
});
