import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { instantAt } from '../../model/time/ist.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { updateTables } from './update-tables.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-tables-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Settings as a command reads them, with what was taken before.
 *
 * @throws {TypeError} with the problems of what was taken
 */
function settings(): Settings {
  const read = settingsFromText('', {
    environment: {},
    workingDirectory: directory,
    file: null,
    shownFile: 'test',
  });
  if (!read.ok) throw new TypeError(JSON.stringify(read.error));
  return read.value;
}

function update(tables: string, changesTradedDays = false) {
  const path = join(directory, 'new.yaml');
  writeFileSync(path, `schemaVersion: 1\nsource: test\nconfidence: T\ntables: ${tables}\n`);
  return updateTables(settings(), { path, shown: 'new.yaml', changesTradedDays });
}

const LATER = '{lots: {verifiedThrough: 2027-06-30}}';
const LOT = '{lots: {lots: {NIFTY: [{fromExpiry: 2026-11-24, units: 50}]}}}';
const CHARGE = '{costs: {stt: [{from: 2026-11-02, segment: options, percent: 0.2}]}}';

/**
 * A day of the account in a journal of the state directory.
 *
 * @throws {TypeError} where it cannot be opened
 */
function trade(date: string): () => void {
  const path = join(directory, '.sauda', 'default.paper.journal');
  const journal = openJournal({ path, account: 'default', mode: 'paper' });
  if (!journal.ok) throw new TypeError(journal.error.detail);
  journal.value.append([{ kind: 'event', atMs: instantAt(date, '10:00'), event: 0 }]);
  return journal.value.close;
}

function kept(): readonly string[] {
  const place = join(directory, '.sauda', 'tables');
  return existsSync(place) ? readdirSync(place) : [];
}

describe('a file that is taken', () => {
  it('is kept under a number and holds for every later reading of the settings', () => {
    expect(update(LATER)).toMatchObject({ value: { isNew: true, changed: [] } });
    expect(kept()).toEqual(['0001-new.yaml']);
    const { tables } = loadMarketKnowledge(settings().calendar);
    expect(tables.lots.verifiedThrough).toBe('2027-06-30');
    expect(update(LOT)).toMatchObject({ value: { isNew: true } });
    expect(kept()).toEqual(['0001-new.yaml', '0002-new.yaml']);
    const { rules } = loadMarketKnowledge(settings().calendar);
    expect(rules.lotSizeUnits('NIFTY', '2026-11-24', '2026-11-20')).toBe(50);
  });

  it('is taken once', () => {
    update(LATER);
    expect(update(LATER)).toMatchObject({ value: { isNew: false } });
    expect(kept()).toEqual(['0001-new.yaml']);
  });
});

describe('nothing changes for', () => {
  it.each([
    ['{lots: {lots: {NIFTY: [{fromExpiry: tomorrow, units: 50}]}}}', 'Not a date of the calendar'],
    ['{lots: {lots: {NIFTI: [{fromExpiry: 2027-01-01, units: 50}]}}}', 'NIFTI'],
  ])('a bad file: %s', (tables, why) => {
    const result = update(tables);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).toContain(why);
    expect(kept()).toEqual([]);
  });

  it('tables that make a day another one that was traded, until the operator says so', () => {
    trade('2026-11-20')();
    expect(update(LOT)).toMatchObject({
      error: [
        {
          message: 'The tables contradict days that were traded',
          found: '2026-11-20 (lots of NIFTY)',
          next: expect.stringContaining('--change-traded-days') as unknown,
        },
      ],
    });
    expect(kept()).toEqual([]);
    expect(update(LOT, true)).toMatchObject({
      value: { changed: [{ date: '2026-11-20', what: ['lots of NIFTY'] }] },
    });
  });

  it('a journal that a program writes: which days it has is not known', () => {
    const close = trade('2026-11-20');
    expect(update(LATER)).toMatchObject({
      error: [{ message: 'Cannot read which days were traded' }],
    });
    close();
    expect(update(LATER)).toMatchObject({ ok: true });
  });
});

it('other charges on a traded day are told and taken: nothing would have been decided otherwise', () => {
  trade('2026-11-20')();
  expect(update(CHARGE)).toMatchObject({
    value: { isNew: true, changed: [{ date: '2026-11-20', what: ['stt'], bearsOnOrders: false }] },
  });
});

it('a kept file that was broken by hand is named with its place', () => {
  update(LATER);
  const path = join(directory, '.sauda', 'tables', '0001-new.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('lots', 'lotz'));
  expect(settings).toThrow(/0001-new\.yaml.*Fix or remove this file/u);
});
