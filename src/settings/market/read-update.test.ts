import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createContractRules } from '../../model/market/contract-rules.ts';
import { createCalendar } from '../../model/time/calendar.ts';
import { loadMarketTables } from './market-tables.ts';
import { readTablesUpdate, updateRows } from './read-update.ts';

const DOCUMENTED = new URL('../../../docs/calendar.md', import.meta.url);

/** The example of docs/calendar.md. */
function documented(): string {
  return /```yaml tables\n(.*?)```/su.exec(readFileSync(DOCUMENTED, 'utf8'))?.[1] ?? '';
}

/**
 * The market with a file taken.
 *
 * @throws {TypeError} with the problems of the file
 */
function marketWith(text: string) {
  const read = readTablesUpdate(text, 'new.yaml');
  if (!read.ok) throw new TypeError(JSON.stringify(read.error));
  const tables = loadMarketTables(undefined, { updates: [{ json: read.value.json }] });
  const calendar = createCalendar(tables.calendar);
  return { tables, calendar, rules: createContractRules(tables, calendar) };
}

function problemsOf(text: string): readonly unknown[] {
  const read = readTablesUpdate(text, 'new.yaml');
  return read.ok ? [] : read.error;
}

describe('the documented example', () => {
  it('is taken: each row holds from its date on, and before it nothing changed', () => {
    const before = loadMarketTables();
    const { tables, calendar, rules } = marketWith(documented());
    expect(tables.calendar.verifiedThrough).toBe('2027-12-31');
    expect(calendar.day('2027-01-26')).toMatchObject({ isTradingDay: false, isVerified: true });
    expect(calendar.day('2027-10-29')).toMatchObject({ isMuhurat: true });
    expect(rules.lotSizeUnits('NIFTY', '2027-02-23', '2027-02-01')).toBe(65);
    expect(rules.lotSizeUnits('NIFTY', '2027-03-09', '2027-02-01')).toBe(50);
    expect(rules.lotSizeUnits('NIFTY', '2027-03-30', '2027-02-01')).toBe(50);
    expect(rules.freezeUnits('NIFTY', '2027-02-26')).not.toBe(1200);
    expect(rules.freezeUnits('NIFTY', '2027-03-01')).toBe(1200);
    expect(rules.freezeUnits('BANKNIFTY', '2027-03-01')).toBeGreaterThan(0);
    expect(rules.expiries('NIFTY', '2027-03-08')[0]).toBe('2027-03-10');
    expect(rules.expiries('NIFTY', '2027-02-08')[0]).toBe('2027-02-09');
    expect(tables.costs.stt.at(-1)).toMatchObject({ rateBillionths: 2_000_000, confidence: 'P' });
    expect(tables.costs.stt.slice(0, -1)).toEqual(before.costs.stt);
  });

  it('gives rows the source of the file where they name none', () => {
    const { tables } = marketWith(documented());
    const source = 'NSE circulars of December 2026';
    expect(tables.lots.lots['NIFTY']?.at(-1)).toMatchObject({ source, confidence: 'P' });
    expect(tables.costs.stt.at(-1)?.source).toBe('Finance Act 2027');
  });
});

describe('a file with mistakes', () => {
  it('names each with its place, what was found and what is allowed', () => {
    const text = [
      'schemaVersion: 1',
      'source: x',
      'confidence: P',
      'tables:',
      '  lotz: {}',
      '  lots:',
      '    lots:',
      '      NIFTY: [{ fromExpiry: 2027-02-30, units: 50 }]',
      '  costs:',
      '    stt: [{ from: 2027-04-01, percent: lots }]',
    ].join('\n');
    expect(problemsOf(text)).toMatchObject([
      { line: 5, found: '"lotz"', nearest: 'lots' },
      { line: 8, found: '"2027-02-30"', allowed: 'YYYY-MM-DD' },
      { line: 10, found: '"lots"' },
    ]);
  });

  it.each([
    ['nothing to take', 'schemaVersion: 1\ntables: {}', 'At least one table'],
    [
      'a row without a source',
      'schemaVersion: 1\ntables: {freeze: {freeze: [{from: 2027-01-01, units: {NIFTY: 5}}]}}',
      'source',
    ],
    [
      'another version',
      'schemaVersion: 2\ntables: {lots: {verifiedThrough: 2027-01-01}}',
      'schemaVersion',
    ],
    [
      'rows out of order',
      'schemaVersion: 1\nsource: x\nconfidence: P\ntables: {costs: {sebi: [{from: 2027-02-01, percent: 1}, {from: 2027-01-01, percent: 1}]}}',
      'ascend',
    ],
    ['no tables', '- 1', 'Wrong'],
  ])('is refused: %s', (_what, text, why) => {
    expect(JSON.stringify(problemsOf(text))).toContain(why);
  });
});

it('a file that is older than the release takes nothing back', () => {
  const { tables } = marketWith('schemaVersion: 1\ntables: {lots: {verifiedThrough: 2020-01-01}}');
  expect(tables.lots).toEqual(loadMarketTables().lots);
});

it('what the configuration says of a date wins over a file that was taken', () => {
  const read = readTablesUpdate(documented(), 'new.yaml');
  const session = {
    date: '2027-01-26',
    name: 'Open',
    kind: 'full',
    sessions: [{ from: '09:15', to: '15:30' }],
  };
  const additions = {
    specialSessions: [session],
    updates: read.ok ? [{ json: read.value.json }] : [],
  };
  const calendar = createCalendar(loadMarketTables(undefined, additions).calendar);
  expect(calendar.day('2027-01-26').isTradingDay).toBe(true);
});

it('says that a confidence is missing, of what there is to choose from, and what to do once', () => {
  const text = `schemaVersion: 1
source: NSE circular 1
tables:
  calendar:
    holidays:
      - { date: 2027-01-26, name: Republic Day }
      - { date: 2027-03-22, name: Holi }
`;
  expect(problemsOf(text)).toMatchObject([
    {
      message: '"tables.calendar.holidays[0].confidence" is missing',
      ...{ line: 6, allowed: 'P, S, T or G', found: null, next: 'Add "confidence"' },
    },
    {
      message: '"tables.calendar.holidays[1].confidence" is missing',
      next: expect.stringContaining('have those at the top of the file') as string,
    },
  ]);
  expect(problemsOf('')).toMatchObject([{ message: 'The file is empty' }]);
});

it('lists every row with what it is of, from when it holds and what it says', () => {
  const read = readTablesUpdate(
    `schemaVersion: 1
source: x
confidence: T
tables:
  calendar: {verifiedThrough: 2027-12-31, holidays: [{date: 2027-01-26, name: Republic Day}]}
  expiries: {underlyings: {NIFTY: {weekly: [{from: 2027-03-01, weekday: wednesday}]}}}
  lots: {lots: {NIFTY: [{fromExpiry: 2024-05-02, cycle: weekly, units: 5}]}}
  freeze: {freeze: [{from: 2027-03-01, units: {NIFTY: 1200}}]}
`,
    'new.yaml',
  );
  expect(read.ok ? updateRows(read.value) : read).toEqual([
    { of: 'calendar holidays', from: '2027-01-26', says: 'name Republic Day' },
    { of: 'expiries underlyings NIFTY weekly', from: '2027-03-01', says: 'weekday wednesday' },
    { of: 'lots NIFTY', from: '2024-05-02', says: 'cycle weekly, units 5' },
    { of: 'freeze', from: '2027-03-01', says: 'units {"NIFTY":1200}' },
  ]);
});
