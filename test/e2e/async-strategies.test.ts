import { afterAll, expect, it } from 'vitest';

import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { Desk } from './in-process.ts';
import { spawnSauda } from './spawn-sauda.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

it.each([
  ['calls fetch', `await fetch('https://orders.example.test');`, /cannot call fetch\(\)/],
  ['throws after it waited', `await null; throw new RangeError('too late');`, /too late/],
])(
  'an async function that %s fails its days only',
  async (name, body, reason) => {
    const file = `${name.replaceAll(' ', '-')}.mjs`;
    desk.write(
      file,
      `import { ignoreElements, tap } from 'rxjs';
import { defineStrategy, z } from 'sauda';
const look = async () => { ${body} };
export default defineStrategy({
  name: 'looking',
  params: z.object({}),
  run: ({ at }) => at('10:00').pipe(tap(() => void look()), ignoreElements()),
});
`,
    );
    const dates = ['--from', '2026-06-01', '--to', '2026-06-02'];
    const args = ['backtest', file, '--generate', '7', ...dates, '--json'];
    const { code, out, err } = await spawnSauda(args, { cwd: desk.directory });
    expect(err).not.toContain('    at ');
    // It failed on each of the two days: no success, but no fault of the program either.
    expect(code).toBe(1);
    expect(err).toContain('failed on every day that was run');
    const { days } = JSON.parse(out) as BacktestResult;
    expect(days.map(({ status }) => status)).toEqual(['ran-with-problems', 'ran-with-problems']);
    for (const day of days) expect(day.reason).toMatch(reason);
  },
  30_000,
);

it('a paper day goes on to its end after an async function was refused fetch', async () => {
  desk.write(
    'asking.mjs',
    `import { ignoreElements, tap } from 'rxjs';
import { defineStrategy, z } from 'sauda';
const look = async () => { await fetch('https://orders.example.test'); };
export default defineStrategy({
  name: 'asking',
  params: z.object({}),
  run: ({ at }) => at('15:22').pipe(tap(() => void look()), ignoreElements()),
});
`,
  );
  const { out, err } = await spawnSauda(
    ['run', 'asking.mjs', '--at', '2026-10-30T15:20', '--speed', '600', '--json'],
    {
      cwd: desk.directory,
    },
  );
  expect(err).not.toContain('    at ');
  expect(out).toMatch(/The strategy failed: .*cannot call fetch/);
  expect(out).toContain('"commandLogSha256"');
}, 30_000);
