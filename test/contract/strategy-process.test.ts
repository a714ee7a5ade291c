import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { deniesNetwork } from '../../src/adapters/system/confined-process.ts';
import { saidIn } from '../../src/loading/strategy-process/said-lines.ts';
import { HeardProcess } from './heard-process.ts';

const HOSTILE = resolve(import.meta.dirname, 'hostile-process.js');
const DENIED = 'ERR_ACCESS_DENIED';

describe('a process for strategies', () => {
  it.runIf(deniesNetwork())('has no way out, and says what was tried', async () => {
    using heard = new HeardProcess(HOSTILE);
    heard.start('tells', { act: 'tell' });
    const { tried = [], names = [] } = (await heard.told()) as Record<string, readonly string[]>;
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
      using heard = new HeardProcess(HOSTILE, { ...own, memoryMib: 64 });
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
    ['no count', '{"repeated":{"a":null}}'],
    ['no digest', '{"repeated":{"a":{"count":1}}}'],
  ])('is none of ours where it is %s', (_what, line) => {
    expect(saidIn(line)).toBeNull();
  });
});
