import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../src/base/problem.ts';
import { fail, ok } from '../../src/base/result.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { valueOf } from '../support/simulated-day.ts';
import { compiled } from './play-both.ts';
import { playDay } from './scripted-day.ts';

type Files = Readonly<Record<string, string>>;

const HEAD = 'name: mine\nschemaVersion: 1\n';
const MARKET = 'schemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n';
const CE = 'schemaVersion: 1\nlegs: { ce: { side: sell, type: CE, strike: ATM, stop: 30% } }\n';
const RULE =
  'schemaVersion: 1\nrules: [{ name: in, when: { at: 09:20 }, then: [{ enter: all }] }]\n';
const OWN = `${HEAD}include: [a.yaml, b.yaml, c.yaml]
legs: { pe: { side: sell, type: PE, strike: ATM, stop: 30% } }
rules: [{ name: out, when: { at: 10:15 }, then: [{ exit: all }] }]
`;
const THREE = { 'a.yaml': MARKET, 'b.yaml': CE, 'c.yaml': RULE };
const BY_HAND = `${HEAD}underlying: NIFTY
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
  pe: { side: sell, type: PE, strike: ATM, stop: 30% }
rules:
  - { name: in, when: { at: 09:20 }, then: [{ enter: all }] }
  - { name: out, when: { at: 10:15 }, then: [{ exit: all }] }
`;

function reading(files: Files): ReadPart {
  return (asked) => {
    const text = files[asked];
    if (text === undefined) return fail({ message: `No file ${asked}`, parts: {} });
    return ok({ file: asked, path: `/${asked}`, text });
  };
}

function compiledOf(text: string, files: Files): ReturnType<typeof compileStrategy> {
  return compileStrategy(text, 'mine.yaml', { readPart: reading(files) });
}

function said(text: string, files: Files = THREE): string {
  const result = compiledOf(text, files);
  return result.ok ? 'compiled' : result.error.map(formatProblem).join('\n');
}

describe('a file that includes others', () => {
  it('decides the same as one that is written out', () => {
    const strategy = valueOf(compiledOf(OWN, THREE));
    const day = { index: () => 24_000 };
    const { commands } = playDay({ ...day, strategy });
    const byHand = compiled(BY_HAND);
    expect(commands.length).toBeGreaterThan(3);
    expect(JSON.stringify(commands)).toBe(
      JSON.stringify(playDay({ ...day, strategy: byHand }).commands),
    );
    expect(strategy.ejected()).toEqual(byHand.ejected());
  });

  it('has messages in the file where the words stand', () => {
    const files = { ...THREE, 'b.yaml': CE.replace('30%', '30') };
    expect(said(OWN, files)).toMatch(/^b\.yaml:2:56: Wrong value of "legs.ce.stop"\n/);
    expect(said(OWN, { ...THREE, 'c.yaml': `${RULE}colour: red\n` })).toMatch(/^c\.yaml:3:1: Unk/);
    expect(said(OWN.replace('c.yaml', 'd.yaml'))).toMatch(/^mine\.yaml:3:27: No file d\.yaml\n/);
  });

  it('says nothing twice', () => {
    expect(said(`${OWN}exit: 15:00\n`)).toMatch(
      /^a\.yaml:3:1: "exit" stands in two files: here and at mine\.yaml:6:1\n/,
    );
    expect(said(OWN.replace('pe: {', 'ce: {'))).toMatch(
      /^b\.yaml:2:9: "legs\.ce" stands in two files: here and at mine\.yaml:4:9\n/,
    );
    expect(said(OWN, { ...THREE, 'b.yaml': `${CE}exit: 15:00\n` })).toContain(
      'a.yaml:3:1: "exit" stands in two files: here and at b.yaml:3:1',
    );
    expect(said(OWN.replace('b.yaml', 'a.yaml'))).toContain('The file is included twice');
  });

  it('may be included itself, not by what it includes, and not without an end', () => {
    const nested = { ...THREE, 'a.yaml': `${MARKET}include: d.yaml\n` };
    expect(said(OWN, { ...nested, 'd.yaml': 'schemaVersion: 1\nlots: 2\n' })).toBe('compiled');
    expect(said(OWN, { ...nested, 'd.yaml': 'schemaVersion: 1\ninclude: a.yaml\n' })).toContain(
      'd.yaml:2:10: Files include each other: mine.yaml → a.yaml → d.yaml → a.yaml',
    );
    const deep = Array.from({ length: 6 }, (_, at) => {
      return [`${String(at)}.yaml`, `schemaVersion: 1\ninclude: ${String(at + 1)}.yaml\n`] as const;
    });
    expect(said(`${HEAD}include: 0.yaml\n`, Object.fromEntries(deep))).toContain(
      '3.yaml:2:10: Files include each other too deeply',
    );
    const wide = Array.from({ length: 16 }, (_, at) => `${String(at)}.yaml`);
    const many = Object.fromEntries(wide.map((name) => [name, 'schemaVersion: 1\n']));
    const last = { '15.yaml': 'schemaVersion: 1\ninclude: x.yaml\n', 'x.yaml': MARKET };
    expect(said(`${HEAD}include: [${wide.join()}]\n`, { ...many, ...last })).toContain(
      'The strategy has too many files',
    );
  });

  it.each([
    ['include: []', 'Wrong value of "include"'],
    ['include: { input: a }', 'Wrong value of "include"'],
    ['include: 1', 'Wrong value of "include"'],
    ['include:', 'Wrong value of "include"'],
  ])('refuses %s', (line, message) => {
    expect(said(OWN.replace(/include: .*/, line))).toContain(message);
  });

  it.each([
    ['a name', 'name: a\nschemaVersion: 1\n', 'An included file has no "name"'],
    ['no version', 'lots: 2\n', '"schemaVersion" is missing'],
    ['another version', 'schemaVersion: 2\n', 'newer version of the language'],
    ['a blueprint', 'schemaVersion: 1\nuse: a\nblueprint: {}\n', 'no "blueprint"'],
    ['nothing', '', 'This is not a part of a strategy'],
    ['a list', '- a\n', 'This is not a part of a strategy'],
    ['no YAML', 'a: [', 'Cannot read YAML'],
  ])('refuses a part with %s', (_, part, message) => {
    const refused = said(OWN, { ...THREE, 'b.yaml': part });
    expect(refused).toContain(message);
    expect(refused).toContain('b.yaml:');
  });

  it('of a blueprint may ask for its inputs', () => {
    const inputs = 'blueprint: { inputs: { away: { type: percent, default: 20% } } }\n';
    const files = { ...THREE, 'b.yaml': CE.replace('30%', '{ input: away }') };
    expect(said(OWN + inputs, files)).toBe('compiled');
    expect(said(OWN + inputs)).toContain('"away" has no effect');
    const use = `${HEAD}use: x.yaml\ninputs: { away: 25% }\n`;
    expect(said(use, { ...files, 'x.yaml': OWN + inputs })).toBe('compiled');
    expect(said(use.replace('25%', '0%'), { ...files, 'x.yaml': OWN + inputs })).toContain(
      'mine.yaml:4:17: Wrong value of "legs.ce.stop" (input "away" at b.yaml:2:56)',
    );
  });

  it('is told from its parts', () => {
    expect(said(MARKET.replace('underlying: NIFTY\n', ''))).toContain('This is a part');
    expect(said(RULE)).toContain('This is a part of a strategy');
  });
});
