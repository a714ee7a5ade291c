import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProfile } from './profile.ts';
import { PROFILE } from '../model/orders/profile-schema.ts';

const SHIPPED = new URL('../../config/profiles/openbroker.yaml', import.meta.url);
const DOCUMENT = new URL('../../docs/platform.md', import.meta.url);

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'profile-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** The shipped profile with one text replaced, as a file of its own. */
function changed(from: string, to: string): string {
  const text = readFileSync(SHIPPED, 'utf8');
  expect(text).toContain(from);
  const file = join(directory, 'own.yaml');
  writeFileSync(file, text.replace(from, to));
  return file;
}

const WRITTEN: unknown = parse(readFileSync(SHIPPED, 'utf8'));
/** Every key of the shipped profile with its value, source and confidence, in the order of the schema. */
const ENTRIES = keysOf(PROFILE).map((key) => {
  const at = (tree: unknown, step: string): unknown => (tree as Record<string, unknown>)[step];
  return { key, ...(key.split('.').reduce(at, WRITTEN) as DocumentedValue) };
});

interface DocumentedValue {
  readonly value: unknown;
  readonly source: string;
  readonly confidence: string;
}

/** Dotted names of all keys of a profile. */
function keysOf(tree: object, above = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, below]: [string, object]) =>
    below instanceof z.ZodType ? [`${above}${key}`] : keysOf(below, `${above}${key}.`),
  );
}

describe('the shipped profile', () => {
  it('is found by its name', () => {
    const profile = loadProfile('openbroker');
    expect(profile).toMatchObject({
      name: 'openbroker',
      session: { cookieName: 'access_token_cookie', csrfHeader: 'x-csrf-token-access' },
      words: { status: { cancelled: 'Canceled' } },
      deadlines: { connectMs: 5_000, totalMs: 10_000 },
    });
    expect(Object.isFrozen(profile.words.status)).toBe(true);
  });

  it('says for every key where its value comes from', () => {
    expect(ENTRIES.filter(({ source }) => source.trim() === '')).toEqual([]);
  });

  it('stands in docs/platform.md, key by key, with its default and confidence', () => {
    const rows = readFileSync(DOCUMENT, 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()));
    for (const { key, value, confidence } of ENTRIES) {
      const row = rows.find((cells) => cells[1] === `\`${key}\``) ?? [];
      const shown = Array.isArray(value) ? value.join(', ') : String(value);
      expect([key, row[2], row[4]]).toEqual([key, `\`${shown}\``, confidence]);
      expect(row[5]).toMatch(/./);
    }
  });
});

describe('overrides', () => {
  it('win key by key and leave the rest', () => {
    const profile = loadProfile('openbroker', { words: { side: { buy: 'B' } } });
    expect(profile.words.side).toEqual({ buy: 'B', sell: 'PositionType.Sell' });
  });

  it.each<[object, RegExp]>([
    [{ session: { cookieNam: 'x' } }, /nearest\s+cookieName/],
    [{ sesion: {} }, /nearest\s+session/],
    [{ deadlines: { totalMs: '10 s' } }, /deadlines\.totalMs/],
    [{ session: { cookieName: 'a=b; c' } }, /session\.cookieName/],
    [{ rejections: { certainStatuses: [503] } }, /rejections\.certainStatuses/],
    [{ limits: { cancelBatchMax: 11 } }, /limits\.cancelBatchMax/],
    [{ words: { side: { buy: 'PositionType.Sell' } } }, /Two keys of "words\.side"/],
    [{ words: { status: { open: 'Completed' } } }, /Two keys of "words\.status"/],
  ])('refuse %o', (overrides, message) => {
    expect(() => loadProfile('openbroker', overrides)).toThrow(message);
  });

  it('do not reach prototypes', () => {
    const overrides: unknown = JSON.parse('{"__proto__":{"session":{"cookieName":"x"}}}');
    expect(() => loadProfile('openbroker', overrides)).toThrow(/Unknown key/);
  });
});

describe('a profile of the user', () => {
  it('is loaded from its path', () => {
    const file = changed('value: access_token_cookie', 'value: sid');
    expect(loadProfile(file).session.cookieName).toBe('sid');
  });

  it.each<[string, string, RegExp]>([
    ['cookieName:', 'cookieNam:', /own\.yaml:\d+:\d+: Unknown key in "session"/],
    ['value: access_token_cookie', 'value: 7', /own\.yaml:\d+:\d+: Wrong value/],
    ['confidence: P }', 'confidence: X }', /own\.yaml:\d+:\d+/],
    [
      'source: published client, ',
      '',
      /own\.yaml:\d+:\d+: "session\.cookieName\.source" is missing/,
    ],
    ["value: '03:00'", 'value: 180', /own\.yaml:\d+:\d+/],
    ['session:', 'session: {', /own\.yaml:\d+:\d+/],
  ])('with %j as %j is refused with its place', (from, to, message) => {
    const file = changed(from, to);
    expect(() => loadProfile(file)).toThrow(message);
  });

  it('that is not there is refused, with the nearest name', () => {
    expect(() => loadProfile('opnbroker')).toThrow(/nearest\s+openbroker/);
    expect(() => loadProfile(join(directory, 'none.yaml'))).toThrow(/Cannot read the profile/);
  });
});
