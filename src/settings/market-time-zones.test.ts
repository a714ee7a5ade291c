import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Everything that a date means, as one text, computed in a process of its own. */
const SCRIPT = `
  const from = (path) => import(new URL(path, ${JSON.stringify(new URL('..', import.meta.url).href)}));
  const { loadMarketTables } = await from('settings/market/market-tables.ts');
  const { createCalendar } = await from('model/time/calendar.ts');
  const { createContractRules } = await from('model/market/contract-rules.ts');
  const { nextCronMs, parseCron } = await from('model/time/cron.ts');
  const { addDays, istDate, istTimestamp } = await from('model/time/ist.ts');
  const { yearsToExpiry } = await from('model/market/black76.ts');
  const { sha256Hex } = await from('base/hash.ts');
  const tables = loadMarketTables();
  const calendar = createCalendar(tables.calendar);
  const rules = createContractRules(tables, calendar);
  const cron = parseCron('20 9 * * mon-fri').value;
  const lines = [];
  for (let date = '2024-01-01'; date <= '2027-03-31'; date = addDays(date, 1)) {
    const day = calendar.day(date);
    const atMs = day.window?.startMs ?? 0;
    lines.push(JSON.stringify([day, rules.expiries('NIFTY', date), rules.expiries('SENSEX', date),
      istDate(atMs), istTimestamp(atMs), nextCronMs(cron, atMs), yearsToExpiry(date, atMs)]));
  }
  console.log(new Date(0).getTimezoneOffset(), sha256Hex(lines.join('\\n')));
`;

test('days, expiries and schedules are the same in every time zone of the host', async () => {
  const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia'];
  const outputs = await Promise.all(
    zones.map(async (zone) => {
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', SCRIPT],
        { env: { ...process.env, TZ: zone } },
      );
      return stdout.trim().split(' ');
    }),
  );
  expect(new Set(outputs.map(([offset]) => offset)).size).toBe(zones.length);
  expect(new Set(outputs.map(([, hash]) => hash)).size).toBe(1);
}, 20_000);
