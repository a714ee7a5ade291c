import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { AlertRig } from '../../../test/support/alert-rig.ts';
import { aLeg, aRecord, RUN, TIMEOUT } from '../../../test/support/engine-rig.ts';
import { type NoticeKind } from '../../notices/notice-kind.ts';
import { CATALOGUE, type Notice, type NoticeCode, noticeOf } from '../../notices/notice.ts';
import { AlertMachine } from './alert-machine.ts';
import { type AlertRow, type ConditionRow, CONDITIONS, type NoticedRow } from './alert-table.ts';
import { NOTICED, OF_PROCESS } from './noticed-alerts.ts';
import { signalOfNotice } from './notice-signal.ts';

const PAGE = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8');
const MINUTE_MS = 60_000;

it('docs/alerts.md lists every alert of the tables, in their words', () => {
  const rows: readonly (readonly [string, AlertRow])[] = Object.entries<AlertRow>({
    ...CONDITIONS,
    ...NOTICED,
    ...OF_PROCESS,
  });
  const listed = [...PAGE.matchAll(/^\| `([a-z-]+)` +\| (critical|warning|info) +\|(.*)\|$/gm)];
  const cells = listed.map(([, code, severity, rest = '']) => [
    code,
    severity,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
  expect(cells).toEqual(
    rows.map(([code, { severity, fires, clears, action }]) => [
      code,
      severity,
      fires,
      clears,
      action,
    ]),
  );
});

/** Each condition by the least of the books that makes it true. */
const BOOKS: Readonly<Record<keyof typeof CONDITIONS, object>> = {
  'unknown-intent': {
    intents: [{ state: 'unknown', tag: 't', runId: RUN, role: 'entry', leg: 'ce', symbol: 'S' }],
  },
  'unknown-start': {
    unknownStarts: [{ state: 'unknown', name: 'straddle/morning', runId: RUN, kind: 'position' }],
  },
  'polls-stale': { isInSession: true, lastGoodPolls: { ordersAtMs: 0, quotesAtMs: null } },
  'not-flat': { squareOffs: [{ runId: RUN, scope: 'all', reason: 'day end', startedAtMs: 0 }] },
  'leg-unprotected': {
    protections: [
      {
        runId: RUN,
        leg: 'ce',
        symbol: 'S',
        heldUnits: 75,
        isBeyondBound: true,
        unprotectedSinceMs: 1,
      },
    ],
  },
  halted: { halt: { state: 'halted', by: 'operator', reason: 'prices', sinceMs: 0 } },
  comparator: { halt: { state: 'halted', by: 'comparator', reason: 'sums', sinceMs: 0 } },
  'entries-locked': {
    locks: [{ runId: null, protection: 'day-loss', reason: 'loss', sinceMs: 0 }],
  },
  'no-go': {
    vetoes: [{ by: 'preflight', code: 'clock', runId: null, found: '3 s', next: 'set it' }],
  },
  'entries-vetoed': {
    vetoes: [{ by: 'arming', code: 'not-armed', runId: null, found: 'no', next: 'arm' }],
  },
  'strategy-ended': {
    runs: [{ runId: RUN, state: 'failed', isQuarantined: false, detail: 'it threw' }],
  },
  'run-held': { runs: [{ runId: RUN, state: 'held', isQuarantined: false, detail: 'differs' }] },
  'question-open': { questions: [{ runId: RUN, question: 'go-on', message: 'Go on' }] },
  'source-stale': { staleSources: [{ runId: RUN, source: 'vix', heardAtMs: 0, staleAfterMs: 1 }] },
  'leg-paused': { pausedLegs: [{ runId: RUN, leg: 'ce', sinceMs: 0, reason: 'order of others' }] },
};

describe('an alert over the books', () => {
  it.each(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[])(
    '%s fires and clears',
    async (code) => {
      const rig = new AlertRig();
      rig.openDay();
      rig.engine.fresh();
      expect(await rig.after(0)).toEqual([]);
      const { afterMs }: ConditionRow = CONDITIONS[code];
      rig.over = BOOKS[code];
      expect(await rig.after(0)).toEqual(afterMs === 0 ? [`fired ${code}`] : []);
      rig.engine.fresh();
      expect(await rig.after(afterMs)).toEqual(afterMs === 0 ? [] : [`fired ${code}`]);
      expect(rig.sent[0]?.title).toMatch(/^\[paper\] desk: /);
      expect(rig.sent[0]?.action).toContain('(alert a1)');
      rig.over = {};
      rig.engine.fresh();
      expect(await rig.after(0)).toEqual([`cleared ${code}`]);
      expect(rig.service.standing).toEqual([]);
    },
  );
});

/** What raises each, and what ends it; null: a day that opens. */
const NOTICES: Readonly<Record<keyof typeof NOTICED, readonly [Notice, Notice | null]>> = {
  'clock-offset': [
    noticeOf('platform-clock-differs', null, { aheadMs: 3_000 }),
    noticeOf('platform-clock-agrees', null, { isHalted: true }),
  ],
  'books-differ': [
    noticeOf('books-differ', null, { state: 'halted', reason: 'sums' }),
    noticeOf('books-agree', null, {}),
  ],
  'journal-trouble': [
    noticeOf('journal-unwritable', null, { detail: 'ENOSPC', next: 'make room' }),
    noticeOf('journal-writable', null, {}),
  ],
  'orders-doubtful': [
    noticeOf('order-list-doubtful', null, { doubt: 'd', detail: 'd', isFirst: true, polls: 1 }),
    noticeOf('order-list-reliable', null, { polls: 1 }),
  ],
  'login-fails': [
    noticeOf('login-fails', null, { cause: 'refused', untilMs: 0, isUnderWay: false }),
    null,
  ],
  'day-not-open': [
    noticeOf('day-refused', null, {
      date: '2026-11-20',
      cause: 'c',
      tryAtMs: 0,
      isUnderWay: false,
      isOpen: false,
    }),
    null,
  ],
  'source-silent': [
    noticeOf('sources-given-up', RUN, { sources: ['vix'], why: 'exited', detail: 'd', tries: 3 }),
    noticeOf('sources-back', RUN, { sources: ['vix'] }),
  ],
};

describe('an alert that a notice raises', () => {
  it.each(Object.keys(NOTICED) as (keyof typeof NOTICED)[])('%s fires and clears', async (code) => {
    const rig = new AlertRig();
    const [raises, ends] = NOTICES[code];
    if (ends === null) rig.board.note({ ...raises, atMs: rig.engine.nowMs });
    else {
      rig.openDay();
      rig.engine.fresh();
      rig.note(raises);
    }
    expect(await rig.after(0)).toEqual([`fired ${code}`]);
    if (ends === null) rig.openDay();
    else rig.note(ends);
    expect(await rig.after(0)).toEqual([`cleared ${code}`]);
  });

  it('is every critical one that no condition covers; acknowledged, or on the next day, it is over', () => {
    const covered = Object.values<ConditionRow>(CONDITIONS).flatMap(({ covers }) => covers);
    const rows = Object.values<NoticedRow>(NOTICED).flatMap(({ raisedBy }) => raisedBy);
    const kinds = Object.entries<NoticeKind<never>>(CATALOGUE);
    const codes = kinds.filter(([, { among }]) => among.includes('critical')).map(([code]) => code);
    for (const code of codes as NoticeCode[]) {
      const notice = { code, severity: 'critical', runId: RUN, facts: {} } as unknown as Notice;
      const signal = covered.includes(code) ? null : signalOfNotice(notice, () => 'text');
      expect([code, signal === null]).toEqual([code, covered.includes(code)]);
      if (signal === null || rows.includes(code)) continue;
      const machine = new AlertMachine({ repeatsMs: [300_000], perMinuteMax: 10 });
      machine.raise(signal, 0);
      expect(machine.due(0)).toMatchObject([{ kind: 'fired', alert: { code, lasts: 'happened' } }]);
      machine.acknowledge('a1', 'seen', 1);
      expect(machine.due(1)).toMatchObject([{ kind: 'cleared', alert: { code } }]);
    }
    expect(codes.length).toBeGreaterThan(60);
  });

  it('ends what happened when the next day opens, and not when this one does again', async () => {
    const rig = new AlertRig();
    rig.openDay();
    rig.engine.fresh();
    rig.note(noticeOf('stop-passed-unknown', RUN, {} as never));
    expect(await rig.after(0)).toEqual(['fired stop-passed-unknown']);
    rig.closeDay();
    rig.openDay();
    expect(await rig.after(0)).toEqual([]);
    rig.closeDay();
    rig.openDay('2026-11-23');
    expect(await rig.after(0)).toEqual(['cleared stop-passed-unknown']);
  });
});

describe('an alert about the process', () => {
  it('opens-late fires by the time of the next day, and clears when it opens', async () => {
    const rig = new AlertRig();
    const sinceMs = rig.engine.nowMs;
    const opensAtMs = sinceMs + MINUTE_MS;
    rig.board.stand({ state: 'waiting', sinceMs, date: '2026-11-20', opensAtMs, detail: null });
    expect(await rig.after(11 * MINUTE_MS)).toEqual([]);
    // Another try of the same day does not move its time.
    const again = { sinceMs: rig.engine.nowMs, opensAtMs: rig.engine.nowMs + MINUTE_MS };
    rig.board.stand({ state: 'waiting', ...again, date: '2026-11-20', detail: 'no login' });
    expect(await rig.after(1)).toEqual(['fired opens-late']);
    rig.openDay();
    rig.engine.fresh();
    expect(await rig.after(0)).toEqual(['cleared opens-late']);
  });

  it('disk-low fires below the bound and clears well above it', async () => {
    let free = 50;
    const rig = new AlertRig({
      disk: { freeBytesMin: 100, freeBytes: () => Promise.resolve(free) },
    });
    await rig.after(0);
    expect(await rig.after(0)).toEqual(['fired disk-low']);
    free = 105;
    await rig.after(MINUTE_MS);
    expect(await rig.after(0)).toEqual([]);
    free = 111;
    await rig.after(MINUTE_MS);
    expect(await rig.after(0)).toEqual(['cleared disk-low']);
  });

  it('channel-fails fires on the other channels and as a notice, and clears', async () => {
    let isDown = true;
    const offered: string[] = [];
    const rig = new AlertRig();
    const other = new AlertRig({
      channels: [
        {
          name: 'broken',
          severity: 'info',
          quietHours: null,
          notifier: {
            send: ({ code }) => {
              offered.push(code);
              return Promise.resolve(isDown ? REFUSED : DELIVERED);
            },
          },
        },
        {
          name: 'desk',
          severity: 'info',
          quietHours: null,
          notifier: {
            send: (message) => {
              rig.sent.push(message);
              return Promise.resolve(DELIVERED);
            },
          },
        },
      ],
    });
    other.openDay();
    other.engine.fresh();
    const heard: string[] = [];
    other.engine.audit.listen(['notice'], ({ notice }) => heard.push(notice.code));
    other.over = BOOKS.halted;
    await other.after(0);
    expect(await rig.after(0)).toEqual(['fired halted']);
    await other.after(0);
    expect(await rig.after(0)).toEqual(['fired channel-fails']);
    isDown = false;
    other.over = {};
    await other.after(0);
    await other.after(0);
    expect(await rig.after(0)).toEqual(['cleared halted', 'cleared channel-fails']);
    expect(heard).toEqual(['alert-channel-fails', 'alert-channel-works']);
    // It is not asked to report its own failure.
    expect(offered).toEqual(['halted', 'halted']);
  });
});

const REFUSED = {
  ok: false,
  error: { reason: 'refused', detail: 'HTTP 403', isPassing: false },
} as const;
const DELIVERED = { ok: true, value: null } as const;

describe('over a real engine', () => {
  it('an order without an answer is an alert after 30 s, until a poll shows it', async () => {
    const rig = new AlertRig();
    rig.openDay();
    rig.engine.fresh();
    rig.engine.sent('place');
    rig.engine.place(aLeg());
    const [attempt] = rig.engine.sent('place');
    if (attempt === undefined) throw new RangeError('nothing was placed');
    rig.engine.answer(attempt, TIMEOUT);
    expect(await rig.after(0)).toEqual([]);
    rig.engine.pass(30_000);
    rig.engine.fresh();
    expect(await rig.after(0)).toEqual(['fired unknown-intent']);
    const [element] = attempt.request.elements;
    if (element === undefined) throw new RangeError('nothing was placed');
    rig.engine.fresh(aRecord(element));
    expect(await rig.after(0)).toEqual(['cleared unknown-intent']);
  });

  it('polls that stop are one alert, until one succeeds', async () => {
    const rig = new AlertRig();
    rig.openDay();
    rig.engine.fresh();
    await rig.after(16_000);
    expect(await rig.after(30_000)).toEqual(['fired polls-stale']);
    rig.engine.fresh();
    expect(await rig.after(0)).toEqual(['cleared polls-stale']);
  });

  it('a halt by the operator is one alert, until it is resumed', async () => {
    const rig = new AlertRig();
    rig.openDay();
    rig.engine.fresh();
    const halt = { action: 'halt', state: 'halted', reason: 'prices look wrong' } as const;
    rig.engine.step({ kind: 'operator-asked', request: halt });
    expect(await rig.after(0)).toEqual(['fired halted']);
    const resume = { action: 'resume', reason: 'right again' } as const;
    rig.engine.step({ kind: 'operator-asked', request: resume });
    expect(await rig.after(0)).toEqual(['cleared halted']);
  });
});
