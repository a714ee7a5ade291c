import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { noticeOf, noticeText } from '../../notices/notice.ts';
import { ControlDirectory } from './control-directory.ts';
import { type ControlRequest } from './control-request.ts';
import { type ControlServer, serveControl } from './serve-control.ts';
import { waitingRequests } from './waiting-requests.ts';

const HALT = { action: 'halt', state: 'halted', reason: 'wrong' } as const;
const RESUME = { action: 'resume', reason: 'right again' } as const;
const FLATTEN = { action: 'flatten', runId: null, reason: 'enough' } as const;
const RESOLVE = { action: 'resolve', tag: 't', as: 'resend', reason: 'looked' } as const;
const RELEASE = { action: 'release', runId: 'r', how: 'adopt', reason: 'looked' } as const;

let root = '';
let journalPath = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sauda-serve-'));
  journalPath = join(root, 'a.journal');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Leaves a request that was written so long ago by the machine's clock. */
function leave(id: string, request: ControlRequest, agoMs = 0): void {
  new ControlDirectory(journalPath).leave(id, request);
  const path = join(`${journalPath}.control`, `${id}.request.json`);
  const writtenS = (statSync(path).mtimeMs - agoMs) / 1_000;
  utimesSync(path, writtenS, writtenS);
}

/** What a program that starts does with all that was left, and what it tells of it. */
function served(notOurs: ReturnType<ControlServer['notOurs']> = null): {
  readonly done: readonly string[];
  readonly problems: readonly string[];
} {
  const done: string[] = [];
  const problems: string[] = [];
  const stop = serveControl({
    directory: new ControlDirectory(journalPath),
    notOurs: () => notOurs,
    ask: ({ action }) => {
      done.push(action);
      return [];
    },
    status: () => ({}),
    onProblem: (facts) => problems.push(noticeText(noticeOf('control-fails', null, facts))),
  });
  stop();
  return { done, problems };
}

describe('what was left while no program ran', () => {
  it.each([FLATTEN, RESOLVE, RELEASE])(
    'is refused aloud when it is of the moment and its moment has passed: $action',
    (request) => {
      leave('1', request, 11_000);
      const { done, problems } = served();
      expect(done).toEqual([]);
      expect(problems).toEqual([
        `A request of the operator was refused: "${request.action}": it was asked 11 s ago and has expired; ask again`,
      ]);
      expect(new ControlDirectory(journalPath).takeAnswer('1')?.told).toMatchObject([
        { severity: 'warning' },
      ]);
      expect(served()).toEqual({ done: [], problems: [] });
    },
  );

  it('is refused when it is of a time to come: the clock was set back, and nobody knows how old it is', () => {
    leave('1', FLATTEN, -3_600_000);
    const { done, problems } = served();
    expect(done).toEqual([]);
    expect(problems.join()).toContain("s ahead of the machine's clock");
  });

  it('is done while whoever asked still waits, by a clock that is a few seconds off too', () => {
    leave('1', FLATTEN, 4_000);
    leave('2', RESOLVE, -4_000);
    expect(served()).toEqual({ done: ['flatten', 'resolve'], problems: [] });
  });

  it.each([30 * 86_400_000, -30 * 86_400_000])(
    'is done however old when it is a halt or a resume: %d',
    (agoMs) => {
      leave('1', HALT, agoMs);
      leave('2', RESUME, agoMs);
      expect(served()).toEqual({ done: ['halt', 'resume'], problems: [] });
    },
  );

  it('is no resume where a halt came after it: nothing may enter in between', () => {
    leave('1', RESUME);
    leave('2', HALT);
    const { done, problems } = served();
    expect(done).toEqual(['halt']);
    expect(problems).toEqual([
      'A request of the operator was refused: "resume": a halt was asked for after it',
    ]);
  });

  it('is shown as waiting when it will be done', () => {
    leave('1', HALT);
    leave('2', FLATTEN);
    leave('3', { action: 'status' });
    expect(waitingRequests(journalPath)).toEqual({ ok: true, value: [HALT] });
  });
});

it('leaves what is asked of the program that came after it alone, and says why it hears nothing', () => {
  leave('1', HALT);
  leave('2', FLATTEN);
  expect(served({ detail: 'it was replaced', next: 'End it' })).toEqual({
    done: [],
    problems: ['Requests of the operator do not reach this program: it was replaced. End it'],
  });
  expect(new ControlDirectory(journalPath).look().map(({ id }) => id)).toEqual(['1', '2']);
});
