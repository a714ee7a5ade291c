import { describe, expect, it } from 'vitest';

import { invariant } from '../../base/invariant.ts';
import { compileStrategy } from '../compile-strategy.ts';
import { legsForm } from '../schema/legs.ts';
import { rulesForm } from '../schema/rules.ts';
import { type Outline, PLANNED_KEYS } from './outline.ts';

function outlineOf(lines: string, params: object = {}): Outline {
  const text = `name: s\nschemaVersion: 1\n${lines}`;
  const compiled = compileStrategy(text, 's.yaml');
  invariant(compiled.ok, JSON.stringify(compiled));
  const { outline, params: schema } = compiled.value;
  return outline(schema.parse(params));
}

const LEGS = `underlying: NIFTY
exit: 15:10
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: buy, type: PE, strike: ATM, lots: 3 }
`;

describe('legs at a time', () => {
  it('are entered together, once, under the parameters in force', () => {
    const outline = outlineOf(`entry: 09:20\n${LEGS}`, { lots: 5, exit: '15:00' });
    expect(outline).toMatchObject({
      underlying: 'NIFTY',
      exit: '15:00',
      entries: [{ choices: [['ce', 'pe']], starts: { times: 1 } }],
      legs: [
        { name: 'ce', lots: 5, hasStop: true },
        { name: 'pe', lots: 3, hasStop: true },
      ],
    });
  });
});

it('what is sized at its entry is bounded by the most lots, in whole sets', () => {
  const sized = LEGS.replace('stop:', 'risk: 5000 rupees\nmaxLots: 10\nstop:');
  const of = (lines: string, params = {}): readonly unknown[] =>
    outlineOf(`entry: 09:20\n${lines}`, params).legs.map(({ lots, units }) => ({ lots, units }));
  expect(of(sized)).toEqual([
    { lots: 10, units: null },
    { lots: 9, units: null },
  ]);
  expect(of(sized, { maxLots: 5 })).toMatchObject([{ lots: 5 }, { lots: 3 }]);
  const inUnits = LEGS.replace('stop:', 'units: 150\nstop:');
  expect(of(inUnits)).toMatchObject([{ units: 150 }, { lots: 3, units: null }]);
});

it('a breakout enters the legs of one side', () => {
  const entry = 'entry: { range: 15 minutes, bar: 5 minutes, before: 14:00 }\n';
  const sided = LEGS.replace('side: sell', 'when: above, side: sell');
  expect(outlineOf(entry + sided).entries[0]?.choices).toEqual([['ce', 'pe'], ['pe']]);
});

describe('a rule', () => {
  it('enters as often as its trigger and its pace let it', () => {
    const rules = (...lines: readonly string[]): Outline['entries'] =>
      outlineOf(`${LEGS}rules:\n${lines.map((line) => `  - ${line}\n`).join('')}`).entries;
    const then = 'then: [{ enter: [ce] }]';
    const found = rules(
      `{ when: { at: 09:20 }, ${then}, times: 9 }`,
      `{ when: { every: 5m, from: 10:00, to: 11:00 }, ${then} }`,
      `{ when: { bar: 15m }, ${then}, cooldown: 1h }`,
      `{ when: { becomes: index > 1 }, ${then}, times: 2 }`,
      `{ when: { session: open }, ${then} }`,
      `{ when: { fill: ce }, ${then} }`,
      `{ when: { cron: '*/15 10-11 * * *' }, ${then} }`,
      `{ when: { cron: '*/10 * 10 * * *' }, ${then}, times: 3 }`,
    ).map(({ starts }) => starts);
    expect(found).toEqual([
      { times: 1 },
      { apartMs: 300_000, from: '10:00', to: '11:00' },
      { apartMs: 3_600_000 },
      { times: 2 },
      { isAtOpen: true },
      {},
      { times: 8, apartMs: 60_000 },
      { times: 3, apartMs: 1_000 },
    ]);
  });

  it('counts each of its entries, and no leg that no rule enters', () => {
    const outline = outlineOf(
      `${LEGS}rules:\n  - { when: { at: 09:20 }, then: [{ enter: [ce] }, { wait: 5m }, { enter: [ce] }] }\n`,
    );
    expect(outline.entries).toHaveLength(2);
    expect(outline.legs.map(({ name }) => name)).toEqual(['ce']);
  });

  it('counts entries in every round, and those of all branches', () => {
    const rule = `when: { every: 5m }
    then:
      - repeat: { times: 3, then: [{ choose: [{ if: time > 10:00, then: [{ enter: [ce] }] }] }] }
      - choose: [{ if: time > 10:00, then: [{ wait: 5m }] }]
        otherwise: [{ enter: [pe] }]`;
    const { entries } = outlineOf(`${LEGS}rules:\n  - ${rule}\n`);
    expect(entries.map(({ choices }) => choices.flat().join())).toEqual(['ce', 'ce', 'ce', 'pe']);
    // One start may wait and the next one not: they can come together.
    expect(entries.every(({ starts }) => starts.isQueued === true)).toBe(true);
  });
});

it('positions and signals are messages to the platform', () => {
  const position = `position:\n  ticker: NIFTY\n  start: 09:20\n  squareOff: 15:10\n  legs: [{ a: 1 }]\n`;
  expect(outlineOf(position)).toMatchObject({ messagesAt: ['09:20', '15:10'], exit: '15:10' });
  const signals = `signals:\n  - { at: 09:30, trades: NIFTY1! buy 1, tag: t, brokers: [b] }\n`;
  expect(outlineOf(signals)).toMatchObject({ messagesAt: ['09:30'], exit: null, legs: [] });
  expect(outlineOf(signals).unclosed).toEqual(['NIFTY1! +1']);
  const closed = `${signals}  - { at: 15:00, trades: NIFTY1! sell 1, tag: u, brokers: [b] }\n`;
  expect(outlineOf(closed).unclosed).toEqual([]);
});

it('knows every key of the files around legs', () => {
  expect(new Set(PLANNED_KEYS.file)).toEqual(new Set(Object.keys(legsForm.shape)));
  const ofRules = Object.keys(rulesForm.shape).filter(
    (key) => !['rules', 'variables', 'parameters', 'sources'].includes(key),
  );
  expect(PLANNED_KEYS.file).toEqual(expect.arrayContaining(ofRules));
});

it('counts each time of entry, and what enters again after a stop or a target', () => {
  const again = (times: number): string => `{ reenter: { how: at-cost, times: ${String(times)} } }`;
  const legs = LEGS.replace('strike: ATM }', `strike: ATM, target: 9%, onTarget: ${again(3)} }`);
  const { entries } = outlineOf(`entry: [09:20, 11:00]\nonStop: ${again(2)}\n${legs}`);
  expect(entries).toEqual([
    { choices: [['ce', 'pe']], starts: { times: 2 } },
    { choices: [['ce']], starts: { times: 2 } },
    { choices: [['ce']], starts: { times: 3 } },
    { choices: [['pe']], starts: { times: 2 } },
  ]);
});
