import { describe, expect, it } from 'vitest';

import { shippedYaml } from '../../../test/strategies/play-both.ts';
import { shippedFiles } from '../../../test/support/shipped-strategies.ts';
import { invariant } from '../../base/invariant.ts';
import { formatProblem } from '../../base/problem.ts';
import { compileStrategy } from '../compile-strategy.ts';
import { type LegInUnits } from './uneven-units.ts';

const HOURS = { date: '2026-10-30', open: '09:15', close: '15:30', intradayEnd: '15:25' };

/** The doubts of a file, `line:column message`. */
function doubts(text: string, hours = HOURS): readonly string[] {
  const compiled = compileStrategy(text, 's.yaml');
  invariant(compiled.ok, compiled.ok ? '' : compiled.error.map(formatProblem).join('\n'));
  return compiled.value
    .doubts(hours)
    .map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
}

const HEAD = 'name: s\nschemaVersion: 1\nunderlying: NIFTY\n';
const LEGS = `legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
  pe: { side: sell, type: PE, strike: ATM, stop: 30% }
`;

function timed(entry: string, exit: string, more = ''): readonly string[] {
  return doubts(`${HEAD}entry: ${entry}\nexit: ${exit}\n${more}${LEGS}`);
}

function ruled(...rules: readonly string[]): readonly string[] {
  return doubts(
    `${HEAD}exit: 15:10\n${LEGS}rules:\n${rules.map((one) => `  - ${one}\n`).join('')}`,
  );
}

const ENTER = '{ when: { at: 09:20 }, then: [{ enter: all }] }';

describe('units that are no whole lots', () => {
  const told = (
    more: string,
    ofDay: Pick<LegInUnits, 'units' | 'lotsUnits'>,
  ): readonly string[] => {
    const compiled = compileStrategy(`${HEAD}entry: 09:20\nexit: 15:10\n${more}`, 's.yaml');
    invariant(compiled.ok, 'It compiles');
    const legs = ['ce', 'pe'].map((name) => ({ name, underlying: 'NIFTY', ...ofDay }));
    return compiled.value.doubts(HOURS, legs).map(formatProblem);
  };

  it('give one warning, with the lot of the day and the nearest units', () => {
    const [one = '', ...more] = told(`units: 60\n${LEGS}`, { units: 60, lotsUnits: [65] });
    expect(more).toEqual([]);
    expect(one).toContain(
      's.yaml:6:8: "units" is no whole number of lots, and its entry is not traded: a lot of NIFTY is 65 units on 2026-10-30\n',
    );
    expect(one).toContain('found    60\n  next     Write 65 or 130');
  });

  it('are pointed at where the leg says them', () => {
    const [one = '', other = ''] = told(LEGS.replaceAll('30% }', '30%, units: 150 }'), {
      units: 150,
      lotsUnits: [65],
    });
    expect(one).toContain('s.yaml:7:62: "legs.ce.units" is no whole number of lots');
    expect(one).toContain('next     Write 130 or 195');
    expect(other).toContain('"legs.pe.units"');
  });

  it('are whole lots of any contract that is listed, and of one that is not known', () => {
    const file = `units: 150\n${LEGS}`;
    expect(told(file, { units: 150, lotsUnits: [65, 75] })).toEqual([]);
    expect(told(file, { units: 150, lotsUnits: [] })).toEqual([]);
  });
});

it('says that a limit of the week is below that of the day', () => {
  const limited = (week: string): readonly string[] =>
    timed('09:20', '15:10', `protections: { dayLoss: 5000 rupees, weekLoss: ${week} }\n`);
  expect(limited('4999.50 rupees')).toEqual([
    '6:48 "protections.weekLoss" is less than "dayLoss": one day can lock the week before its own limit',
  ]);
  expect(limited('5000 rupees')).toEqual([]);
});

it('says that an expiry has passed, at its place', () => {
  const expiry = (date: string): readonly string[] => {
    const legs = LEGS.replace('stop: 30% }', `stop: 30%, expiry: ${date} }`);
    return doubts(`${HEAD}entry: 09:20\nexit: 15:10\nexpiry: 2025-01-07\n${legs}`);
  };
  const ofFile = '6:9 "expiry" has passed: nothing that expired then can be traded';
  expect(expiry('2026-10-30')).toEqual([ofFile]);
  expect(expiry('2026-10-29')).toEqual([
    ofFile,
    '8:63 "legs.ce.expiry" has passed: nothing that expired then can be traded',
  ]);
});

describe('a time', () => {
  it('before the open enters nothing', () => {
    expect(timed('09:10', '15:10')).toEqual(['4:8 "entry" is before the market opens at 09:15']);
    expect(timed('03:20', '15:10')).toHaveLength(1);
    expect(timed('09:15', '15:10')).toEqual([]);
  });

  it('from which on entries are refused enters nothing', () => {
    expect(timed('15:25', '15:26')).toEqual([
      '4:8 "entry" is when entries have ended, at 15:25',
      '5:7 "exit" comes after 15:25, when intraday positions are closed anyway',
    ]);
    expect(timed('15:26', '15:29', 'product: carry-forward\n')).toEqual([]);
  });

  it('at which the market is closed exits nothing', () => {
    expect(timed('09:20', '15:30')).toEqual(['5:7 "exit" is not before the close at 15:30']);
    expect(timed('09:20', '15:25')).toEqual([]);
  });

  it('is that of the day', () => {
    const evening = { ...HOURS, open: '18:00', close: '19:00', intradayEnd: '18:55' };
    expect(doubts(`${HEAD}entry: 09:20\nexit: 15:10\n${LEGS}`, evening)).toHaveLength(2);
  });

  it('of a rule counts where the rule enters', () => {
    expect(ruled('{ when: { at: 09:00 }, then: [{ enter: all }] }')).toEqual([
      '9:19 "rules[0].when.at" is before the market opens at 09:15',
    ]);
    expect(ruled(ENTER, '{ when: { at: 09:00 }, then: [{ alert: good morning }] }')).toEqual([]);
  });
});

describe('a rule', () => {
  it('that waits for a leg that no rule enters never starts', () => {
    expect(
      ruled(
        '{ when: { at: 09:20 }, then: [{ enter: [ce] }] }',
        '{ when: { fill: pe }, then: [{ exit: all }] }',
      ),
    ).toEqual(['7:3 No rule enters "pe"', '10:21 This rule never starts: no rule enters "pe"']);
  });

  it('that waits for a stop or target that no leg has never starts', () => {
    expect(ruled(ENTER, '{ when: { fill: ce, role: stop }, then: [{ exit: all }] }')).toEqual([]);
    expect(ruled(ENTER, '{ when: { fill: ce, role: exit }, then: [{ alert: out }] }')).toEqual([]);
    expect(
      ruled(ENTER, '{ when: { rejection: ce, role: target }, then: [{ exit: all }] }'),
    ).toEqual(['10:36 This rule never starts: "ce" has no target or indexTarget']);
  });

  it('has a name of its own', () => {
    const named = ENTER.replace('{ when', '{ name: a, when');
    expect(ruled(named, named.replace('09:20', '10:20'))).toEqual([
      '10:13 Rule 1 has this name already',
    ]);
  });
});

describe('a wait that skips', () => {
  const waits = (actions: string): readonly string[] =>
    ruled(ENTER, `{ when: { at: 14:00 }, then: [${actions}] }`);
  const LEFT_OUT = 'When sauda is down at the end of this wait, the exit after it is left out';

  it.each([
    ['skip', '10:59'],
    ['{ fire-if-within: 2m }', '10:59'],
  ])('with onRestart: %s leaves out the exit after it', (how, place) => {
    const [told] = waits(`{ wait: 30m, onRestart: ${how} }, { exit: all }`);
    expect(told).toBe(`${place} ${LEFT_OUT}`);
  });

  it.each(['fire', 'ask'])('with onRestart: %s leaves nothing out', (how) => {
    expect(waits(`{ wait: 30m, onRestart: ${how} }, { exit: all }`)).toEqual([]);
  });

  it('may come after the exit, or before an alert', () => {
    expect(waits('{ exit: all }, { wait: 30m, onRestart: skip }, { alert: out }')).toEqual([]);
  });

  it('leaves out an exit of an outer list, and one inside of another action', () => {
    const wait = '{ wait: 30m, onRestart: skip }';
    const branch = (then: string): string => `{ choose: [{ if: index > 1, then: [${then}] }] }`;
    expect(waits(`${branch(wait)}, { exit: [ce] }`)).toHaveLength(1);
    expect(waits(`${wait}, ${branch('{ exit: [ce] }')}`)).toHaveLength(1);
    expect(waits(`${branch(wait)}, { alert: out }`)).toEqual([]);
  });
});

describe('a name that rules', () => {
  const with_ = (declared: string, rule: string): readonly string[] =>
    doubts(`${HEAD}exit: 15:10\n${declared}\n${LEGS}rules:\n  - ${ENTER}\n  - ${rule}\n`);
  const PARAMETER = 'parameters: { level: { default: 24500 points } }';

  it('do not read has no effect', () => {
    const rule = '{ when: { becomes: index > 24500 }, then: [{ alert: up }] }';
    expect(with_(PARAMETER, rule)).toEqual([
      '5:15 No rule reads the parameter "level": a configuration that sets it changes nothing',
    ]);
    const set = '{ when: { bar: 5m }, then: [{ set: { count: 1 } }] }';
    expect(with_('variables: { count: 0 }', set)).toEqual([
      '5:14 No rule reads the variable "count": nothing depends on it',
    ]);
  });

  it('read has one', () => {
    const rule = '{ when: { becomes: index > level }, then: [{ alert: up }] }';
    expect(with_(PARAMETER, rule)).toEqual([]);
    const count = '{ when: { bar: 5m }, then: [{ set: { count: count + 1 } }] }';
    expect(with_('variables: { count: 0 }', count)).toEqual([]);
  });
});

describe('a sold leg', () => {
  const bare = (more: string): readonly string[] =>
    doubts(`${HEAD}entry: 09:20\nexit: 15:10\n${more}`);
  const SOLD = 'legs:\n  ce: { side: sell, type: CE, strike: ATM }\n';

  it('needs something that closes it', () => {
    expect(bare(SOLD)).toEqual([
      '7:3 "ce" is sold, and nothing closes it before 15:10, whatever it loses',
    ]);
  });

  it.each([
    ['a stop', SOLD.replace('ATM', 'ATM, stop: 30%')],
    ['a stop of all', `stop: 30%\n${SOLD}`],
    ['a limit of the day', `protections: { dayLoss: 5000 rupees }\n${SOLD}`],
    ['a limit of the whole', `whole: { stop: 5000 rupees }\n${SOLD}`],
    ['a bought leg of its type', `${SOLD}  wing: { side: buy, type: CE, strike: OTM4 }\n`],
  ])('may have %s', (_, more) => {
    expect(bare(more)).toEqual([]);
  });

  it('is not closed by a bought leg of the other type', () => {
    expect(bare(`${SOLD}  wing: { side: buy, type: PE, strike: OTM4 }\n`)).toHaveLength(1);
  });

  it('may be closed by a rule', () => {
    const rules = `rules:\n  - ${ENTER}\n  - { when: { becomes: profit < -5000 rupees }, then: [{ exit: all }] }\n`;
    expect(doubts(`${HEAD}exit: 15:10\n${SOLD}${rules}`)).toEqual([]);
    const inside = rules.replace(
      '[{ exit: all }]',
      '[{ repeat: { times: 2, then: [{ exit: all }] } }]',
    );
    expect(doubts(`${HEAD}exit: 15:10\n${SOLD}${inside}`)).toEqual([]);
    expect(doubts(`${HEAD}exit: 15:10\n${SOLD}rules:\n  - ${ENTER}\n`)).toHaveLength(1);
  });
});

describe('an entry of a file with risk', () => {
  const CONDOR = `legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
  wing: { side: buy, type: CE, strike: OTM4 }
  pe: { side: sell, type: PE, strike: ATM, stop: 30% }
`;
  const APART =
    '"ce" is entered apart from "wing": "risk" sizes each entry by itself, and the hedge may be the smaller one';
  const entering = (rules: string, size = 'risk: 5000 rupees\nmaxLots: 10\n'): readonly string[] =>
    doubts(`${HEAD}exit: 15:10\n${size}${CONDOR}rules:\n${rules}`);
  const rule = (then: string): string => `  - { when: { at: 09:20 }, then: [${then}] }\n`;

  it('keeps a sold leg and the bought one of its type together', () => {
    expect(entering(rule('{ enter: [wing, pe] }, { enter: [ce] }'))).toEqual([`12:60 ${APART}`]);
    expect(entering(rule('{ enter: [wing] }') + rule('{ enter: [ce, pe] }'))).toEqual([
      `13:37 ${APART}`,
    ]);
    const inside = '{ repeat: { times: 2, then: [{ enter: [ce] }] } }';
    expect(entering(rule('{ enter: all }') + rule(inside))).toEqual([`13:66 ${APART}`]);
  });

  it('may be of all of them, of a sold leg that no bought one covers, or of a hedge', () => {
    expect(entering(rule('{ enter: all }'))).toEqual([]);
    expect(entering(rule('{ enter: [pe] }, { enter: [ce, wing] }'))).toEqual([]);
    expect(entering(rule('{ enter: all }, { exit: [wing] }, { enter: [wing] }'))).toEqual([]);
  });

  it('may part them where lots are fixed', () => {
    expect(entering(rule('{ enter: [wing] }, { enter: [ce, pe] }'), 'lots: 2\n')).toEqual([]);
  });
});

it('has a source that no rule reads, and not one that a rule reads or waits for', () => {
  const sources = `sources:
  vix: { file: ./vix.ts, fields: { level: number } }
  flow: { file: ./flow.ts, fields: { vix: number } }
`;
  const told = (rule: string): readonly string[] =>
    doubts(`${HEAD}exit: 15:10\n${sources}rules:\n  - ${rule}\n`);
  const unread = (line: number, name: string): string =>
    `${String(line)}:3 No rule reads the source "${name}": what it brings changes nothing`;
  expect(told('{ when: { source: flow }, then: [{ alert: a }] }')).toEqual([unread(6, 'vix')]);
  // A field of that name is none of the source.
  expect(told('{ when: { becomes: flow.vix > 1 }, then: [{ alert: a }] }')).toEqual([
    unread(6, 'vix'),
  ]);
  const both = '{ when: { source: flow }, if: vix.level > 1, then: [{ alert: a }] }';
  expect(told(both)).toEqual([]);
});

it.each(shippedFiles().filter((file) => file.endsWith('.yaml')))(
  'says nothing of %s, which ships',
  (file) => {
    expect(shippedYaml(file.replace(/\.yaml$/, '')).doubts(HOURS)).toEqual([]);
  },
);
