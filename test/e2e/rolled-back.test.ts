import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantAt } from '../../src/model/time/ist.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const PARAMS = "{from: '10:20', to: '10:26', everyMs: 240000, heldMs: 36000000}";

test('a state directory of an hour ago: what the platform shows wins, and nothing is sent twice', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`],
  });
  const until = (time: string): Promise<void> => rehearsal.untilMs(instantAt('2026-10-30', time));
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  const state = dirname(rehearsal.journal);
  const copy = join(rehearsal.directory, 'copy');
  const first = rehearsal.startDay();
  await first.until('it goes', () => first.err.includes('resumes the account'));
  await until('10:16');
  cpSync(state, copy, { recursive: true });
  const bought = (): number => first.err.match(/ Completed +buy/g)?.length ?? 0;
  await first.until('it bought twice', () => bought() === 2);
  await first.killNine();
  const sent = await rehearsal.orders();
  rmSync(state, { recursive: true });
  cpSync(copy, state, { recursive: true });
  const second = rehearsal.startUnconfirmed('--log', 'second.jsonl');
  await second.until('it takes one over', () =>
    /before it was sent|although it counts as refused/.test(second.err),
  );
  await second.until('it keeps entries back', () => second.err.includes('kept back by preflight'));
  const { out } = await rehearsal.operate('status');
  const [legs, others] = [/open .* trip-\d+: 65 /g, /in no book .*: 65 by orders/g];
  expect([legs, others].map((line) => out.match(line)?.length)).toEqual([1, 1]);
  await second.killNine();
  const orders = await rehearsal.orders();
  expect(orders.map(({ orderId }) => orderId)).toEqual(sent.map(({ orderId }) => orderId));
});
