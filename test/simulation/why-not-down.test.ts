import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { strategiesOfJournal } from '../../src/day/journal/journal-strategies.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { invariant } from '../../src/base/invariant.ts';
import { type ClockTime } from '../../src/model/time/ist.ts';
import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { traceJournal } from '../../src/research/traces/traced-day.ts';
import { whyNot } from '../../src/research/traces/why-not.ts';
import { type WhyNotAnswer } from '../../src/research/traces/why-not-answer.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { compiled } from '../strategies/play-both.ts';
import { at, DATE, processOf } from '../support/recorded-day.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const YAML = `name: gone
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
  - name: waits
    when: { at: 10:00 }
    then: [{ wait: 10m }, { alert: waited }]
  - name: leaves-out
    when: { at: 10:00 }
    then: [{ wait: 10m, onRestart: skip }, { alert: waited }]
  - name: high
    when: { every: 1m, from: '09:30', to: '11:00' }
    if: index > 100000
    then: [{ alert: high }]
`;

const directory = mkdtempSync(join(tmpdir(), 'sauda-why-not-down-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** The journal of a day on which the program was killed at 10:05 and started again at 10:20. */
async function journaled(form: 'yaml' | 'ts'): Promise<string> {
  const path = join(directory, `gone.${form}`);
  writeFileSync(path, form === 'yaml' ? YAML : ejectedText(compiled(YAML)));
  const strategies = await loadAll([path]);
  const journalPath = join(directory, `${form}.journal`);
  for (const [from, until] of [
    ['09:58', '10:05'],
    ['10:20', '10:32'],
  ] as const) {
    const opened = openDayJournal({ path: journalPath, account: 'test', mode: 'paper' });
    const { journal } = valueOf(opened);
    await processOf({ strategies, journal, fromMs: at(from), untilMs: at(until) });
    journal.close();
  }
  return journalPath;
}

async function answerOf(journalPath: string, name: string, time: ClockTime): Promise<WhyNotAnswer> {
  const strategyFor = valueOf(await strategiesOfJournal(journalPath, null));
  const options = { journalPath, date: DATE, knowledge: loadMarketKnowledge(), strategyFor };
  const moment = askedMoment(DATE, time);
  const [run] = valueOf(traceJournal(options, () => moment));
  invariant(run !== undefined, 'Nothing was run');
  const answer = whyNot(
    run,
    run.trace.parts.findIndex((part) => part.name === name),
    moment,
  );
  invariant(answer !== null, 'It has no such rule');
  return answer;
}

it.each(['yaml', 'ts'] as const)(
  'a recorded day of %s says from when to when it was down, and what came of each rule',
  async (form) => {
    const journalPath = await journaled(form);
    const waits = await answerOf(journalPath, 'waits', '10:12');
    expect(waits).toMatchObject({
      code: 'program-down',
      did: [],
      gap: { why: 'down', untilMs: at('10:20'), found: { code: 'acted' } },
    });
    expect(waits.gap?.fromMs).toBeGreaterThan(at('10:04:50'));
    expect(waits.gap?.fromMs).toBeLessThanOrEqual(at('10:05'));
    expect(await answerOf(journalPath, 'leaves-out', '10:10')).toMatchObject({
      code: 'program-down',
      gap: { found: { code: 'kept-back', keptBack: { why: 'wait-missed' } } },
    });
    expect(await answerOf(journalPath, 'high', '10:15')).toMatchObject({
      code: 'program-down',
      gap: { found: { code: 'condition-false' } },
    });
    expect(await answerOf(journalPath, 'high', '10:30')).toMatchObject({
      code: 'condition-false',
      gap: null,
    });
  },
);
