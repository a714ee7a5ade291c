import { describe, expect, it } from 'vitest';

import { type ClockTime, instantAt, istClock } from '../../src/model/time/ist.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { createRun, type StrategyRun } from '../../src/host/run.ts';
import { type TimedCommand } from '../../src/ports/run-host.ts';
import { at, type GoneProcess, processOf } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';
import { tradingDay } from '../../src/host/testing/inputs.ts';
import { questionName } from '../../src/language/rules/action-flow.ts';
import { compiled } from './play-both.ts';
import { type DayScript, inShort, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
variables: { count: 0 }
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

/** What a day of rules asks for, the exit at the end apart. */
function day(rules: string, script: Partial<DayScript> = {}): readonly string[] {
  return playDay({ strategy: compiled(`${HEAD}rules:\n${rules}`), ...script }).log.slice(0, -1);
}

/** The index at 24,000 until 11:00 and at 24,187 from then on. */
const UP_AT_11 = (time: ClockTime): number => (time < '11:00' ? 24_000 : 24_187);

describe('repeat', () => {
  it('does its actions so often, each round after the one before', () => {
    const rules = `  - when: { at: 10:00 }
    then:
      - repeat: { times: 3, then: [{ set: { count: count + 1 } }, { alert: again }, { wait: 1m }] }
      - alert: done
  - { when: { at: 10:05 }, if: count = 3, then: [{ alert: three }] }
`;
    expect(day(rules)).toEqual([
      ...['10:00:00', '10:01:00', '10:02:00'].map((time) => `${time} alert info: again`),
      '10:03:00 alert info: done',
      '10:05:00 alert info: three',
    ]);
  });

  it('ends before a round where its while is false, and after one where its until is true', () => {
    const rounds = (limit: string): readonly string[] =>
      day(`  - when: { at: 10:59 }
    then: [{ repeat: { times: 10, ${limit}, then: [{ alert: round }, { wait: 30s }] } }, { alert: done }]
`);
    expect(rounds('while: time < 10:59:59')).toEqual([
      '10:59:00 alert info: round',
      '10:59:30 alert info: round',
      '11:00:00 alert info: done',
    ]);
    expect(rounds('until: time >= 10:59:30')).toEqual([
      '10:59:00 alert info: round',
      '10:59:30 alert info: done',
    ]);
    expect(rounds('while: index < 0')).toEqual(['10:59:00 alert info: done']);
    // What is not known neither begins a round nor ends one.
    expect(rounds('while: price(ce) > 0')).toEqual(['10:59:00 alert info: done']);
    expect(rounds('until: price(ce) > 0')).toHaveLength(11);
  });

  it('of a hundred rounds at one instant comes to its end', () => {
    const rules = `  - when: { at: 10:00 }
    then: [{ repeat: { times: 100, then: [{ repeat: { times: 3, then: [{ set: { count: count + 1 } }] } }] } }]
  - { when: { at: 10:01 }, if: count = 300, then: [{ alert: counted }] }
`;
    expect(day(rules)).toEqual(['10:01:00 alert info: counted']);
  });
});

describe('choose', () => {
  const rules = (branches: string): string => `  - when: { every: 1h, from: 10:30, to: 12:00 }
    then: [{ alert: before }, ${branches}, { alert: after }]
`;
  const log = (branches: string): readonly string[] =>
    day(rules(branches), { index: UP_AT_11 }).map((line) => line.replace(' alert info:', ''));

  it('takes the first branch whose condition is true, and goes on after it', () => {
    const branches = `{ choose: [{ if: index > 24500, then: [{ alert: never }] }, { if: index > 24100, then: [{ alert: high }, { wait: 1m }] }, { if: index > 24150, then: [{ alert: second }] }] }`;
    expect(log(branches)).toEqual([
      ...['10:30:00 before', '10:30:00 after'],
      ...['11:30:00 before', '11:30:00 high', '11:31:00 after'],
    ]);
  });

  it('takes otherwise where none is true, also where one is not known', () => {
    const branches = `{ choose: [{ if: price(ce) > 100, then: [{ alert: dear }] }], otherwise: [{ alert: else }] }`;
    expect(log(branches).filter((line) => line.endsWith('else'))).toHaveLength(2);
  });

  it('enters by the branch that it takes', () => {
    const enter = `  - when: { at: 11:30 }
    then: [{ choose: [{ if: index > 24100, then: [{ enter: [ce] }] }] }]
`;
    expect(day(enter, { index: UP_AT_11 })).toEqual(['11:30:00 place ce/entry sell 75 24200CE']);
  });
});

describe('a wait for a condition', () => {
  const rules = (atMost: string): string => `  - when: { at: 10:55 }
    then: [{ wait: { until: index > 24100, atMost: ${atMost} } }, { alert: on }]
`;

  it('is over once it is true, or when it has lasted long enough', () => {
    expect(day(rules('10m'), { index: UP_AT_11 })).toEqual(['11:00:00 alert info: on']);
    expect(day(rules('3m'), { index: UP_AT_11 })).toEqual(['10:58:00 alert info: on']);
    expect(day(rules('10m').replace('10:55', '12:00'), { index: UP_AT_11 })).toEqual([
      '12:00:00 alert info: on',
    ]);
  });
});

const WAITS = `  - when: { at: 10:00 }
    then:
      - choose: [{ if: time > 09:00, then: [{ wait: 5m, onRestart: POLICY }, { alert: inner }] }]
      - { enter: [ce] }
      - alert: outer
`;

function acrossGap(policy: string, until: string): readonly string[] {
  return acrossGapOf(WAITS.replace('POLICY', policy), until);
}

/** What rules do where nothing ran from 10:02 until then. */
function acrossGapOf(rules: string, until: string): readonly string[] {
  return runAcrossGap(rules, until).said;
}

/** What is asked after a gap of which the end is 10:30, and what comes of the answer at 10:31. */
function answeredAfterGap(
  answer: 'yes' | 'no',
  question = 'rule-1',
): { readonly asked: readonly string[]; readonly after: readonly string[] } {
  const { run, said } = runAcrossGap(WAITS.replace('POLICY', 'ask'), '10:30');
  const atMs = instantAt('2026-11-20', '10:31');
  const { commands } = run.deliver({ kind: 'question-answered', atMs, question, answer });
  return { asked: said, after: commands.map(inLine) };
}

function inLine({ atMs, command }: TimedCommand): string {
  return `${istClock(atMs)} ${inShort(command)}`;
}

function runAcrossGap(
  rules: string,
  until: string,
): { readonly run: StrategyRun; readonly said: readonly string[] } {
  const strategy = compiled(`${HEAD}rules:\n${rules}`);
  const date = '2026-11-20';
  const header = {
    runId: 'r',
    strategy: 's',
    date,
    mode: 'paper',
    account: 'a',
    seed: '',
  } as const;
  const params: unknown = strategy.params.parse({});
  const run = createRun({ strategy, params, header, day: tradingDay() });
  run.start(instantAt(date, '09:15'));
  run.advanceTo(instantAt(date, '10:02'));
  const { commands } = run.passGap(instantAt(date, until));
  return { run, said: commands.map(inLine) };
}

describe('a wait that ended while nothing ran', () => {
  it.each([
    ['fire', '10:30'],
    ['skip', '10:05'],
    ['{ fire-if-within: 2m }', '10:07'],
    ['ask', '10:05'],
  ])('goes on by %s where it is noticed at %s', (policy, until) => {
    expect(acrossGap(policy, until)[0]).toBe('10:05:00 alert info: inner');
  });

  it.each([
    ['skip', '10:05:01', 'warning: Stopped'],
    ['{ fire-if-within: 2m }', '10:07:01', 'warning: Stopped'],
  ])('does nothing of what follows, on any level, by %s at %s', (policy, until, said) => {
    const all = acrossGap(policy, until);
    expect(all).toHaveLength(1);
    expect(all[0]).toContain(`10:05:00 alert ${said} rule 1: its wait ended`);
  });

  it('asks by ask, and does what follows only when the answer is yes', () => {
    const { asked, after } = answeredAfterGap('yes');
    expect(asked).toEqual([
      '10:05:00 ask rule-1: Decide on rule 1: its wait ended at 10:05:00 IST while sauda was not running. "yes" does now: alert, enter ce, alert; "no" skips it',
    ]);
    expect(after[0]).toBe('10:31:00 alert info: inner');
    expect(answeredAfterGap('no').after).toEqual([]);
  });

  it('asks under a name that can be typed, whatever code calls its rule', () => {
    expect(questionName('rule "Enter: when the range is CALM, as on most mornings"')).toBe(
      'rule-enter-when-the-range-is-calm-as-on',
    );
    expect(questionName('rule "उदय"')).toBe('rule');
  });

  it('takes the answer to its own question alone', () => {
    expect(answeredAfterGap('yes', 'rule-2').after).toEqual([]);
  });

  it('asks by a name of its own where another start of the rule waits for its answer', () => {
    const beside = `  - when: { every: 1m, from: 10:00, to: 10:02 }
    mode: parallel
    then: [{ wait: 5m, onRestart: ask }, { alert: 'after {now}' }]
`;
    const { run, said } = runAcrossGap(beside, '10:30');
    expect(said).toEqual([
      expect.stringMatching(/^10:05:00 ask rule-1: /),
      expect.stringMatching(/^10:06:00 ask rule-1-2: /),
    ]);
    const answered = (question: string, clock: ClockTime): readonly string[] => {
      const atMs = instantAt('2026-11-20', clock);
      const input = { kind: 'question-answered', atMs, question, answer: 'yes' } as const;
      return run.deliver(input).commands.map(inLine);
    };
    expect(answered('rule-1-2', '10:31')).toHaveLength(1);
    expect(answered('rule-1-2', '10:32')).toEqual([]);
    expect(answered('rule-1', '10:33')).toHaveLength(1);
  });

  it('counts what other rounds would have done as not done, but not after the last', () => {
    const rounds = `  - when: { at: 10:00 }
    then: [{ repeat: { times: 2, then: [{ wait: FIRST, onRestart: ask }, { alert: round }] } }, { exit: all }]
`;
    const [first = ''] = acrossGapOf(rounds.replace('FIRST', '5m'), '10:30');
    expect(first).toMatch(/"yes" does now: alert, repeat, exit all; "no" skips it$/);
    const [last = ''] = acrossGapOf(rounds.replace('FIRST', '90s'), '10:30');
    expect(last).toMatch(/"yes" does now: alert, exit all; "no" skips it$/);
  });
});

describe('a wait on a journaled day', async () => {
  const said = ({ commands }: GoneProcess): readonly string[] =>
    commands.map((line) => {
      const { atMs, command } = JSON.parse(line) as { atMs: number; command: { message: string } };
      return `${istClock(atMs)} ${command.message}`;
    });
  const strategies = await loadAll([
    compiled(`name: waits
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
  - { name: late, when: { at: 10:00 }, then: [{ wait: 5m }, { alert: late }] }
  - { name: never, when: { at: 10:00 }, then: [{ wait: 5m, onRestart: skip }, { alert: never }] }
  - { name: soon, when: { at: 10:00 }, then: [{ wait: 20m, onRestart: ask }, { alert: soon }] }
`),
  ]);
  const parts = { strategies, fromMs: at('09:55'), untilMs: at('10:25') };

  it('is decided once: every later process decides the same from the record', async () => {
    const journal = createMemoryJournal();
    await processOf({ ...parts, journal, untilMs: at('10:02') });
    const second = await processOf({
      ...parts,
      journal,
      fromMs: at('10:15'),
      untilMs: at('10:17'),
    });
    const stopped =
      'Stopped rule "never": its wait ended while sauda was not running; not done: alert';
    expect(said(second)).toEqual(['10:15:00 late', `10:15:00 ${stopped}`]);
    const third = await processOf({ ...parts, journal, fromMs: at('10:18') });
    expect(said(third)).toEqual([...said(second), '10:20:00 soon']);
  });
});
