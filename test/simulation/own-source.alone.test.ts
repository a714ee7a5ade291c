import { concat, filter, from, map, merge, of, Subject, throwError, withLatestFrom } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { type Json } from '../../src/base/json.ts';
import { type EngineRecord } from '../../src/engine/effect.ts';
import {
  buy,
  defineSource,
  defineStrategy,
  place,
  selectNow,
  type Source,
  squareOff,
  type Strategy,
  z,
} from '../../src/index.ts';
import { type KernelOptions } from '../../src/kernel/kernel-options.ts';
import type * as kernelModule from '../../src/kernel/kernel.ts';
import { type Input } from '../../src/model/runs/input.ts';
import { simulatedDay } from '../support/simulated-day.ts';

const records: EngineRecord[] = [];
const inputs: Input[] = [];

/** The day's own kernel, listened to. */
vi.mock('../../src/kernel/kernel.ts', async (original) => {
  const { Kernel } = await original<typeof kernelModule>();
  class Listened extends Kernel {
    constructor(options: KernelOptions) {
      super({
        ...options,
        onStep: (event, effects) => {
          for (const effect of effects) {
            if (effect.kind === 'record') records.push(effect.entry);
            if (effect.kind === 'deliver') inputs.push(effect.input);
          }
          options.onStep?.(event, effects);
        },
      });
    }
  }
  return { Kernel: Listened };
});

beforeEach(() => {
  records.length = 0;
  inputs.length = 0;
});

type Advice = { readonly lots: number } | 'leave';

/** At 09:20 buys a call, as many lots as the source said last; leaves when the source says so. */
function advised(open: () => ReturnType<Source<Advice>['open']>): Strategy {
  const advice = defineSource<Advice>({ name: 'advice', open });
  const faulty = defineSource<Json>({
    name: 'faulty',
    open: () =>
      concat(
        of((() => 0) as unknown as Json, NaN),
        throwError(() => new RangeError('connection lost')),
      ),
  });
  return defineStrategy({
    name: 'advised',
    params: z.strictObject({}),
    sources: [advice, faulty],
    run: ({ at, chain, from: valuesOf }) => {
      const said = valuesOf(advice);
      return merge(
        at('09:20').pipe(
          selectNow(chain('NIFTY')),
          withLatestFrom(said.pipe(filter((value) => value !== 'leave'))),
          map(([{ atm }, { lots }]) => place(buy(atm.ce, { leg: 'ce', lots }))),
        ),
        said.pipe(
          filter((value) => value === 'leave'),
          map(() => squareOff('advice')),
        ),
      );
    },
  });
}

function sourceInputs(): readonly Json[] {
  return inputs.flatMap((input) => (input.kind === 'source-value' ? [input.value] : []));
}

function lotsPlaced(): readonly number[] {
  return records.flatMap((entry) =>
    entry.kind === 'command' && entry.command.kind === 'place'
      ? entry.command.orders.map(
          ({ quantityUnits, contract }) => quantityUnits / contract.lotSizeUnits,
        )
      : [],
  );
}

function commandKinds(): readonly string[] {
  return records.flatMap((entry) => (entry.kind === 'command' ? [entry.command.kind] : []));
}

describe('a source of the author’s own, in a whole day', () => {
  it('moves commands, and each of its values is on the record', async () => {
    const { summary } = await simulatedDay({
      strategies: [advised(() => from([{ lots: 2 }, { lots: 3 }]))],
    });
    expect(sourceInputs()).toEqual([{ lots: 2 }, { lots: 3 }]);
    expect(lotsPlaced()).toEqual([3]);
    expect(summary.orders.filled).toBeGreaterThan(0);
  });

  it('is heard in the middle of the day', async () => {
    const advice = new Subject<Advice>();
    let isOver = false;
    const { summary } = await simulatedDay({
      strategies: [advised(() => merge(of({ lots: 1 }), advice))],
      onView: ({ orders }) => {
        if (isOver || !orders.some(({ filledUnits }) => filledUnits > 0)) return;
        isOver = true;
        advice.next('leave');
      },
    });
    expect(sourceInputs()).toEqual([{ lots: 1 }, 'leave']);
    expect(commandKinds()).toEqual(['place', 'squareOff']);
    expect(summary.positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
  });

  it('that fails or brings what is no JSON is told, and the day goes on', async () => {
    const { summary, notices } = await simulatedDay({
      strategies: [advised(() => of({ lots: 1 }))],
    });
    expect(
      notices.flatMap(({ message, severity, runId }) =>
        message.includes('"faulty"') ? [[severity, runId, message]] : [],
      ),
    ).toEqual([
      // The second comes within a minute, and is only counted.
      [
        'warning',
        'advised@2026-10-30/paper',
        'Source "faulty" brought what is no JSON: left out (1 so far)',
      ],
      [
        'warning',
        'advised@2026-10-30/paper',
        'Source "faulty" ended: connection lost. In all 2 values left out',
      ],
    ]);
    expect(summary.orders.filled).toBeGreaterThan(0);
    expect(summary.strategies).toMatchObject([{ name: 'advised' }]);
  });

  it('closed with the day', async () => {
    const advice = new Subject<Advice>();
    await simulatedDay({ strategies: [advised(() => advice)] });
    expect(advice.observed).toBe(false);
  });
});
