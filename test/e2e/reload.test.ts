import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const OPEN = { at: '2026-10-30T10:00', speed: 1 };

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** Sells one leg as soon as it sees a price, and counts seconds aloud. */
function source(word: string, name = 'mine'): string {
  return `import { interval, map, merge, switchMap, take } from 'rxjs';
import { alert, defineStrategy, place, sell } from 'sauda';

export default defineStrategy({
  name: '${name}',
  run: ({ chain, prices }) =>
    merge(
      interval(1_000).pipe(map((second) => alert('info', \`${word} \${second}\`))),
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) =>
          prices(atm.ce).pipe(
            take(1),
            map(() => place(sell(atm.ce, { leg: 'ce', lots: 1 }))),
          ),
        ),
      ),
    ),
});
`;
}

/** From now on it enters a leg every two seconds, and wants the first one closed. */
const GREEDY = `import { interval, map, merge, switchMap, take } from 'rxjs';
import { defineStrategy, place, sell, squareOff } from 'sauda';

export default defineStrategy({
  name: 'mine',
  run: ({ chain, prices }) =>
    merge(
      interval(5_000).pipe(map(() => squareOff('enough', ['ce']))),
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) =>
          merge(
            prices(atm.ce).pipe(map(() => [])),
            interval(2_000).pipe(
              map((count) => [place(sell(atm.ce, { leg: \`more-\${count}\`, lots: 1 }))]),
            ),
          ),
        ),
        switchMap((commands) => commands),
      ),
    ),
});
`;

function saidLast(day: SaudaProcess, word: string): number {
  const said = [...day.err.matchAll(new RegExp(`${word} (\\d+)`, 'g'))];
  return Number(said.at(-1)?.[1] ?? -1);
}

async function startDay(mode: 'paper' | 'live', config = ''): Promise<SaudaProcess> {
  rehearsal = new Rehearsal({ mode, strategies: ['./mine.js'], config });
  rehearsal.write('mine.js', source('first'));
  await rehearsal.open(OPEN);
  if (config.includes('arming')) await arm();
  const day = rehearsal.startDay();
  await day.until('it trades', () => day.err.includes('first 3') && day.err.includes(' entry'));
  return day;
}

async function arm(): Promise<void> {
  const typed = ['--until', '15:30', '--reason', 'a test', '--account', 'rehearsal'];
  const more = ['--without-promotion', '--sim', 'sim.json'];
  const { code, err } = await rehearsal.run('live', 'arm', ...typed, ...more);
  expect({ code, err }).toEqual({ code: EXIT_CODES.ok, err: '' });
}

test('a strategy that is saved takes over, one that is broken does not, and a restart goes on with it', async () => {
  const day = await startDay('paper');
  rehearsal.write('mine.js', `${source('broken')}}`);
  await day.until('it is refused', () => day.err.includes('does not take over'));
  const before = saidLast(day, 'first');
  await day.until('the run continues', () => saidLast(day, 'first') > before + 1);
  expect(day.err).not.toContain('broken 1');

  rehearsal.write('mine.js', source('second'));
  await day.until('it takes over', () => day.err.includes('continues under another source'));
  expect(day.err).toMatch(/can take over: \d+ decisions today, \d+ replayed: .*second/);
  await day.until('the other source decides', () => saidLast(day, 'second') > before + 2);

  await day.killNine();
  const again = rehearsal.startDay();
  const reached = saidLast(day, 'second');
  await again.until('it continues', () => saidLast(again, 'second') > reached);
  expect(again.err).not.toContain('is held');
  await again.killNine();
  const entries = await rehearsal.journaled('commands-emitted,run-reloaded');
  const texts = entries.map((entry) => JSON.stringify(entry));
  const mark = texts.findIndex((text) => text.includes('"run-reloaded"'));
  expect(texts.slice(0, mark).join()).not.toContain('second');
  expect(texts.slice(mark + 1).join()).not.toContain('first');
  expect(texts.filter((text) => text.includes('"place"'))).toHaveLength(1);
});

test('the operator asks for it; a live run keeps its source', async () => {
  const day = await startDay('live');
  rehearsal.write('mine.js', source('second'));
  const dry = await rehearsal.operate('reload', 'mine', '--dry-run');
  expect([dry.code, dry.out]).toEqual([EXIT_CODES.found, expect.stringContaining('differs')]);
  const unasked = await rehearsal.operate('reload', 'mine');
  expect(unasked).toMatchObject({ code: EXIT_CODES.configuration });
  expect(`${unasked.out}${unasked.err}`).not.toContain('--yes');
  const asked = await rehearsal.operate('reload', 'mine', '--yes', '--json');
  expect(asked.code).toBe(EXIT_CODES.configuration);
  expect(JSON.parse(asked.out)).toMatchObject({ code: 'reload-refused', facts: { why: 'live' } });
  const last = saidLast(day, 'first');
  await day.until('the run continues', () => saidLast(day, 'first') > last);
  expect(day.err).not.toContain('second');
});

test('a live run that may be reloaded exits under its new source, and enters once it is armed for that', async () => {
  const allowed = 'live: {arming: required}\nreload: {live: allowed, onSave: true}';
  const day = await startDay('live', allowed);
  rehearsal.write('mine.js', GREEDY);
  await day.until('it takes over', () => day.err.includes('continues under another source'));
  await day.until('it wants to enter', () => day.err.includes('Refused leg "more-'));
  expect(day.err).toContain('strategy-changed');
  await day.until('it is out', () => day.err.includes('Squared off leg "ce"'));
  const entries = async (): Promise<readonly string[]> =>
    (await rehearsal.orders()).filter(({ side }) => side === 'sell').map(({ symbol }) => symbol);
  expect(heldUnits(await rehearsal.orders())).toEqual({});
  expect(await entries()).toHaveLength(1);
  await arm();
  await day.until('it enters', () => / Completed .* more-\d+ entry/.test(day.err));
  expect((await entries()).length).toBeGreaterThan(1);
});

test('a shadow run is reloaded on a live day, and a restart goes on with it; nothing reaches the platform', async () => {
  const strategies = ['{path: ./mine.js, policies: {stage: shadow}}'];
  rehearsal = new Rehearsal({ mode: 'live', strategies });
  rehearsal.write('mine.js', source('first'));
  await rehearsal.open(OPEN);
  const day = rehearsal.startDay();
  await day.until('it decides', () => day.err.includes('first 3'));
  rehearsal.write('mine.js', source('second'));
  const asked = await rehearsal.operate('reload', 'mine');
  expect(asked).toMatchObject({ code: EXIT_CODES.usage });
  expect(asked.err).toContain('Give --yes');
  const reloaded = await rehearsal.operate('reload', 'mine', '--yes');
  expect([reloaded.code, reloaded.out]).toEqual([0, expect.stringContaining('continues under')]);
  await day.until('the other source decides', () => saidLast(day, 'second') > 3);
  await day.killNine();
  const again = rehearsal.startDay();
  const reached = saidLast(day, 'second');
  await again.until('it continues', () => saidLast(again, 'second') > reached);
  expect(again.err).not.toContain('is held');
  expect(await rehearsal.orders()).toEqual([]);
});

test('a shadow run is reloaded on a live day as its file is saved, and the live run beside it keeps its source', async () => {
  const strategies = ['{path: ./mine.js, policies: {stage: shadow}}', './live.js'];
  rehearsal = new Rehearsal({ mode: 'live', strategies, config: 'reload: {onSave: true}' });
  rehearsal.write('mine.js', source('first'));
  rehearsal.write('live.js', source('kept', 'live'));
  await rehearsal.open(OPEN);
  const day = rehearsal.startDay();
  await day.until('both decide', () => saidLast(day, 'first') > 2 && saidLast(day, 'kept') > 2);
  rehearsal.write('live.js', source('changed', 'live'));
  rehearsal.write('mine.js', source('second'));
  await day.until('the shadow run decides by it', () => saidLast(day, 'second') > 3);
  const last = saidLast(day, 'kept');
  await day.until('the live run continues', () => saidLast(day, 'kept') > last + 2);
  expect(day.err).not.toContain('changed 1');
  expect((await rehearsal.orders()).map(({ side }) => side)).toEqual(['sell']);
});
