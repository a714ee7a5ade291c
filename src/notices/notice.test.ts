import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { info, type NoticeKind } from './notice-kind.ts';
import { CATALOGUE, noticeKey, noticeOf, noticeText } from './notice.ts';

const SRC = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(SRC, '../docs/notices.md'), 'utf8');

/** A line of a concern's table. */
const CODE_DECLARED = /^ {2}'?([\w-]+)'?: (?:info|warning|critical|graded)</gm;

/** What shows a notice, and may make its sentence: beside `apps`, `report` and this room. */
const SHOWN_BY = [
  'backtest/day-notes.ts',
  'daemon/alerts/notice-signal.ts',
  'daemon/control/serve-control.ts',
  'day/day-summary.ts',
  'day/day-view.ts',
  'drill/process/event-trail.ts',
];

/** What would decide by words: facts and codes are there for that. */
const READS_TEXT =
  /\b(reason|detail|message|sentence|why|told|failure|problem)\)?\??\.(includes|startsWith|endsWith|match|search|replace|split)\(|JSON\.stringify\([^)]*\)\.(includes|match|startsWith)\(|\.(test|exec)\((\w+\.)?(reason|detail|message|failure)\)/;

/** Who looks into a text, and why there are no facts. None may be added for a text of our own. */
const READERS_OF_TEXT = {
  'adapters/journal/journal-failures.ts': 'errors of the system have a path in their message',
  'apps/cli/run-cli.ts': 'messages of commander',
  'backtest/brief-assumptions.ts': 'says sentences that all have in one; to be facts',
  'base/author-line.ts': 'does not name a line twice',
  'day/journal/open-day-journal.ts': 'does not name a path twice',
  'loading/load-module.ts': 'errors of Node and of modules',
  'loading/trial/try-strategy.ts':
    'the class of an error that a run failed by; to be a fact of a turn',
  'settings/load-settings.ts': 'finds the problems of credentials; to be a path of a problem',
  'text/issue-findings.ts': 'does not name a key twice',
  'text/read-yaml.ts': 'errors of the YAML library',
};

describe('the catalogue', () => {
  const kinds = Object.entries<NoticeKind<never>>(CATALOGUE);
  const listed = [...PAGE.matchAll(/^- `([\w-]+)` \(([\w ]+)\): (.*)\n {2}_To do:_ (.*)$/gm)];

  it('has each code once', () => {
    const declared = filesOf(import.meta.dirname).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(CODE_DECLARED)].map(([, code]) => code),
    );
    expect(declared.toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
  });

  it('is what docs/notices.md lists, in its order and as severe', () => {
    expect(listed.map(([, code, among]) => [code, among])).toEqual(
      kinds.map(([code, { among }]) => [code, among.join(' or ')]),
    );
    expect(PAGE.match(/^- `/gm)).toHaveLength(kinds.length);
  });

  it('has a page that says what each code means and what to do, in whole sentences', () => {
    const texts = listed.flatMap(([, , , meaning, action]) => [meaning, action]);
    expect(texts.filter((text = '') => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
  });

  it('takes no facts that JSON would change', () => {
    const text = (): string => '';
    // @ts-expect-error a function is no JSON
    info<{ readonly at: () => number }>(text);
    // @ts-expect-error a map is no JSON
    info<{ readonly of: ReadonlyMap<string, string> }>(text);
    expect(info<{ readonly leg: string | null }>(text).text).toBe(text);
  });
});

describe('a notice', () => {
  it('is as severe as its facts make it', () => {
    const held = { leg: 'ce', units: -75, symbol: 'S', isToConfirm: false };
    const severities = [true, false].map((isLeft) => {
      return noticeOf('held-at-close', 'r', { ...held, isLeft, expires: false }).severity;
    });
    expect(severities).toEqual(['critical', 'info']);
  });

  it('says the same where code, run and facts are the same, in whatever order', () => {
    const one = noticeOf('order-sent-again', 'r', {
      role: 'entry',
      leg: 'a',
      symbol: 'S',
      tag: 't',
    });
    const other = noticeOf('order-sent-again', 'r', {
      tag: 't',
      symbol: 'S',
      leg: 'a',
      role: 'entry',
    });
    expect(noticeKey(one)).toBe(noticeKey(other));
    expect(noticeKey({ ...one, runId: null })).not.toBe(noticeKey(one));
    expect(noticeText(one)).toBe('The entry order of leg "a" (S, tag t) is sent once more');
  });

  it('of a strategy that is left out says that a run of it needs a release, not only a restart', () => {
    for (const isUnderWay of [true, false]) {
      const facts = { place: 'a.yaml', problem: 'Unknown broker', isUnderWay };
      expect(noticeText(noticeOf('strategy-unusable', null, facts))).toMatch(
        /Fix it \(sauda check FILE\) and restart; a run that is held then continues by: sauda release RUN --how adopt --reason "…"$/,
      );
    }
  });

  it('is made a sentence only where it is shown', () => {
    const readers = filesOf(SRC).filter((path) => {
      return /\b(noticeText|toldText)\b/.test(readFileSync(path, 'utf8'));
    });
    const names = readers.map((path) => relative(SRC, path).replaceAll('\\', '/'));
    const others = names.filter((name) => !/^(notices|apps|report)\//.test(name));
    expect(others.toSorted()).toEqual(SHOWN_BY);
  });
});

it('no code looks into a sentence but those that say here why', () => {
  const readers = filesOf(SRC).filter((path) => READS_TEXT.test(readFileSync(path, 'utf8')));
  const names = readers.map((path) => relative(SRC, path).replaceAll('\\', '/'));
  expect(names.toSorted()).toEqual(Object.keys(READERS_OF_TEXT));
});

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}
