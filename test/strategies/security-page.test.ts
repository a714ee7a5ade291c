import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGE = read('docs/security.md');

/** Rows of the tables below a heading: their cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const THREATS = rowsUnder('Threats');
const ITEMS = rowsUnder('ASVS 5.0').map(([item = '', , ...rest]) => [item, ...rest]);
const LIMITS = rowsUnder('Limits of each service');

it('has a row for each threat and item that the project is judged by', () => {
  expect(THREATS.length).toBeGreaterThanOrEqual(12);
  const items = ITEMS.map(([item = '']) => item).join(', ');
  const asked =
    '13.1.2 13.1.3 13.2.6 13.2.4 13.2.5 13.3.1 13.4.5 15.1.1 15.1.2 15.2.5 15.3.2 15.3.5 15.3.6 15.4.2 16.2.2 16.2.5 16.3.1 16.4.1 16.5.2 16.5.3 16.5.4';
  expect(asked.split(' ').filter((item) => !items.includes(item))).toEqual([]);
});

describe.each([...THREATS, ...ITEMS])('%s', (_what, control = '', tests = '') => {
  it('has its control in the tree', () => {
    const paths = [...control.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const links = [...control.matchAll(/\]\(#([\w-]+)\)/g)];
    expect(paths.length + links.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has tests of the names that the page says', () => {
    const named = tests.split('<br>').map((test) => /^`([^`]+)` > (.+)$/.exec(test));
    expect(named).not.toContain(null);
    for (const [, path = '', name = ''] of named.filter((found) => found !== null)) {
      const titles = titlesIn(read(path));
      expect([path, name, titles.some((title) => title.includes(name))]).toEqual([
        path,
        name,
        true,
      ]);
    }
  });
});

it('has the limits that the code has', () => {
  const stated = LIMITS.flatMap(([, , , where = '']) => {
    const found = /^`([^`]+)` (.+)$/.exec(where);
    return found === null ? [] : [{ path: found[1] ?? '', text: found[2] ?? '' }];
  });
  expect(stated.length).toBeGreaterThan(15);
  expect(stated.filter(({ path, text }) => !isIn(read(path), text))).toEqual([]);
});

it('what holds a session writes no file', () => {
  const rooms = ['platform', 'http', 'shared'].map((room) => `src/adapters/${room}/**/*.ts`);
  const writing = globSync(rooms, { cwd: ROOT }).filter(
    (path) => !path.endsWith('.test.ts') && /from 'node:(fs|sqlite|child_process)/.test(read(path)),
  );
  expect(writing).toEqual([]);
});

/** What tests and groups of tests are called. */
function titlesIn(text: string): readonly string[] {
  const quoted =
    /\b(?:it|test|describe)\b[^'"`;]*?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
  const afterTable = /^\s*\]\)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;
  const inCall = /\)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
  const later = /\(\s*\n\s*'((?:[^'\\]|\\.)*)',/g;
  return [quoted, afterTable, inCall, later].flatMap((form) =>
    [...text.matchAll(form)].map(([, single, double]) => single ?? double ?? ''),
  );
}

/** A profile has `{ value: …` before its numbers. */
function isIn(text: string, stated: string): boolean {
  return text.replaceAll('{ value: ', '').includes(stated);
}
