import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ConfigurationError } from '../../base/problem.ts';
import { createCalendar } from '../../model/time/calendar.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { CHECKED_TABLES_FILE } from './checked-tables.ts';
import { checkTables, loadMarketTables } from './market-tables.ts';

const shipped = fileURLToPath(new URL('../../../config/market', import.meta.url));
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'market-tables-'));
  for (const name of readdirSync(shipped)) copyFileSync(join(shipped, name), join(directory, name));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function edit(name: string, from: string, to: string): void {
  const path = join(directory, name);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

function problems(additions?: unknown): ConfigurationError['problems'] {
  try {
    loadMarketTables(directory, additions);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

test('the shipped tables load, wherever they lie, and cannot be changed', () => {
  const tables = loadMarketTables();
  expect(loadMarketTables(directory)).toEqual(tables);
  expect(Object.isFrozen(tables.lots.lots['NIFTY'])).toBe(true);
});

test('every row of the shipped tables has a source and a confidence', () => {
  const rows: unknown[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('confidence' in value || 'from' in value || 'date' in value) rows.push(value);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(loadMarketTables());
  const bare = rows.filter(
    (row) => !Object.hasOwn(row as object, 'source') && !Object.hasOwn(row as object, 'to'),
  );
  expect(rows.length).toBeGreaterThan(150);
  expect(bare).toEqual([]);
});

describe('tables that a build has checked', () => {
  function build(): void {
    const checked = JSON.stringify(checkTables(directory)).replaceAll('"units":75', '"units":76');
    writeFileSync(join(directory, CHECKED_TABLES_FILE), checked);
  }
  const units = (): unknown[] =>
    (loadMarketTables(directory).lots.lots['NIFTY'] ?? []).map((row) => row.units);

  test('are taken as they are while the texts are the same', () => {
    build();
    expect(units()).toContain(76);
    expect(units()).not.toContain(75);
  });

  test('are not taken once a text has changed', () => {
    build();
    appendFileSync(join(directory, 'lots.yaml'), ' ');
    expect(units()).toContain(75);
    edit('lots.yaml', 'units: 25', 'units: 25.5');
    expect(problems()).toHaveLength(1);
  });

  test('are done without when they cannot be read', () => {
    writeFileSync(join(directory, CHECKED_TABLES_FILE), '{"lots.yaml"');
    expect(units()).toContain(75);
  });
});

describe('a table that cannot be used is refused with its place', () => {
  test.each([
    ['calendar.yaml', 'verifiedThrough: 2026-12-31', 'verifiedThrough: 2026-02-30', 'Not a date'],
    [
      'calendar.yaml',
      'checkedOn: 2026-11-22',
      'checkedOn: 2026-11-22\nchekedOn: 2026-11-22',
      'Unknown key',
    ],
    [
      'calendar.yaml',
      "{ from: '13:45', to: '14:45' }",
      "{ from: '14:45', to: '13:45' }",
      'stretch',
    ],
    ['calendar.yaml', 'date: 2026-01-26', 'date: 2026-03-03', 'twice'],
    ['lots.yaml', 'units: 25', 'units: 25.5', 'units'],
    ['lots.yaml', 'fromExpiry: 2026-01-06', 'fromExpiry: 2023-01-06', 'ascend'],
    ['freeze.yaml', 'from: 2025-03-03', 'from: 2023-03-03', 'ascend'],
    ['expiries.yaml', 'weekday: tuesday', 'weekday: teusday', 'weekday'],
    ['costs.yaml', 'percent: 0.0625', 'percent: 0.00000001', 'exactly'],
    ['costs.yaml', 'percent: 18', 'percent: -18', 'exactly'],
    ['margins.yaml', 'scanPercent: 9.3', 'scanPercent: 930', 'exactly'],
    ['margins.yaml', 'from: 2024-11-20', 'from: 2018-11-20', 'ascend'],
    ['strikes.yaml', 'schemaVersion: 1', 'schemaVersion: 2', 'schemaVersion'],
    ['circuit-breakers.yaml', "since: '13:00'", "since: '15:00'", 'ascend'],
    ['circuit-breakers.yaml', 'percent: 15', 'percent: 10', 'ascend'],
  ])('%s: %s -> %s', (...row) => {
    const [name, from, to, says] = row;
    edit(name, from, to);
    const [first, ...others] = problems();
    expect(others).toEqual([]);
    expect(first?.message).toContain(says);
    expect(first?.file).toBe(join(directory, name));
    expect(first?.line).toBeGreaterThan(0);
    expect(first?.column).toBeGreaterThan(0);
  });

  test('the line is that of the mistake', () => {
    edit('strikes.yaml', 'stepPoints: 25', 'stepPoints: wide');
    const text = readFileSync(join(directory, 'strikes.yaml'), 'utf8');
    const line = text.split('\n').findIndex((candidate) => candidate.includes('wide')) + 1;
    expect(problems()).toMatchObject([{ line, found: '"wide"' }]);
  });

  test('a duplicate key, a %YAML 1.1 directive and a missing file', () => {
    edit('lots.yaml', 'verifiedThrough:', 'schemaVersion: 1\nverifiedThrough:');
    edit('freeze.yaml', 'schemaVersion: 1', '%YAML 1.1\n---\nschemaVersion: 1');
    rmSync(join(directory, 'costs.yaml'));
    expect(problems().map(({ file }) => file)).toEqual(
      ['lots.yaml', 'freeze.yaml', 'costs.yaml'].map((name) => join(directory, name)),
    );
  });

  test('an underlying without lots', () => {
    edit('lots.yaml', 'BANKEX:', 'BANKEXX:');
    expect(problems()).toMatchObject([{ file: 'lots.yaml' }]);
  });
});

describe('what users add', () => {
  test('a late holiday closes a day, and cancels a special session of its date', () => {
    const holidays = [
      { date: '2026-11-25', name: 'Election' },
      { date: '2026-02-01', name: 'Budget without trading' },
    ];
    const calendar = createCalendar(loadMarketTables(undefined, { holidays }).calendar);
    expect(calendar.day('2026-11-25')).toMatchObject({ isTradingDay: false, occasion: 'Election' });
    expect(calendar.day('2026-02-01').isTradingDay).toBe(false);
    expect(calendar.day('2026-01-26').occasion).toBe('Republic Day');
  });

  test('an extra session opens a weekend, and its hours complete a date without them', () => {
    const specialSessions = [
      {
        date: '2026-11-28',
        name: 'Test',
        kind: 'full',
        sessions: [{ from: '09:15', to: '12:00' }],
      },
      {
        date: '2026-11-08',
        name: 'Muhurat trading',
        kind: 'muhurat',
        sessions: [{ from: '18:00', to: '19:00' }],
      },
    ];
    const additions = { specialSessions, verifiedThrough: '2026-12-31' };
    const calendar = createCalendar(loadMarketTables(undefined, additions).calendar);
    expect(calendar.day('2026-11-28').sessions).toHaveLength(1);
    expect(calendar.day('2026-11-08')).toMatchObject({ isVerified: true, isTradingDay: true });
  });

  test('a later date through which the user has checked the calendar', () => {
    const { calendar } = loadMarketTables(undefined, { verifiedThrough: '2027-06-30' });
    expect(createCalendar(calendar).day('2027-03-01').isVerified).toBe(true);
  });

  test('the examples of docs/calendar.md', () => {
    const guide = readFileSync(new URL('../../../docs/calendar.md', import.meta.url), 'utf8');
    const examples = [...guide.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text ?? '');
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      const settings = readYaml(example, 'docs/calendar.md');
      const value = settings.ok ? (settings.value.value as { calendar: unknown }) : null;
      expect(value?.calendar).toBeTypeOf('object');
      expect(problems(value?.calendar)).toEqual([]);
    }
  });

  test.each([
    [{ holiday: [] }, 'Unknown key'],
    [{ holidays: [{ date: '2026-11-31', name: 'No such day' }] }, 'Not a date'],
    [{ specialSessions: [{ date: '2026-11-28', name: 'x', kind: 'full' }] }, 'sessions'],
    ['2026-11-25', 'Wrong content'],
  ])('%j is refused', (additions, says) => {
    const [first] = problems(additions);
    expect(first?.message).toContain(says);
    expect(first).toMatchObject({ file: 'calendar', line: null });
  });
});
