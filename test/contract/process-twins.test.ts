import { resolve } from 'node:path';

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';

import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';
import { type Notice } from '../../src/notices/notice.ts';
import { type RunAnswer, type RunCall, type RunHost } from '../../src/ports/run-host.ts';
import { shippedFiles } from '../support/shipped-strategies.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualDay } from '../support/virtual-day.ts';

/** All that ship, and code that leans on time, randomness and zones. */
const OWN = resolve(import.meta.dirname, 'wayward-strategy.js');
/** One that does not return after so many prices, and its run. */
const ENDLESS_RUN = 'endless';
const ENDLESS = valueOf(
  await loadStrategy(resolve(import.meta.dirname, 'endless-strategy.js'), { how: 'loop' }),
);
const strategies: readonly LoadedStrategy[] = await Promise.all(
  [OWN, ...shippedFiles().map(shipped)].map(async (path) => valueOf(await loadStrategy(path))),
);

interface Exchanged {
  readonly runId: string;
  readonly call: RunCall;
}

interface Noted {
  readonly told: readonly Exchanged[];
  /** What each was answered, as text, by the run. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** A day, and who trades on it. */
interface TwinDay {
  readonly seed: string;
  readonly until: string;
  /** @default all */
  readonly traders?: readonly LoadedStrategy[];
  /** @default 5,000 */
  readonly stepMs?: number;
}

/** Every fourth strategy from a place on: the whole day has all of them, and a process takes longer to load them than to run a morning. */
function aFewFrom(place: number): readonly LoadedStrategy[] {
  return strategies.filter((_, at) => at % 4 === place % 4);
}

/** A day in this process: every call of its runs, and every answer. */
function dayHere({ seed, until, traders = strategies, stepMs = 5_000 }: TwinDay): Noted {
  const told: Exchanged[] = [];
  const answers: Record<string, string[]> = {};
  let number = 0;
  const runs = new Map<string, LoadedStrategy>();
  const inner = createHost(({ header }) => runs.get(header.runId));
  const host: RunHost = {
    listen: (listener) => {
      inner.listen({
        ...listener,
        onTurn: (runId, answer) => {
          (answers[runId] ??= []).push(JSON.stringify(answer));
          listener.onTurn(runId, answer);
        },
      });
    },
    tell: (runId, call) => {
      if (call.kind === 'start') {
        const loaded = traders[number];
        number += 1;
        if (loaded !== undefined) runs.set(runId, loaded);
      }
      // As it was when it was told: what crosses later must not have changed.
      told.push({ runId, call: structuredClone(call) });
      inner.tell(runId, call);
    },
    stop: (runId) => {
      inner.stop(runId);
    },
  };
  virtualDay({ strategies: traders, seed, stepMs, arePolled: true, until, host });
  return { told, answers };
}

/** The same calls in a process of its own, all at once: it answers as it gets to them. */
async function dayElsewhere(host: RunHost, { told }: Noted): Promise<Noted['answers']> {
  const answers: Record<string, string[]> = {};
  let left = told.filter(({ runId }) => runId !== ENDLESS_RUN).length;
  await new Promise<void>((resolve_, reject) => {
    host.listen({
      onHeld: (runId, detail) => {
        reject(new TypeError(`${runId}: ${detail}`));
      },
      onTurn: (runId: string, answer: RunAnswer) => {
        if (runId === ENDLESS_RUN) return;
        (answers[runId] ??= []).push(JSON.stringify(answer));
        left -= 1;
        if (left === 0) resolve_();
      },
      onOutside: () => undefined,
    });
    for (const { runId, call } of told) host.tell(runId, call);
  });
  return answers;
}

const hosts: RunHost[] = [];
afterAll(() => {
  for (const host of hosts) host.close?.();
});

/** The same calls with those of a run among them that hears what the first of them does, and does not return. */
function besideEndless({ told, answers }: Noted, after: number): Noted {
  const [first] = told;
  const runId = ENDLESS_RUN;
  const both = told.flatMap((one): readonly Exchanged[] => {
    if (one.runId !== first?.runId) return [one];
    return [
      { runId, call: one.call.kind === 'start' ? endlessly(one.call, after) : one.call },
      one,
    ];
  });
  return { told: both, answers };
}

function endlessly(call: Extract<RunCall, { kind: 'start' }>, after: number): RunCall {
  const { path, sourceHash } = ENDLESS;
  const header = { ...call.recipe.header, runId: ENDLESS_RUN };
  const given = { how: 'loop', after };
  return { ...call, recipe: { ...call.recipe, header, path, sourceHash, given, store: {} } };
}

function throwNotice({ code, facts }: Notice): never {
  throw new TypeError(`${code} ${JSON.stringify(facts)}`);
}

function supervised(onNotice: (notice: Notice) => void = throwNotice): RunHost {
  const paths = [ENDLESS, ...strategies].map(({ path }) => path);
  const host = new SupervisedHost({
    open: (hears) => new StrategyProcessHost({ strategies: paths, ...hears }),
    // Not while the test lasts.
    tryAgainAfterMs: [3_600_000],
    onNotice,
  });
  hosts.push(host);
  return host;
}

it('every strategy that ships decides byte for byte the same in a process of its own, whatever the day', async () => {
  const days = fc.record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    until: fc.constantFrom('09:25', '09:40', '10:10'),
    traders: fc.nat(3).map(aFewFrom),
  });
  const whole: TwinDay = { seed: 'whole', until: '15:32', traders: strategies, stepMs: 30_000 };
  await fc.assert(
    fc.asyncProperty(days, async (day: TwinDay) => {
      const here = dayHere(day);
      expect(Object.keys(here.answers)).toHaveLength(day.traders?.length ?? NaN);
      expect(await dayElsewhere(supervised(), here)).toEqual(here.answers);
      for (const host of hosts.splice(0)) host.close?.();
    }),
    { numRuns: 3, examples: [[whole]] },
  );
}, 120_000);

it('and so beside a run that is interrupted, in the process it was in and in the one that follows', async () => {
  const days = fc.record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    after: fc.nat(40),
    traders: fc.nat(3).map(aFewFrom),
  });
  await fc.assert(
    fc.asyncProperty(days, async ({ seed, after, traders }) => {
      const here = dayHere({ seed, until: '09:30', traders });
      const codes: string[] = [];
      const host = supervised(({ code }) => codes.push(code));
      expect(await dayElsewhere(host, besideEndless(here, after))).toEqual(here.answers);
      expect(codes).toEqual(['strategy-interrupted', 'run-tried-alone']);
      while ((host.processes?.().count ?? 0) > 1) await yieldToMachine();
      for (const one of hosts.splice(0)) one.close?.();
    }),
    { numRuns: 2 },
  );
}, 120_000);
