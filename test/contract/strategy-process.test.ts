import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { deniesNetwork } from '../../src/adapters/system/confined-process.ts';
import { type RefusedDoor } from '../../src/adapters/system/refused-doors.ts';
import { sha256Hex } from '../../src/base/hash.ts';
import { type Json } from '../../src/base/json.ts';
import { ist, tradingDay } from '../../src/host/testing/inputs.ts';
import { saidIn } from '../../src/loading/strategy-process/said-lines.ts';
import {
  type ProcessEnded,
  StrategyProcessHost,
  type StrategyProcessOptions,
} from '../../src/loading/strategy-process/strategy-process-host.ts';
import { type RunAnswer, type RunRecipe } from '../../src/ports/run-host.ts';

const HOSTILE = resolve(import.meta.dirname, 'hostile-process.js');
const START_MS = ist('09:20');

const hosts: StrategyProcessHost[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.close();
});

/** A process, and what comes of it. */
class Heard {
  readonly answers: { readonly runId: string; readonly answer: RunAnswer }[] = [];
  readonly refused: RefusedDoor[] = [];
  readonly #ended = Promise.withResolvers<ProcessEnded>();
  readonly #host: StrategyProcessHost;
  #came = Promise.withResolvers<undefined>();

  constructor(options: Partial<StrategyProcessOptions> = {}) {
    const { promise, resolve: end } = this.#ended;
    this.ended = promise;
    this.#host = new StrategyProcessHost({
      strategies: [HOSTILE],
      onRefused: (refused) => this.refused.push(refused),
      onEnded: end,
      ...options,
    });
    hosts.push(this.#host);
    this.#host.listen({
      onTurn: (runId, answer) => {
        this.answers.push({ runId, answer });
        this.#came.resolve(undefined);
        this.#came = Promise.withResolvers();
      },
      onOutside: () => undefined,
    });
  }

  readonly ended: Promise<ProcessEnded>;

  start(runId: string, given: Readonly<Record<string, Json>>): void {
    const day = tradingDay();
    const { date } = day;
    const header = { runId, strategy: 's', date, mode: 'paper', account: 'a', seed: 's' } as const;
    const sourceHash = sha256Hex(readFileSync(HOSTILE, 'utf8'));
    const recipe: RunRecipe = {
      header,
      day,
      path: HOSTILE,
      sourceHash,
      given,
      store: {},
      carried: [],
    };
    this.#host.tell(runId, { kind: 'start', atMs: START_MS, recipe });
  }

  advance(runId: string, afterMs: number): void {
    this.#host.tell(runId, { kind: 'advance', atMs: START_MS + afterMs });
  }

  async answered(count: number): Promise<readonly string[]> {
    while (this.answers.length < count) await this.#came.promise;
    return this.answers.map(({ runId }) => runId);
  }
}

const DENIED = 'ERR_ACCESS_DENIED';

describe('a process for strategies', () => {
  it.runIf(deniesNetwork())('has no way out, and says what was tried', async () => {
    const heard = new Heard();
    heard.start('tells', { act: 'tell' });
    await heard.answered(1);
    const [decided] = heard.answers[0]?.answer.turn.commands ?? [];
    const { message = '' } = (decided?.command ?? {}) as { message?: string };
    const { tried = [], names = [] } = JSON.parse(message) as Record<string, readonly string[]>;
    expect(tried).toEqual([
      ...['fetch', 'socket', 'datagram', 'read', 'write', 'child', 'worker'].map(
        (what) => `${what}: ${DENIED}`,
      ),
      ...['environ', 'own environ', 'memory'].map((what) => `${what}: ${DENIED}`),
      'signal: ProcessRefusal',
      'exit: ProcessRefusal',
    ]);
    expect(names.filter((name) => !['TZ', 'LANG', 'LC_ALL'].includes(name))).toEqual([]);
    expect(existsSync(resolve(HOSTILE, '../left-behind.txt'))).toBe(false);
    const told = heard.refused.map(({ permission, resource }) => `${permission} ${resource}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'Net 127.0.0.1',
        'FileSystemRead /etc/hostname',
        `FileSystemWrite ${resolve(HOSTILE, '../left-behind.txt')}`,
        `FileSystemRead /proc/${String(process.pid)}/environ`,
        `FileSystemRead /proc/${String(process.pid)}/mem`,
        `ChildProcess ${process.execPath}`,
      ]),
    );
    expect(heard.refused).toContainEqual(
      expect.objectContaining({ owner: { kind: 'module', path: HOSTILE } }),
    );
  });

  it.each([
    ['endless', { then: 'loop', answerWithinMs: 300, detail: /has not returned for 300 ms/ }],
    ['exited', { then: 'hoard', answerWithinMs: 30_000, detail: /ran out of memory/ }],
  ])(
    'is ended as %s, and knows whose call was under way',
    async (why, { then, detail, ...own }) => {
      const heard = new Heard({ ...own, memoryMib: 64 });
      heard.start('sound', { act: 'tell' });
      heard.start('culprit', { act: 'wait', then });
      heard.start('other', { act: 'none' });
      expect(await heard.answered(3)).toEqual(['sound', 'culprit', 'other']);
      // One whose parameters its strategy does not take.
      expect(heard.answers.map(({ answer }) => answer.turn.state)).toEqual([
        'completed',
        'running',
        'failed',
      ]);
      for (const runId of ['sound', 'culprit', 'other']) heard.advance(runId, 5);
      expect(await heard.ended).toEqual({
        runId: 'culprit',
        why,
        detail: expect.stringMatching(detail) as string,
      });
      expect(heard.answers).toHaveLength(4);
    },
  );
});

describe('what comes from such a process', () => {
  it.each([
    ['no JSON', 'hello'],
    ['no object', '3'],
    ['no answer', '{"runId":"a","answer":{}}'],
    ['nobody', '{"answer":{"turn":{}}}'],
  ])('is none of ours where it is %s', (_what, line) => {
    expect(saidIn(line)).toBeNull();
  });
});
