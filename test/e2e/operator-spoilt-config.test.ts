import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { heldUnits, Rehearsal, workingOrders } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const PARAMS = "{from: '10:00', everyMs: 240000, heldMs: 18000000}";
const STRATEGIES = [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`];
const rehearsal = new Rehearsal({ strategies: STRATEGIES });
let day: SaudaProcess;

beforeAll(async () => {
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  day = rehearsal.startDay();
  await day.until('it trades', () => day.err.includes('Completed'));
});
afterAll(async () => {
  await rehearsal.close();
});

function sauda(...args: readonly string[]): Promise<Ended> {
  return rehearsal.run(...args, '--sim', 'sim.json');
}

/** Spoils the configuration of the running program. */
function spoil(...lines: readonly string[]): void {
  const state = `state: {directory: ${dirname(rehearsal.journal)}}`;
  rehearsal.write('sauda.yaml', ['mode: live', state, ...lines, ''].join('\n'));
}

describe('an operator whose configuration was spoilt while its program runs', () => {
  test('reaches it when the file of its prices is gone, without a word', async () => {
    spoil('account: rehearsal', 'prices: {file: quotes.jsonl}');
    const status = await sauda('status');
    expect(status).toMatchObject({ code: 0, err: '' });
    expect(status.out).toContain('A program is running');
  });

  test('reaches it past an unknown key, and is told what is wrong', async () => {
    spoil('account: rehearsal', 'prices: {file: quotes.jsonl}', 'strategiez: []');
    const status = await sauda('status');
    expect(status).toMatchObject({ code: 0 });
    expect(status.err).toContain('cannot be used as a whole');
    expect(status.err).toContain('"strategiez"');
    expect(status.err.match(/cannot be used as a whole/g)).toHaveLength(1);
    const halted = await sauda('halt', '--reason', 'x');
    expect(halted).toMatchObject({ code: 0 });
    const looked = await sauda('panic', '--dry-run');
    expect(looked.out).toMatch(/have the program PID \d+ flatten|Nothing works/);
    expect((await sauda('resume', '--reason', 'x')).code).toBe(0);
  });

  test('reaches it past a section that is not YAML', async () => {
    spoil('account: rehearsal', 'prices: {file: quotes.jsonl', 'strategies: ["a.yaml]');
    const halted = await sauda('halt', '--reason', 'x');
    expect(halted).toMatchObject({ code: 0 });
    expect(halted.err).toContain('cannot be used as a whole');
    expect((await sauda('resume', '--reason', 'x')).code).toBe(0);
  });

  test('is not taken to another account, and is told what still works', async () => {
    spoil('acount: rehearsal');
    const refused = await sauda('halt', '--reason', 'x');
    expect(refused).toMatchObject({ code: EXIT_CODES.configuration });
    expect(refused.err).toContain('--journal FILE');
    expect(refused.err).toContain('SIGUSR2');
    const named = await rehearsal.operate('halt', '--reason', 'x');
    expect(named).toMatchObject({ code: 0 });
    expect((await rehearsal.operate('status')).code).toBe(0);
  });
});

test('its program dead, the account is closed past strategies, files, keys and sections that cannot be used', async () => {
  rehearsal.writeConfig('sauda.yaml', ['gone.js']);
  const whole = readFileSync(join(rehearsal.directory, 'sauda.yaml'), 'utf8');
  const spoilt = 'riskk: 1\nprices: {file: gone.jsonl\nprotections: {day: "7}\n';
  rehearsal.write('spoilt.yaml', `${whole}${spoilt}`);
  await day.killNine();
  expect(heldUnits(await rehearsal.orders())).not.toEqual({});
  const closed = await sauda('flatten', '--config', 'spoilt.yaml', '--reason', 'enough');
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.err).toContain('cannot be used as a whole');
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(workingOrders(orders)).toEqual([]);
  expect(closed.out).toMatch(/is held: It was flattened while its program did not run/);
  const commands = closed.out.match(/sauda (release|resume|status) [^,]*/g) ?? [];
  expect(commands).not.toEqual([]);
  for (const command of commands) expect(command).toContain('--config spoilt.yaml --sim sim.json');
});
