import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { NO_PROTECTIONS } from '../../src/model/runs/run-policies.ts';
import { withPolicies } from '../../src/loading/load-strategy.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, simulatedDay, valueOf } from '../support/simulated-day.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { compiled } from '../strategies/play-both.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-file-protections-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
const nifty = join(directory, 'nifty.csv');
/** The index sinks by one percent from the open to the close. */
const sinking = barLines('2024-03-04').map((line, minute) => {
  const [stamp = ''] = line.split(',');
  const level = (22_400 * (1 - minute / 37_500)).toFixed(2);
  return [stamp, level, level, level, level].join(',');
});
writeFileSync(nifty, indexCsv(sinking));

/** Four round trips, each closed with a loss within the hour. */
const LOSING = `name: losing
schemaVersion: 1
underlying: NIFTY
entry: [10:00, 11:00, 12:00, 13:00]
exit: 15:10
legs: { ce: { side: buy, type: CE, strike: ATM, stop: 2% } }
`;

type Form = 'yaml' | 'ts';

let files = 0;

/** The strategy's file, as it is or ejected: a new one each time, since a module is loaded once. */
function written(text: string, form: Form): string {
  files += 1;
  const path = join(directory, `losing-${String(files)}.${form}`);
  writeFileSync(path, form === 'yaml' ? text : ejectedText(compiled(text)));
  return path;
}

interface Given {
  readonly form?: Form;
  readonly streakMax?: number;
  readonly text?: string;
}

/** Hours of the entries that were filled. */
async function entries(protections: string, { form = 'yaml', streakMax, text = LOSING }: Given) {
  const loaded = await loadAll([written(text + protections, form)]);
  const configured = { protections: { ...NO_PROTECTIONS, losingStreakMax: streakMax ?? null } };
  const strategies = loaded.map((one) => ({
    ...one,
    policies: withPolicies(one.policies, configured),
  }));
  const result = valueOf(await backtest({ prices: { files: [nifty] }, strategies }));
  const fills = result.days.flatMap((day) => day.fills);
  const exits = fills.filter(({ role }) => role !== 'entry');
  const hours = fills.filter(({ role }) => role === 'entry').map(({ atMs }) => istClock(atMs));
  return { hours: hours.map((clock) => clock.slice(0, 2)), exits };
}

describe.each<Form>(['yaml', 'ts'])('a strategy in %s', (form) => {
  it('stops after so many losing round trips', async () => {
    expect((await entries('', { form })).hours).toEqual(['10', '11', '12', '13']);
    const { hours } = await entries('protections: { losingStreak: 2 }\n', { form });
    expect(hours).toEqual(['10', '11']);
  });

  it('is tightened by a configuration, and not loosened', async () => {
    const two = 'protections: { losingStreak: 2 }\n';
    expect((await entries(two, { form, streakMax: 1 })).hours).toEqual(['10']);
    expect((await entries(two, { form, streakMax: 9 })).hours).toEqual(['10', '11']);
    expect((await entries('', { form, streakMax: 1 })).hours).toEqual(['10']);
  });

  it('closes everything at the loss of its day', async () => {
    const text = LOSING.replace(', stop: 2%', '');
    const { hours, exits } = await entries('protections: { dayLoss: 500 rupees }\n', {
      form,
      text,
    });
    expect(hours).toEqual(['10']);
    expect(exits).toMatchObject([{ role: 'exit', side: 'sell', units: 50 }]);
    expect(istClock(exits[0]?.atMs ?? 0) < '15:00').toBe(true);
  });
});

/** What locks a day, and its orders, where it is stopped between two losses and started again. */
async function restarted(form: Form): Promise<unknown> {
  const text = `${LOSING}protections: { losingStreak: 2 }\n`;
  const options = {
    strategies: [written(text, form)],
    prices: nifty,
    journalPath: join(directory, `${form}.journal`),
  };
  const stop = new AbortController();
  const before = await simulatedDay({
    ...options,
    at: '2024-03-04T09:14',
    signal: stop.signal,
    onView: ({ atMs }) => {
      if (istClock(atMs) > '10:50') stop.abort();
    },
  });
  const { notices, summary } = await simulatedDay({ ...options, at: '2024-03-04T10:52' });
  const locks = notices.filter(({ code }) => code === 'entries-locked');
  expect([before.summary.orders.placed > 0, before.notices.map(({ code }) => code)]).toEqual([
    true,
    expect.not.arrayContaining(['entries-locked']) as unknown,
  ]);
  return { locks, orders: summary.orders };
}

it('an ejected strategy locks when its file does, also after a restart', async () => {
  const [yaml, module] = [await restarted('yaml'), await restarted('ts')];
  expect(yaml).toMatchObject({ locks: [{ facts: {} }] });
  expect(module).toEqual(yaml);
});
