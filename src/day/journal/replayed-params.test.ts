import { EMPTY } from 'rxjs';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { type StrategySource } from '../../loading/load-strategy.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { replayedParams, type ReplayedParams } from './replayed-params.ts';

/** A file in which a parameter has a default and another has none. */
function file(stop: number, sourceHash = 'changed'): StrategySource {
  const params = z.strictObject({ lots: z.number(), stop: z.number().default(stop) });
  const strategy = defineStrategy({ name: 'pair', params, run: () => EMPTY });
  return { path: '/pair.ts', strategy, sourceHash };
}

function replayed(
  source: StrategySource,
  given: Readonly<Record<string, Json>> | undefined,
  asked: Readonly<Record<string, Json>> = {},
): ReplayedParams | null {
  const about = { params: { lots: 2, stop: 30 }, sourceHash: 'recorded' };
  const made = replayedParams(source, given === undefined ? about : { ...about, given }, asked);
  return made.ok ? made.value : null;
}

test('a default that was changed in the file counts, and is told', () => {
  expect(replayed(file(20), { lots: 2 })).toStrictEqual({
    params: { lots: 2, stop: 20 },
    parameters: [{ name: 'stop', recorded: 30, now: 20, file: 20 }],
  });
});

test('what the recorded run was given stays over the file', () => {
  expect(replayed(file(20), { lots: 2, stop: 30 })).toStrictEqual({
    params: { lots: 2, stop: 30 },
    parameters: [{ name: 'stop', recorded: 30, now: 30, file: 20 }],
  });
});

test('what is asked for now is over both', () => {
  expect(replayed(file(20), { lots: 2, stop: 30 }, { stop: 25 })).toMatchObject({
    parameters: [{ name: 'stop', recorded: 30, now: 25, file: 20 }],
  });
});

test('of a journal that does not say what was given, the same file keeps its parameters', () => {
  expect(replayed(file(20, 'recorded'), undefined)).toMatchObject({
    params: { lots: 2, stop: 30 },
  });
});

test('of such a journal a changed file has its own, and what it has no value for is as recorded', () => {
  expect(replayed(file(20), undefined)).toStrictEqual({
    params: { lots: 2, stop: 20 },
    parameters: [{ name: 'stop', recorded: 30, now: 20, file: 20 }],
  });
});

test('a file that does not take what was given is refused', () => {
  expect(replayed(file(20), { lots: 2, target: 10 })).toBeNull();
});
