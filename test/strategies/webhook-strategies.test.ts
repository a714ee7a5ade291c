import { describe, expect, it } from 'vitest';

import customPosition from '../../strategies/custom-position.ts';
import textSignal from '../../strategies/text-signal.ts';
import { shippedYaml } from './play-both.ts';
import { playDay } from './scripted-day.ts';

describe.each([
  ['TypeScript', customPosition, 'straddle'],
  ['YAML', shippedYaml('custom-position'), 'custom-position'],
])('the custom position in %s', (_, strategy, position) => {
  it('starts at 09:20 and is squared off at 15:10', () => {
    const { log, commands } = playDay({ strategy });
    expect(log).toEqual([
      `09:20:00 startPosition ${position}`,
      `15:10:00 squareOffPosition ${position}`,
    ]);
    expect(commands[0]?.command).toMatchObject({
      alertName: 'morning-straddle',
      ticker: 'NIFTY',
      exitTime: '15:15',
      legs: [
        { PositionConfig: { InstrumentKind: 'LegType.CE' } },
        { PositionConfig: { InstrumentKind: 'LegType.PE' } },
      ],
    });
  });

  it('is not started late, nor squared off when it was not started', () => {
    expect(playDay({ strategy, start: '09:30' }).log).toEqual([
      '09:30:00 alert warning: Not started: 09:20 had passed',
    ]);
  });
});

it('the custom position has the same legs in both forms', () => {
  const [typescript, yaml] = [customPosition, shippedYaml('custom-position')].map(
    (strategy) => playDay({ strategy }).commands[0]?.command,
  );
  expect(yaml).toEqual({ ...typescript, position: 'custom-position' });
});

describe('the text signal', () => {
  it('is sent once, at 09:30, the same in both forms', () => {
    const [typescript, yaml] = [textSignal, shippedYaml('text-signal')].map(
      (strategy) => playDay({ strategy }).commands,
    );
    expect(typescript).toEqual([
      {
        atMs: Date.parse('2026-11-20T09:30:00+05:30'),
        command: {
          kind: 'signal',
          trades: [{ ticker: 'NIFTY1!', side: 'buy', quantity: 1 }],
          signalTag: '000000000000000000000000',
          brokerIds: ['my_broker'],
        },
      },
    ]);
    expect(yaml).toEqual(typescript);
  });

  it('is not sent late', () => {
    expect(playDay({ strategy: textSignal, start: '09:40' }).log).toEqual([]);
  });
});
