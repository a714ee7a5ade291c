import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';

import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';
import { type RunAnswer, type RunCall, type RunHost } from '../../src/ports/run-host.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualDay } from '../support/virtual-day.ts';

/** All that ship, and code that leans on time, randomness and zones. */
const OWN = resolve(import.meta.dirname, 'wayward-strategy.js');
const SHIPPED = readdirSync(dirname(shipped('short-straddle.ts'))).filter((name) =>
  /\.(ts|yaml)$/.test(name),
);
const strategies: readonly LoadedStrategy[] = await Promise.all(
  [OWN, ...SHIPPED.map(shipped)].map(async (path) => valueOf(await loadStrategy(path))),
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

/** A day in this process: every call of its runs, and every answer. */
function dayHere(seed: string, until: string): Noted {
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
        const loaded = strategies[number];
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
  virtualDay({ strategies, seed, stepMs: 5_000, arePolled: true, until, host });
  return { told, answers };
}

/** The same calls in a process of its own, all at once: it answers as it gets to them. */
async function dayElsewhere(host: RunHost, { told }: Noted): Promise<Noted['answers']> {
  const answers: Record<string, string[]> = {};
  let left = told.length;
  await new Promise<void>((resolve_) => {
    host.listen({
      onTurn: (runId: string, answer: RunAnswer) => {
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

function supervised(): RunHost {
  const paths = strategies.map(({ path }) => path);
  const host = new SupervisedHost({
    open: (hears) => new StrategyProcessHost({ strategies: paths, ...hears }),
    onNotice: ({ code, facts }) => {
      throw new TypeError(`${code} ${JSON.stringify(facts)}`);
    },
  });
  hosts.push(host);
  return host;
}

it('every strategy that ships decides byte for byte the same in a process of its own, whatever the day', async () => {
  const days = fc.record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    until: fc.constantFrom('09:25', '09:40', '10:10'),
  });
  await fc.assert(
    fc.asyncProperty(days, async ({ seed, until }) => {
      const here = dayHere(seed, until);
      expect(Object.keys(here.answers)).toHaveLength(strategies.length);
      expect(await dayElsewhere(supervised(), here)).toEqual(here.answers);
      for (const host of hosts.splice(0)) host.close?.();
    }),
    { numRuns: 4, examples: [[{ seed: 'whole', until: '15:32' }]] },
  );
}, 120_000);
