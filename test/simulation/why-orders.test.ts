import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { explainDayOf } from '../../src/day/why/explain-day.ts';
import {
  type DecidedCommand,
  type OrderStory,
  type RunStory,
  type StoryStep,
} from '../../src/day/why/order-story.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt, istClock } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const ASKED = fileURLToPath(new URL('asked-orders.js', import.meta.url));
const LINES = readFileSync(ASKED, 'utf8').split('\n');
const knowledge = loadMarketKnowledge();
const loaded = valueOf(await loadStrategy(ASKED));

const limits = { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000, orderLotsMax: 10 };

/** A whole day of one strategy, in a journal. */
function dayOf(strategy: LoadedStrategy) {
  const options = { strategies: [strategy], seed: 'why', stepMs: 1_000, limits, arePolled: true };
  const world = virtualWorld(options);
  const journal = createMemoryJournal();
  const day = virtualProcess(world, { ...options, journal });
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, world.clock, instantAt(DATE, '15:42'));
  day.stop();
  return { journal, view: day.view() };
}

/** The run's story, from the journal alone. */
function toldOf(kept: ReadableJournal, strategy: LoadedStrategy): RunStory {
  const strategyFor = () => ({ ...strategy, parameters: [] });
  return expectOne(valueOf(explainDayOf(kept, DATE, { knowledge, strategyFor })).runs);
}

/** @throws {TypeError} unless there is one */
function expectOne<Of>(list: readonly Of[]): Of {
  const [one, ...others] = list;
  if (one === undefined || others.length > 0) throw new TypeError(`${String(list.length)}, not 1`);
  return one;
}

const { journal, view } = dayOf(loaded);
const run = toldOf(journal, loaded);

function order(leg: string, role: string): OrderStory {
  return orderIn(run, leg, role);
}

function orderIn({ orders }: RunStory, leg: string, role: string): OrderStory {
  return expectOne(orders.filter((of) => of.leg === leg && of.role === role));
}

/** A day of a strategy that ships, and the line of its file that asked for an order. */
async function yamlDay(name: string) {
  const path = shipped(name);
  const lines = readFileSync(path, 'utf8').split('\n');
  const strategy = valueOf(await loadStrategy(path));
  const story = toldOf(dayOf(strategy).journal, strategy);
  const lineOf = (leg: string, role: string): string | undefined => {
    const { cause } = orderIn(story, leg, role);
    const place = cause.by === 'engine' ? null : cause.decision?.place;
    return place?.file === path ? lines[place.line - 1]?.trim() : undefined;
  };
  return { lineOf };
}

/** The name of a question behind the line that a decision was made on. */
function questionAt({ place }: DecidedCommand): string | null {
  expect(place?.file).toBe(ASKED);
  const near = LINES.slice((place?.line ?? 1) - 1).find((line) => line.includes(' // '));
  return near?.split(' // ')[1] ?? null;
}

/** Who asked for an order: the line, or what set its leg to be flat. */
function askedBy({ cause }: OrderStory): string | null {
  if (cause.by === 'command') return questionAt(cause.decision);
  if (cause.by === 'engine') return cause.what;
  return cause.decision === null ? cause.origin : questionAt(cause.decision);
}

function shownFor({ cause }: OrderStory): string | null {
  if (cause.by === 'engine') return null;
  return cause.decision?.shown?.kind ?? null;
}

function step(leg: string, role: string, is: (step: StoryStep) => boolean): StoryStep | undefined {
  return order(leg, role).steps.find(is);
}

function timeOf(found: StoryStep | undefined): string | null {
  return found === undefined ? null : istClock(found.atMs);
}

function lastStatus(leg: string, role: string): string | null {
  const last = order(leg, role).steps.findLast((of) => of.step === 'seen');
  return last?.status ?? null;
}

function filled(leg: string, role: string): number {
  const fills = order(leg, role).steps.map((of) => (of.step === 'seen' ? of.fillUnits : 0));
  return fills.reduce((sum, units) => sum + units, 0);
}

const isSent =
  (what: string) =>
  (of: StoryStep): boolean =>
    of.step === 'sent' && of.what === what;

describe('why an order was placed', () => {
  it.each([
    { leg: 'timed', role: 'entry', by: 'timed', shown: 'prices' },
    { leg: 'timed', role: 'stop', by: 'stopped', shown: 'orders' },
    { leg: 'followed', role: 'entry', by: 'followed', shown: 'orders' },
    { leg: 'priced', role: 'entry', by: 'priced', shown: 'prices' },
    { leg: 'resting', role: 'entry', by: 'resting', shown: 'time' },
    { leg: 'priced', role: 'exit', by: 'closed', shown: 'time' },
    { leg: 'timed', role: 'exit', by: 'day-end', shown: null },
    { leg: 'followed', role: 'exit', by: 'day-end', shown: null },
  ])('$leg $role: the line of "$by", shown $shown', ({ leg, role, by, shown }) => {
    expect(askedBy(order(leg, role))).toBe(by);
    expect(shownFor(order(leg, role))).toBe(shown);
  });

  it.each([
    ['timed', 'entry', '09:20:00'],
    ['resting', 'entry', '09:40:00'],
    ['priced', 'exit', '11:00:00'],
  ])('%s %s: decided and let in at %s', (leg, role, time) => {
    const { cause, steps } = order(leg, role);
    const decision = cause.by === 'engine' ? null : cause.decision;
    expect(istClock(decision?.atMs ?? 0)).toBe(time);
    expect(timeOf(steps.find((of) => of.step === 'let-in'))).toBe(time);
  });

  it('a leg that was left open is told to be flat by the day, not by its strategy', () => {
    const { cause } = order('timed', 'exit');
    expect(cause).toMatchObject({ by: 'square-off', origin: 'day-end', decision: null });
  });

  it('the prices are those of its index and its contract', () => {
    const { prices, symbol } = order('priced', 'exit');
    expect(prices.map((of) => of.symbol)).toEqual(['NIFTY', symbol]);
  });
});

describe('what became of an order', () => {
  it.each([
    { leg: 'timed', role: 'entry', status: 'Completed', units: 65 },
    { leg: 'timed', role: 'stop', status: 'Canceled', units: 0 },
    { leg: 'followed', role: 'entry', status: 'Completed', units: 130 },
    { leg: 'priced', role: 'entry', status: 'Completed', units: 65 },
    { leg: 'priced', role: 'exit', status: 'Completed', units: 65 },
    { leg: 'resting', role: 'entry', status: 'Canceled', units: 0 },
    { leg: 'timed', role: 'exit', status: 'Completed', units: 65 },
    { leg: 'followed', role: 'exit', status: 'Completed', units: 130 },
  ])('$leg $role: $status, with $units units filled', ({ leg, role, status, units }) => {
    expect(lastStatus(leg, role)).toBe(status);
    expect(filled(leg, role)).toBe(units);
    const known = view.intents.find((of) => of.tag === order(leg, role).tag);
    expect(known?.filledUnits).toBe(units);
  });

  it.each([
    ['modify', '09:50:00'],
    ['cancel', '10:00:00'],
  ])('the resting order was sent a %s at %s, and the platform took it', (what, time) => {
    expect(timeOf(step('resting', 'entry', isSent(what)))).toBe(time);
    const answer = step('resting', 'entry', (of) => of.step === 'answered' && of.what === what);
    expect(answer).toMatchObject({ outcome: 'accepted' });
  });

  it('its terms are told as they were sent, then as they were changed', () => {
    const terms = order('resting', 'entry').steps.flatMap((of) =>
      of.step === 'sent' && 'terms' in of ? [of.terms] : [],
    );
    expect(terms).toEqual([
      { kind: 'limit', pricePaise: 500 },
      { kind: 'limit', pricePaise: 600 },
    ]);
  });

  it('every order of the day is told, once', () => {
    const tags = run.orders.map(({ tag }) => tag).sort();
    expect(tags).toEqual(view.intents.map(({ tag }) => tag).sort());
  });
});

describe('why an order was not placed', () => {
  it.each([
    { leg: 'too-much', code: 'order-lots', by: 'too-much', time: '10:10:00' },
    { leg: 'never', code: 'unknown-leg', by: 'unheld', time: '10:20:00' },
  ])(
    '$leg: refused by $code, asked for by the line of "$by" at $time',
    ({ leg, code, by, time }) => {
      const refusal = expectOne(run.refusals.filter((of) => of.leg === leg));
      expect(refusal.code).toBe(code);
      expect(refusal.decision === null ? null : questionAt(refusal.decision)).toBe(by);
      expect(istClock(refusal.atMs)).toBe(time);
      expect(run.orders.filter((of) => of.leg === leg)).toEqual([]);
    },
  );
});

describe('which line of a YAML file asked for an order', () => {
  const legs = yamlDay('short-straddle.yaml');
  const rules = yamlDay('afternoon-straddle.yaml');

  it.each([
    { leg: 'ce', role: 'entry', line: 'entry: 09:20' },
    { leg: 'pe', role: 'entry', line: 'entry: 09:20' },
    { leg: 'ce', role: 'stop', line: 'stop: 30%' },
    { leg: 'pe', role: 'stop', line: 'stop: 30%' },
    { leg: 'ce', role: 'exit', line: 'exit: 15:10' },
  ])('legs: $leg $role by "$line"', async ({ leg, role, line }) => {
    expect((await legs).lineOf(leg, role)).toBe(line);
  });

  it.each([
    { leg: 'ce', role: 'entry', line: '- name: enter-when-calm' },
    { leg: 'pe', role: 'entry', line: '- name: enter-when-calm' },
    { leg: 'ce', role: 'stop', line: 'stop: 40%' },
    { leg: 'pe', role: 'stop', line: 'stop: 40%' },
  ])('rules: $leg $role by "$line"', async ({ leg, role, line }) => {
    expect((await rules).lineOf(leg, role)).toBe(line);
  });
});

describe('where the code is not what it was', () => {
  it('the file was changed: what happened is told, and no line', () => {
    const changed = toldOf(journal, { ...loaded, sourceHash: 'another' });
    expect(changed.problem).toContain('changed');
    expect(changed.decisions.map(({ place, shown }) => [place, shown])).toEqual(
      run.decisions.map(() => [null, null]),
    );
    expect(changed.orders.map(({ steps }) => steps)).toEqual(run.orders.map(({ steps }) => steps));
  });
});
