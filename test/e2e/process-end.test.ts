import { afterAll, expect, it } from 'vitest';

import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { Desk } from './in-process.ts';
import { spawnSauda } from './spawn-sauda.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

function writeEnding(file: string, body: string): void {
  desk.write(
    file,
    `import { ignoreElements, tap } from 'rxjs';
import { defineStrategy, z } from 'sauda';
export default defineStrategy({
  name: 'ending',
  params: z.object({}),
  run: ({ at }) => at('15:22').pipe(tap(() => { ${body} }), ignoreElements()),
});
`,
  );
}

const ENDING = `console.log('said'); process.stdout.write('written\\n'); process.exitCode = 0; process.exit(0);`;
const DAY = ['--generate', '7', '--from', '2026-06-01', '--to', '2026-06-01'];

it('a strategy that prints and ends the process spoils neither result nor exit code', async () => {
  writeEnding('ending.mjs', ENDING);
  const args = ['backtest', 'ending.mjs', ...DAY, '--out', 'result.json', '--json'];
  const { code, out, err } = await spawnSauda(args, { cwd: desk.directory });
  expect(code).toBe(1);
  expect(err).toBe('said\nwritten\nending: failed on every day that was run\n');
  const { days } = JSON.parse(out) as BacktestResult;
  expect(days[0]?.reason).toContain('A strategy cannot call process.exit()');
}, 30_000);

it('a paper day goes on after a strategy was refused to end the process', async () => {
  writeEnding('ending-run.mjs', ENDING);
  const args = ['run', 'ending-run.mjs', '--at', '2026-10-30T15:20', '--speed', 'max', '--json'];
  const { code, out, err } = await spawnSauda(args, { cwd: desk.directory });
  expect(code).not.toBe(0);
  expect(err).toContain('The strategy failed: A strategy cannot call process.exit()');
  expect(JSON.parse(out)).toMatchObject({ strategies: [{ state: 'failed' }] });
}, 30_000);

it('a process that ends before its command does says so, and is no success', async () => {
  writeEnding('throwing.mjs', `process.nextTick(() => { throw new RangeError('a slip'); });`);
  const { code, out, err } = await spawnSauda(['backtest', 'throwing.mjs', ...DAY], {
    cwd: desk.directory,
  });
  expect(err).toContain('The process ended while "sauda backtest" was under way');
  expect(err).toContain('a slip');
  expect([code, out]).toEqual([1, '']);
}, 30_000);
