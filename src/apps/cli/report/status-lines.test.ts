import { expect, test } from 'vitest';

import { type DayStatus } from '../../../day/day-status.ts';
import { ACTIVE } from '../../../model/orders/halt-and-lock.ts';
import { instantAt } from '../../../model/time/ist.ts';
import { statusLines } from './status-lines.ts';

const RUN = 'straddle@2026-11-20/live';
const AT_MS = instantAt('2026-11-20', '10:15');

function lines(parts: Partial<DayStatus>, isRunning = true): readonly string[] {
  const status: DayStatus = {
    atMs: AT_MS,
    halt: { ...ACTIVE, next: [] },
    runs: [],
    unresolved: [],
    working: [],
    positions: [],
    unprotected: [],
    questions: [],
    pausedLegs: [],
    locks: [],
    vetoes: [],
    customPositions: [],
    unknownPositions: [],
    orphans: [],
    heldBaskets: [],
    isInSession: true,
    ...parts,
  };
  return statusLines({ status, isRunning, waiting: [] });
}

test('a paused leg is told at its position and by itself, with its commands', () => {
  const of = { runId: RUN, leg: 'ce' };
  const told = lines({
    positions: [
      { ...of, symbol: 'NIFTY261124C24500', netUnits: -65 },
      { runId: RUN, leg: 'pe', symbol: 'NIFTY261124P24500', netUnits: -65 },
    ],
    pausedLegs: [{ ...of, sinceMs: AT_MS, reason: 'closed by hand', next: ['one', 'other'] }],
  });
  expect(told.slice(1)).toEqual([
    `open ${RUN} ce: -65 NIFTY261124C24500, paused`,
    `open ${RUN} pe: -65 NIFTY261124P24500`,
    `paused ${RUN} ce: since 10:15:00 IST nothing is sent for it, closed by hand`,
    '  next  one',
    '  or    other',
  ]);
});

test('an order and a position are shown with their run, and the broker where it is not the own one', () => {
  const of = { leg: 'ce', symbol: 'X' };
  const order = {
    ...({ ...of, role: 'stop', side: 'buy', leftUnits: 65, status: 'Open' } as const),
    terms: { kind: 'market', referencePricePaise: 10_000 } as const,
  };
  const run = { state: 'running', stage: 'full' as const, detail: '', next: [] };
  const told = lines({
    runs: [
      { ...run, runId: 'own', broker: null },
      { ...run, runId: 'elsewhere', broker: 'hedge-fund' },
    ],
    working: [
      { ...order, tag: 't1', runId: 'own' },
      { ...order, tag: 't2', runId: 'elsewhere' },
    ],
    positions: [
      { ...of, runId: 'own', netUnits: -65 },
      { ...of, runId: 'elsewhere', netUnits: -65 },
    ],
  });
  expect(told.slice(3)).toEqual([
    'works t1: own ce stop buy 65 X, Open',
    'works t2: elsewhere ce stop buy 65 X through hedge-fund, Open',
    'open own ce: -65 X',
    'open elsewhere ce: -65 X through hedge-fund',
  ]);
});

test('a question is shown with its answers', () => {
  const of = {
    runId: RUN,
    question: 'rule-late',
    name: 'rule-late',
    message: 'Decide',
    askedAtMs: AT_MS,
  };
  const told = lines({ questions: [{ ...of, untilMs: AT_MS + 60_000, next: ['yes', 'no'] }] });
  expect(told.slice(1)).toEqual([
    `asks ${RUN} rule-late: Decide (since 10:15:00 IST, until 10:16:00)`,
    '  next  yes',
    '  or    no',
  ]);
});

test('a carried leg that no one has confirmed is shown as such, with its commands', () => {
  const of = { runId: RUN, leg: 'ce' };
  const told = lines({
    positions: [{ ...of, symbol: 'X', netUnits: -65 }],
    pausedLegs: [{ ...of, sinceMs: AT_MS, cause: 'carried', reason: 'why', next: ['one'] }],
  });
  expect(told.slice(1)).toEqual([
    `open ${RUN} ce: -65 X, carried, not confirmed`,
    `not confirmed ${RUN} ce: since 10:15:00 IST nothing is sent for it, why`,
    '  next  one',
  ]);
});

test('a leg without its stop is told with what became of it and what is done', () => {
  const of = { runId: RUN, leg: 'ce', symbol: 'X', units: 65, next: ['flatten'] };
  const told = lines({
    unprotected: [
      { ...of, sinceMs: AT_MS, state: 'placing', problem: 'was rejected (outside the band)' },
    ],
  });
  expect(told.slice(1)).toEqual([
    `unprotected ${RUN} ce: 65 X without their stop since 10:15:00 IST (the last one was rejected (outside the band)), placing`,
    '  next  flatten',
  ]);
});

test('a held entry waits for the operator, one that is looked for does not', () => {
  const of = {
    ...({ tag: 't', runId: RUN, leg: 'ce', role: 'entry', side: 'sell', symbol: 'X' } as const),
    quantityUnits: 65,
    terms: { kind: 'limit', pricePaise: 9_200 },
    detail: 'no poll has shown it',
    next: ['resolve'],
  } as const;
  const told = lines({
    unresolved: [
      { ...of, state: 'absent', isHeld: true },
      { ...of, state: 'unknown', isHeld: false },
    ],
  });
  expect(told.slice(1)).toEqual([
    'absent t: ce entry sell 65 X at ₹92.00, held, waiting for you: no poll has shown it',
    '  next  resolve',
    'unknown t: ce entry sell 65 X at ₹92.00, no poll has shown it; resolve it only if you are sure',
    '  next  resolve',
  ]);
});

test('commands that need a program say so where none runs; a halt does not', () => {
  const runs = [
    {
      runId: RUN,
      state: 'held',
      stage: 'full' as const,
      broker: null,
      detail: 'changed',
      next: ['release'],
    },
  ];
  const said =
    'No program would do this now: start it again first, with the command as before, then give this one';
  expect(lines({ runs }, false)).toContain(`run ${RUN}: held (changed)`);
  expect(lines({ runs }, false).at(-1)).toBe(said);
  expect(lines({ runs }, true)).not.toContain(said);
  const halt = {
    ...ACTIVE,
    state: 'halted',
    reason: 'r',
    sinceMs: AT_MS,
    next: ['resume'],
  } as const;
  expect(lines({ halt }, false)).toEqual([
    'halted: r, since 10:15:00 IST (at 10:15:00 IST)',
    '  next  resume',
  ]);
});

test('what was asked and not taken yet is told, of an empty journal too', () => {
  const waiting = [
    { action: 'halt', state: 'reducing', reason: 'while dead' },
    { action: 'resume', reason: 'again' },
    { action: 'flatten', runId: null, reason: 'out' },
    { action: 'resolve', tag: 't', as: 'absent', reason: 'none' },
  ] as const;
  expect(statusLines({ status: null, isRunning: false, waiting })).toEqual([
    'The journal is empty',
    'asked, not done before the next start, then first of all: halt (reducing): while dead',
    'asked, not done before the next start, then first of all: resume: again',
    'asked, not done before the next start, then first of all: flatten everything: out',
    'asked, not done before the next start, then first of all: resolve t as absent: none',
  ]);
});

test('a custom position whose square-off failed says why', () => {
  const of = { name: `${RUN}/x`, runId: RUN, state: 'started', positionId: 'p7', sinceMs: AT_MS };
  const custom = { ...of, exitAtMs: null, detail: 'rejected: no such position', next: [] } as const;
  const told = lines({
    customPositions: [
      { ...custom, squareOffs: 1, state: 'started' },
      { ...custom, squareOffs: 0, state: 'started' },
    ],
  });
  expect(told.slice(1)).toEqual([
    `custom ${RUN}/x: started as p7, since 10:15:00 IST; its square-off is rejected: no such position`,
    `custom ${RUN}/x: started as p7, since 10:15:00 IST`,
  ]);
});

test('the week is shown before its limit is reached', () => {
  const of = { monday: '2026-11-16', since: '2026-11-18', lossPaiseMax: 75_000 };
  const week = { ...of, runId: null, earlierPaise: -50_000, todayPaise: 1_000 };
  expect(lines({ weeks: [week] })).toContain(
    "week account: the week's loss is ₹490.00 (₹500.00 of it before today), the limit ₹750.00, counted since 2026-11-18",
  );
});

test('a limit of the week says when entries come back, and one of the day says what it is', () => {
  const lock = { runId: RUN, sinceMs: AT_MS, next: [] };
  const told = lines({
    locks: [
      {
        ...{ ...lock, protection: 'week-loss', reason: 'the week lost too much' },
        untilMs: instantAt('2026-11-23', '00:00'),
      },
      { ...lock, protection: 'day-loss', reason: 'the day lost too much', untilMs: null },
    ],
  });
  expect(told.slice(1)).toEqual([
    `locked ${RUN}: the week lost too much; entries again on Monday 2026-11-23`,
    `locked ${RUN}: the day lost too much`,
  ]);
});

test('a source that is silent is named with its last value, and how long that counts', () => {
  const vix = { runId: RUN, source: 'vix', heardAtMs: AT_MS, staleAfterMs: 600_000 };
  const told = lines({ staleSources: [vix, { ...vix, source: 'mood', heardAtMs: null }] });
  expect(told.slice(1)).toEqual([
    `silent ${RUN} source vix: last value at 10:15:00 IST, one counts for 10 min`,
    `silent ${RUN} source mood: no value yet, one counts for 10 min`,
  ]);
});
