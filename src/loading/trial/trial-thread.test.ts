import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { type TrialAnswer } from './run-trial.ts';
import { type TrialDeadlines, TrialThread } from './trial-thread.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-trial-'));
const threads: TrialThread[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function threadOf(deadlines: TrialDeadlines): TrialThread {
  const thread = new TrialThread(deadlines);
  threads.push(thread);
  return thread;
}

function tried(thread: TrialThread, file: string, text: string): Promise<TrialAnswer> {
  const path = join(directory, file);
  writeFileSync(path, text);
  const given = { lots: 2 };
  return thread.try({ path, given, date: '2026-10-30', mode: 'paper', calendar: null });
}

/** Long enough for every timer of 1 ms that is left. */
const PAUSE = 'await new Promise((resolve) => setTimeout(resolve, 50));\n';
const strategy = (body: string): string => `import { defineStrategy, z } from 'sauda';
import { NEVER } from 'rxjs';
setInterval(() => {}, 1000);
export default defineStrategy({
  name: 'tried', params: z.object({ lots: z.int().default(1) }), run: () => { ${body} },
});
`;

describe('a thread of trials', () => {
  it('tells of a strategy what it is, and what is wrong with another', async () => {
    const thread = threadOf({});
    const good = await tried(thread, 'good.ts', strategy('return NEVER;'));
    expect(good).toMatchObject({
      kind: 'tried',
      strategy: { name: 'tried', params: { lots: 2 } },
      trial: { problems: [], needsPrices: false },
    });
    const bad = await tried(thread, 'bad.ts', 'throw new RangeError("no");');
    expect(bad).toMatchObject({
      kind: 'unusable',
      problems: [{ file: join(directory, 'bad.ts') }],
    });
  });

  it('refuses what would be refused in a run: what all share is read-only here, too', async () => {
    const thread = threadOf({});
    const overwrites = [
      'Array.prototype.filter = () => [];',
      'process.exit = () => {};',
      'process.on = () => {};',
      'performance.now = () => 1;',
      'z.config({ jitless: true });',
      'NEVER.subscribe = () => {};',
    ];
    for (const [index, text] of overwrites.entries()) {
      const file = `overwrites-${String(index)}.ts`;
      expect(await tried(thread, file, `${strategy('return NEVER;')}${text}`)).toMatchObject({
        kind: 'unusable',
        problems: [{ message: expect.stringMatching(/read only|not extensible/) as unknown }],
      });
    }
  });

  it('ends code that does not return, names it, and goes on with the next', async () => {
    const thread = threadOf({ turnMs: 1_200 });
    const turn = await tried(thread, 'turn.ts', strategy('for (;;);'));
    const file = join(directory, 'turn.ts');
    expect(turn).toMatchObject({ kind: 'endless', problems: [{ file }] });
    expect(JSON.stringify(turn)).toContain('\\"tried\\" has not returned for');
    const module = await tried(thread, 'module.ts', 'for (;;);');
    expect(JSON.stringify(module)).toMatch(/"module\.ts\\" has not returned for .*module\.ts:1:\d/);
    expect(await tried(thread, 'next.ts', strategy('return NEVER;'))).toMatchObject({
      kind: 'tried',
    });
  });

  it.each<readonly [what: string, body: string, told: RegExp]>([
    ['an error', `void Promise.reject(new Error('no')); return NEVER;`, /: no \(at (\S+)\)/],
    ['a text', `void Promise.reject('no'); return NEVER;`, /threw "no" \(at (\S+)\)/],
    ['an async function', `void (async () => { throw 7; })(); return NEVER;`, /7 \(at (\S+)\)/],
  ])('names the line of a promise that was rejected with %s', async (what, body, told) => {
    const file = `rejects-${what.replaceAll(' ', '-')}.ts`;
    const answer = await tried(threadOf({}), file, strategy(body));
    expect(answer.kind).toBe('tried');
    const [found] = answer.kind === 'tried' ? answer.trial.problems : [];
    expect(found?.message).toContain('A promise was rejected that nothing handles');
    expect(told.exec(found?.message ?? '')?.[1]).toMatch(`${join(directory, file)}:5:`);
  });

  it('blames no strategy for the timers and promises that an earlier module left running', async () => {
    const thread = threadOf({});
    const leaves = `setInterval(() => { throw new TypeError('left running'); }, 1);
      setInterval(() => void Promise.reject(new TypeError('left waiting')), 1);`;
    await tried(thread, 'leaves.ts', `${strategy('return NEVER;')}${leaves}`);
    const next = await tried(thread, 'waits-a-while.ts', `${PAUSE}${strategy('return NEVER;')}`);
    expect(next).toMatchObject({ kind: 'tried', trial: { problems: [] } });
    const own = await tried(
      threadOf({}),
      'own.ts',
      `${strategy('return NEVER;')}${leaves}${PAUSE}`,
    );
    expect(own).toMatchObject({
      kind: 'lost',
      problems: [
        {
          file: join(directory, 'own.ts'),
          message: expect.stringContaining('left running') as unknown,
        },
      ],
    });
  });

  it('does not wait for ever, nor for a thread that is gone', async () => {
    const waiting = threadOf({ wholeMs: 900 });
    const answer = await tried(
      waiting,
      'waits.ts',
      'await new Promise(() => {}); setInterval(() => {}, 9);',
    );
    expect(answer).toMatchObject({ kind: 'lost' });
    const gone = await tried(threadOf({}), 'gone.ts', 'process.reallyExit(3);');
    expect(gone.kind).not.toBe('tried');
  });
});
