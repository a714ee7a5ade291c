import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { ist, option, quotesAt, tradingDay } from '../../src/host/testing/inputs.ts';
import {
  type RunAnswer,
  type RunCall,
  type RunHost,
  type RunRecipe,
} from '../../src/ports/run-host.ts';

/** The strategy that every host loads from a recipe. */
export const HOSTED_STRATEGY = resolve(import.meta.dirname, 'hosted-strategy.js');

/** As loading it makes: of its text, and of nothing that it imports. */
const SOURCE_HASH = sha256Hex(readFileSync(HOSTED_STRATEGY, 'utf8'));
const START_MS = ist('09:20');
let runs = 0;

/** What a fresh run is made of. Its seed is always the same. */
function recipeFor(over: Partial<RunRecipe> = {}): RunRecipe {
  runs += 1;
  const day = tradingDay();
  const { date } = day;
  const runId = `hosted#${String(runs)}@${date}/paper`;
  const header = {
    runId,
    strategy: 'hosted',
    date,
    mode: 'paper',
    account: 'a',
    seed: 's',
  } as const;
  const rest = {
    path: HOSTED_STRATEGY,
    sourceHash: SOURCE_HASH,
    given: {},
    store: {},
    carried: [],
  };
  return { header, day, ...rest, ...over };
}

function beginning(recipe = recipeFor()): RunCall {
  return { kind: 'start', atMs: START_MS, recipe };
}

/** Quotes of the index at so many milliseconds after the start. */
function quotes(afterMs: number, lastPaise: number): RunCall {
  return { kind: 'deliver', input: quotesAt(START_MS + afterMs, { NIFTY: lastPaise / 100 }) };
}

const CALLS: readonly RunCall[] = [
  quotes(300, 2_400_000),
  { kind: 'advance', atMs: START_MS + 1_500 },
  { kind: 'pass-before', untilMs: START_MS + 9_000 },
  { kind: 'pass-gap', atMs: START_MS + 60_000 },
  quotes(60_000, 2_410_000),
  { kind: 'deliver', input: { kind: 'session-edge', edge: 'close', atMs: START_MS + 61_000 } },
  { kind: 'advance', atMs: START_MS + 70_000 },
];

/** What a run answers. Comes when as many answers have come as there are calls. */
async function answers(
  host: RunHost,
  calls: readonly RunCall[],
  recipe = recipeFor(),
): Promise<readonly RunAnswer[]> {
  const { runId } = recipe.header;
  const all = [beginning(recipe), ...calls];
  const heard = await heardOf(host, all.length, () => {
    for (const call of all) host.tell(runId, call);
  });
  return heard.map(({ answer }) => answer);
}

interface Heard {
  readonly runId: string;
  readonly answer: RunAnswer;
}

function heardOf(host: RunHost, count: number, tell: () => void): Promise<readonly Heard[]> {
  return new Promise((done) => {
    const heard: Heard[] = [];
    host.listen({
      onTurn: (runId, answer) => {
        heard.push({ runId, answer });
        if (heard.length === count) done(heard);
      },
      onOutside: () => undefined,
    });
    tell();
  });
}

/** What the RunHost port promises. `reference` takes the calls in the simplest way there is. */
export function runHostContract(
  host: () => RunHost,
  reference: (calls: readonly RunCall[]) => readonly RunAnswer[],
): void {
  it('answers each call once, in order, with plain data, and as any host does', async () => {
    const recipe = recipeFor();
    const given = await answers(host(), CALLS, recipe);
    expect(JSON.parse(JSON.stringify(given))).toEqual(given);
    expect(given).toEqual(reference([beginning(recipe), ...CALLS]));
    expect(given[0]?.turn.watches).toEqual([{ kind: 'index', underlying: 'NIFTY' }]);
    expect(given[3]?.turn).toMatchObject({ atMs: START_MS + 2_100, isOfPrice: false });
    expect(given.map(({ turn }) => turn.state)).toEqual([
      ...Array.from({ length: 6 }, () => 'running'),
      'completed',
      'completed',
    ]);
  });

  it('says when the next timer is due, and none of a run that is over', async () => {
    const given = await answers(host(), CALLS);
    expect(given.map(({ nextTimerMs: ms }) => (ms === null ? null : ms - START_MS))).toEqual([
      700,
      700,
      2_100,
      2_800,
      60_200,
      60_200,
      null,
      null,
    ]);
    expect(given.map(({ nextPriceMs }) => nextPriceMs)).toEqual(given.map(() => null));
  });

  it('makes a run of its recipe alone: parameters, store, and what it carries', async () => {
    const carried = [
      {
        leg: 'kept',
        contract: option(24_000, 'CE'),
        netUnits: 65,
        openValuePaise: 650_000,
        lastPaise: 11_000,
      },
    ];
    const made = recipeFor({ given: { everyMs: 5_000 }, store: { seen: [1, 2] }, carried });
    const given = await answers(host(), [quotes(300, 2_400_000)], made);
    expect(given[0]?.nextTimerMs).toBe(START_MS + 5_000);
    expect(given[1]?.turn.storeChanges).toEqual([{ key: 'seen', value: [1, 2, 2_400_000] }]);
    expect(given).toEqual(reference([beginning(made), quotes(300, 2_400_000)]));
  });

  it('fails a run for what it throws, or is asked to, and answers later calls with empty turns', async () => {
    const thrown = await answers(
      host(),
      [quotes(300, 1), quotes(400, 2_400_000)],
      recipeFor({ given: { failsBelowPaise: 100 } }),
    );
    expect(thrown[1]?.turn).toMatchObject({ state: 'failed', commands: [] });
    expect(thrown[1]?.turn.failure).toContain('too low');
    expect(thrown[2]?.turn).toMatchObject({ state: 'failed', commands: [] });
    const asked = await answers(host(), [{ kind: 'fail', reason: 'a stray timer' }]);
    expect(asked[1]).toMatchObject({ turn: { state: 'failed', failure: 'a stray timer' } });
  });

  it('keeps runs apart, however their calls alternate, and ends one without the other', async () => {
    const [one, other] = [recipeFor(), recipeFor()];
    const taking = host();
    const heard = await heardOf(taking, 2 + CALLS.length + 2, () => {
      taking.tell(one.header.runId, beginning(one));
      taking.tell(other.header.runId, beginning(other));
      for (const [place, call] of CALLS.entries()) {
        if (place < 2) taking.tell(other.header.runId, call);
        if (place === 2) taking.stop(other.header.runId);
        taking.tell(one.header.runId, call);
      }
    });
    const of = (recipe: RunRecipe): readonly RunAnswer[] =>
      heard.flatMap(({ runId, answer }) => (runId === recipe.header.runId ? answer : []));
    expect(of(one)).toEqual(reference([beginning(one), ...CALLS]));
    expect(of(other)).toEqual(reference([beginning(other), ...CALLS.slice(0, 2)]));
  });

  it('answers as any host does, whatever it is told', async () => {
    const steps = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 4_000 }),
        kind: fc.constantFrom('deliver', 'advance', 'pass-gap', 'pass-before'),
        lastPaise: fc.integer({ min: 1, max: 200 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        let ms = 0;
        const calls = drawn.map(({ afterMs, kind, lastPaise }): RunCall => {
          ms += afterMs;
          const atMs = START_MS + ms;
          if (kind === 'deliver') return quotes(ms, lastPaise);
          return kind === 'pass-before' ? { kind, untilMs: atMs } : { kind, atMs };
        });
        const recipe = recipeFor({ given: { failsBelowPaise: 10 } });
        const given = await answers(host(), calls, recipe);
        expect(given).toEqual(reference([beginning(recipe), ...calls]));
      }),
      { numRuns: 30 },
    );
  });
}
