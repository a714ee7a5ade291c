import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));

test('orders of a paper account without its program says that they are in the journal', async () => {
  const strategies = [`{path: ${ROUND_TRIPS}, params: {}}`];
  await using paper = new Rehearsal({ mode: 'paper', strategies });
  await paper.open({ at: '2026-10-30T10:00', speed: 60 });
  const listed = await paper.run('orders', '--sim', 'sim.json');
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.err).toContain('No orders');
  expect(listed.err).toContain('sauda status --sim sim.json');
  expect(listed.err).toContain(`sauda journal ${paper.journal}`);
});
