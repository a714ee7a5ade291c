import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { invariant } from '../../src/base/invariant.ts';
import { type Json } from '../../src/base/json.ts';
import { formatProblem } from '../../src/base/problem.ts';
import { fail, ok } from '../../src/base/result.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { type YamlStrategy } from '../../src/language/compile-source.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { applyParams } from '../../src/loading/apply-params.ts';
import { anyDay, compiled } from './play-both.ts';
import { playDay } from './scripted-day.ts';

const BLUEPRINT = `name: straddle
schemaVersion: 1
blueprint:
  inputs:
    stopPct: { type: percent, default: 30%, min: 5%, max: 60% }
    enterAt: { type: time, default: 09:20 }
    level: { type: points, default: 23990 points }
    lots: { type: number, default: 1 }
    dayLoss: { type: money, default: 9000 rupees }
    way: { type: choice, choices: [sell, buy], default: sell }
underlying: NIFTY
exit: 15:10
stop: { input: stopPct }
lots: { input: lots }
parameters:
  from: { default: { input: level } }
protections: { dayLoss: { input: dayLoss } }
legs:
  ce: { side: { input: way }, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
rules:
  - when: { at: { input: enterAt } }
    if: index > from
    then: [{ enter: all }]
`;
const VALUES = {
  stopPct: '25%',
  enterAt: '10:15',
  level: '23950 points',
  lots: 2,
  dayLoss: '7000 rupees',
  way: 'buy',
};

const read: ReadPart = (asked) =>
  asked === './straddle.yaml'
    ? ok({ file: 'straddle.yaml', path: '/straddle.yaml', text: BLUEPRINT })
    : fail({ message: 'No such file', parts: {} });

/** A file that uses the blueprint, after its heading. */
function using(inputs: Readonly<Record<string, Json>>): string {
  return `name: mine\nschemaVersion: 1\nuse: ./straddle.yaml\ninputs: ${JSON.stringify(inputs)}\n`;
}

function used(inputs: Readonly<Record<string, Json>> = {}): YamlStrategy {
  const result = compileStrategy(using(inputs), 'mine.yaml', { readPart: read });
  invariant(result.ok, result.ok ? '' : result.error.map(formatProblem).join('\n'));
  return result.value;
}

/** The same strategy with everything written out by hand. */
function written(inputs: Readonly<Record<string, string | number>>): YamlStrategy {
  const all: Readonly<Record<string, string | number>> = {
    ...{ stopPct: '30%', enterAt: '09:20', level: '23990 points', lots: 1 },
    ...{ dayLoss: '9000 rupees', way: 'sell' },
    ...inputs,
  };
  const text = BLUEPRINT.replace(/blueprint:\n(?: .*\n)+/, '')
    .replace('name: straddle', 'name: mine')
    .replaceAll(/\{ input: (\w+) \}/g, (_, name: string) => String(all[name]));
  return compiled(text);
}

function refused(text: string): string {
  const result = compileStrategy(text, 'mine.yaml', { readPart: read });
  return result.ok ? 'compiled' : result.error.map(formatProblem).join('\n');
}

/** What is wrong with parameters of a configuration. */
function overridden(params: Readonly<Record<string, Json>>): string {
  const applied = applyParams(used({ stopPct: '25%' }), params, 'mine.yaml');
  return applied.ok ? 'taken' : applied.error.map(formatProblem).join('\n');
}

const someInputs = fc.record(
  {
    stopPct: fc.constantFrom('5%', '25%', '60%'),
    enterAt: fc.constantFrom('09:20', '09:31:30', '12:00'),
    level: fc.constantFrom('23900 points', '24010 points'),
    lots: fc.integer({ min: 1, max: 3 }),
    way: fc.constantFrom('buy', 'sell'),
  },
  { requiredKeys: [] },
);

describe('a file that uses a blueprint', () => {
  it('decides the same as one that is written out', () => {
    fc.assert(
      fc.property(someInputs, anyDay, (inputs, day) => {
        const { commands } = playDay({ ...day, strategy: used(inputs) });
        expect(JSON.stringify(commands)).toBe(
          JSON.stringify(playDay({ ...day, strategy: written(inputs) }).commands),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('decides by a parameter as by the value of the file', () => {
    fc.assert(
      fc.property(someInputs, anyDay, (inputs, day) => {
        const params = { ...inputs };
        const { commands } = playDay({ ...day, strategy: used({ stopPct: '40%' }), params });
        const all = { stopPct: '40%', ...inputs };
        expect(JSON.stringify(commands)).toBe(
          JSON.stringify(playDay({ ...day, strategy: written(all) }).commands),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('has its own name, the limits of the day, and the text of eject', () => {
    const strategy = used(VALUES);
    expect(strategy.name).toBe('mine');
    expect(strategy.protections).toEqual(written(VALUES).protections);
    expect(strategy.ejected()).toEqual(written(VALUES).ejected());
  });

  it('has inputs as parameters, and what they fill only through them', () => {
    const params = applyParams(used({ stopPct: '25%' }), { lots: 3, level: 23_000 }, 'mine.yaml');
    expect(params).toMatchObject({
      ok: true,
      value: { stopPct: '25%', lots: 3, level: 23_000, exit: '15:10', underlying: 'NIFTY' },
    });
    expect(overridden({ stop: '20%' })).toContain('has no parameter "stop"');
    expect(overridden({ from: 1 })).toContain('has no parameter "from"');
    expect(overridden({ stopPct: 70 })).toContain('allowed  a percentage from 5% to 60%');
    expect(overridden({ stopPct: 20, exit: '14:00' })).toBe('taken');
  });

  it('refuses a parameter that the strategy cannot be made of', () => {
    expect(overridden({ lots: 1.5 })).toContain('no strategy under it: Wrong value of "lots"');
    expect(overridden({ enterAt: '15:20' })).toContain('Parameter "enterAt" of strategy "mine"');
  });

  it('refuses another value of what is read with the file', () => {
    expect(overridden({ dayLoss: 1_000 })).toContain('give it in the file');
    expect(overridden({ dayLoss: '9000 rupees' })).toBe('taken');
    const unknown = overridden({ dayLos: 1_000 });
    expect(unknown).toMatch(/allowed {2}.*stopPct/);
    expect(unknown).not.toMatch(/dayLoss/);
  });

  it('points at the value that was given, and names where it counts', () => {
    const text = using({ lots: 1.5 });
    expect(refused(text)).toMatch(
      /^mine\.yaml:4:17: Wrong value of "lots" \(input "lots" at straddle\.yaml:14:7\)\n/,
    );
  });
});

describe('a key beside "use" is refused', () => {
  it.each([
    [
      'an input',
      'lots: 2',
      '"lots" is an input of the blueprint',
      'Move it to "inputs", as "lots: 2"',
    ],
    [
      'what an input fills',
      'stop: 25%',
      '"stop" is filled by the input "stopPct" of the blueprint',
      'Move it to "inputs", as "stopPct: 25%"',
    ],
    [
      'what inputs fill in part',
      'rules: []',
      '"rules" stands in the blueprint, and its inputs fill it',
      'Move what differs to "inputs", as "enterAt"',
    ],
    [
      'what the blueprint says',
      'exit: 15:00',
      '"exit" stands in the blueprint, at straddle.yaml:12:1, and is not an input',
      'Make it an input there, or remove it here',
    ],
    [
      'what it could say',
      'risk: 1%',
      '"risk" belongs in the blueprint: a file that uses one has a name and inputs',
      'Write it in straddle.yaml',
    ],
    [
      'a misspelt input',
      'lot: 2',
      'Unknown key: the blueprint has an input "lots"',
      'as "lots: 2"',
    ],
    [
      'an input of another form',
      'lots: [2]',
      '"lots" is an input',
      'Move it to "inputs", as "lots"',
    ],
    ['anything else', 'gadget: 2', 'Unknown key', 'Remove it'],
    ['a name of every object', 'toString: 2', 'Unknown key', 'Remove it'],
  ])('%s', (...[, line, message, next]) => {
    const said = refused(`${using({ stopPct: '25%' })}${line}\n`);
    expect(said).toContain(`mine.yaml:5:1: ${message}`);
    expect(said).toContain(next);
  });

  it('after a blueprint that cannot be read, and may ask for it', () => {
    const said = refused(`${using({}).replace('straddle', 'lost')}lots: 2\n`);
    expect(said.match(/^mine.*/gm)).toEqual([
      'mine.yaml:3:6: No such file',
      'mine.yaml:5:1: Unknown key',
    ]);
  });

  it('beside "use" without a path', () => {
    const said = refused(`${using({}).replace('./straddle.yaml', '""')}lots: 2\n`);
    expect(said.match(/^mine.*/gm)).toEqual([
      'mine.yaml:3:6: Wrong value of "use"',
      'mine.yaml:5:1: Unknown key',
    ]);
  });
});

describe('a blueprint is refused', () => {
  const edited = (from: string, to: string): string => {
    expect(BLUEPRINT).toContain(from);
    return refused(BLUEPRINT.replace(from, to));
  };

  it('where it is right, not at all', () => {
    expect(refused(BLUEPRINT)).toBe('compiled');
  });

  it.each([
    ['an input without effect', 'stop: { input: stopPct }', 'stop: 30%', '"stopPct" has no effect'],
    ['a key beside an input', '{ input: lots }', '{ input: lots, or: 2 }', 'the whole value'],
    ['a name as an input', 'name: straddle', 'name: { input: way }', 'each file says its own'],
    ['the name of a parameter', 'stop: { input: stopPct }', 'stop: { input: exit }', 'no such'],
    ['bounds of a text', 'type: choice', 'min: 1, type: choice', 'no least or largest value'],
    ['bounds in disorder', 'max: 60%', 'max: 1%', '"max" is less than "min"'],
    ['a wrong name', 'level:', 'Le-vel:', 'Cannot name an input so'],
    ['a name that every object has', 'level:', 'constructor:', 'Cannot name an input so'],
    ['choices of another type', 'type: time,', 'type: time, choices: [a, b],', 'Only a choice'],
    ['a default beside choices', 'default: sell', 'default: short', 'none of the choices'],
  ])('for %s', (...[, from, to, message]) => {
    expect(edited(from, to)).toContain(message);
  });

  it('for an input with the name of another value', () => {
    const text = BLUEPRINT.replaceAll('enterAt', 'exit');
    expect(refused(text)).toContain('The strategy has a parameter of this name');
  });

  it('as one that uses another', () => {
    expect(refused(`${BLUEPRINT}use: ./straddle.yaml\n`)).toContain('Unknown key');
  });
});
