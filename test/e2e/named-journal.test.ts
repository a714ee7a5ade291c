import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const PARAMS = "{from: '10:00', everyMs: 240000, heldMs: 18000000}";

test('an account whose program had a journal of another name is closed by that name, and by no copy of it', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`],
  });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  const journal = join(rehearsal.directory, 'own.journal');
  const day = rehearsal.startDay('--journal', 'own.journal');
  await day.until('it holds something', () => day.err.includes('Completed'));
  const of = (name: string) => ['--sim', 'sim.json', '--journal', name] as const;
  const answered = await rehearsal.run('panic', '--dry-run', ...of('own.journal'));
  expect(answered.out).toContain(`have the program PID ${String(day.pid)} flatten`);
  await day.killNine();
  copyFileSync(journal, join(rehearsal.directory, 'copy.journal'));
  for (const command of [
    ['panic', '--yes'],
    ['flatten', '--reason', 'x'],
  ]) {
    const refused = await rehearsal.run(...command, ...of('copy.journal'));
    expect(refused).toMatchObject({ code: EXIT_CODES.configuration });
    expect(refused.err).toContain(`last traded with ${journal}`);
  }
  const looked = await rehearsal.run('panic', '--dry-run', ...of('own.journal'));
  expect(looked.out).toContain('would sell');
  expect(looked.out).not.toContain('The journal is not gone by');
  expect(looked.out).toContain('sauda panic --yes --journal own.journal --sim sim.json');
  const closed = await rehearsal.run('flatten', '--reason', 'enough', ...of('own.journal'));
  expect(closed).toMatchObject({ code: 0 });
  expect(heldUnits(await rehearsal.orders())).toEqual({});
  const commands = closed.out.match(/sauda (release|resume|status) [^,]*/g) ?? [];
  expect(commands).not.toEqual([]);
  for (const command of commands) expect(command).toContain('--journal own.journal');
});

test('a journal of a paper account closes nothing of a live one on the same login', async () => {
  const strategies = [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`];
  await using rehearsal = new Rehearsal({ mode: 'paper', strategies });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  const day = rehearsal.startDay('--journal', 'paper.journal');
  await day.until('it holds something', () => day.err.includes('Completed'));
  await day.killNine();
  rehearsal.write('live.yaml', 'account: real\nmode: live\n');
  const of = ['--config', 'live.yaml', '--sim', 'sim.json', '--journal', 'paper.journal'];
  for (const command of [
    ['panic', '--yes'],
    ['flatten', '--reason', 'x'],
  ]) {
    const refused = await rehearsal.run(...command, ...of);
    expect(refused).toMatchObject({ code: EXIT_CODES.configuration });
    expect(refused.err).toContain('that of account "rehearsal" in mode paper');
  }
  expect(await rehearsal.orders()).toEqual([]);
});
