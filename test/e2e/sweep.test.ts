import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { type SweepResult } from '../../src/results/sweep/sweep-result.ts';
import { barLinesAfter, indexCsv } from '../support/index-csv.ts';
import { shipped } from '../support/simulated-day.ts';
import { Desk } from './in-process.ts';
import { type Ended, spawnSauda } from './spawn-sauda.ts';

const DAYS = 8;
/** Of a file of its own, where the question is what befalls variants, whatever their days are. */
const FEW_DAYS = 2;
/** So many halving drops some of six variants on. */
const MANY_DAYS = 11;

/** Sells `n` lots for half an hour. Told so, it brings what runs it down when `n` is 3. */
const NUMBERED = `
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { map, merge } from 'rxjs';
import { defineStrategy, place, selectNow, sell, squareOff, z } from 'sauda';

const { ON_THREE: what } = process.env;
function trouble(n) {
  if (n === 3 && what === 'exit') process.exit(0);
  if (n === 3 && what === 'end') return void process.nextTick(JSON.parse, '');
  if (n === 3 && what === 'endless') for (;;);
}
// A run may do neither.
function before(n) {
  if (n !== 3 || isMainThread) return true;
  if (what === 'endless') appendFileSync('tries.txt', 'x');
  // It may not do so itself.
  if (/^[A-Z]+$/.test(what)) for (execFileSync('kill', ['-s', what, process.pid + '']); ; );
  return true;
}

export default defineStrategy({
  name: 'numbered',
  params: z.object({ n: z.number().int().min(1).max(9).refine(before).default(1) }),
  run: ({ params, at, chain }) => {
    trouble(params.n);
    return merge(
      at('09:30').pipe(
        selectNow(chain('NIFTY')),
        map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots: params.n }))),
      ),
      at('10:00').pipe(map(() => squareOff('done'))),
    );
  },
});
`;

const desk = new Desk();
const yaml = shipped('short-straddle.yaml');

beforeAll(() => {
  const lines = barLinesAfter('2024-01-01', MANY_DAYS);
  const first = (days: number): string =>
    indexCsv(lines.slice(0, (lines.length * days) / MANY_DAYS));
  desk.write('nifty.csv', first(DAYS));
  desk.write('few-nifty.csv', first(FEW_DAYS));
  desk.write('many-nifty.csv', first(MANY_DAYS));
  desk.write('numbered.js', NUMBERED);
});

afterAll(() => {
  desk.close();
});

/** Its threads load the program as it is published, which is what most of a sweep's time goes to. */
function sweep(...args: readonly string[]): Promise<Ended> {
  return sauda('sweep', ...args, '--prices', 'nifty.csv');
}

function sauda(...args: readonly string[]): Promise<Ended> {
  return spawnSauda(args, { cwd: desk.directory });
}

/** A process of its own, which may be brought down. */
function sweepApart(onThree: string | null, ...args: readonly string[]): Promise<Ended> {
  const env = { ...(onThree === null ? {} : { ON_THREE: onThree }), SAUDA_TURN_MS_MAX: '2000' };
  const command = ['sweep', 'numbered.js', '--param', 'n=1..5', '--prices', 'few-nifty.csv'];
  return spawnSauda([...command, ...args, '--json'], { cwd: desk.directory, env });
}

function resultOf({ out }: Pick<Ended, 'out'>): SweepResult {
  return JSON.parse(out) as SweepResult;
}

function statusesOf(ended: Pick<Ended, 'out'>): readonly string[] {
  return resultOf(ended).variants.map(({ status }) => status);
}

const STOPS = ['--param', 'stop=20%..40%:10%', '--param', 'entry=09:20,09:40'];
const SPLIT = ['--split', '70/30'];

describe('a sweep', () => {
  it('is the same text for one thread and for two, and for a second run, which runs nothing', async () => {
    const asked = [yaml, ...STOPS, ...SPLIT, '--json'];
    const one = await sweep(...asked, '--workers', '1', '--no-cache');
    const two = await sweep(...asked, '--workers', '2');
    const again = await sweep(...asked, '--workers', '2');
    expect(two.out).toBe(one.out);
    expect(again.out).toBe(one.out);
    expect(one.err).toContain('Variants: 6 run, 0 kept from before');
    expect(again.err).toContain('Variants: 0 run, 6 kept from before');
    const { variants, tried, best } = resultOf(one);
    expect(tried).toBe(6);
    expect(variants.map(({ params }) => params)).toEqual([
      { stop: '20%', entry: '09:20' },
      { stop: '20%', entry: '09:40' },
      { stop: '30%', entry: '09:20' },
      { stop: '30%', entry: '09:40' },
      { stop: '40%', entry: '09:20' },
      { stop: '40%', entry: '09:40' },
    ]);
    expect(
      variants.map(({ inSample, outOfSample }) => [inSample?.days, outOfSample?.days]),
    ).toEqual(Array.from({ length: 6 }, () => [5, 3]));
    expect(new Set(variants.map(({ decisionsSha256 }) => decisionsSha256)).size).toBe(6);
    expect(best?.judged).toBe(6);
  });

  it('is the same for one thread and for two where positions are held over nights', async () => {
    const asked = [shipped('overnight-call.ts'), '--param', 'stopPercent=20,60', '--json'];
    const one = await sweep(...asked, '--workers', '1', '--no-cache');
    const two = await sweep(...asked, '--workers', '2', '--no-cache');
    expect(two.out).toBe(one.out);
    const { variants } = resultOf(one);
    expect(variants.map(({ inSample }) => inSample?.trades)).not.toContain(0);
  });

  it('keeps runs when the file of prices moves, and not when a row of it changes', async () => {
    const text = readFileSync(join(desk.directory, 'nifty.csv'), 'utf8');
    mkdirSync(join(desk.directory, 'moved'), { recursive: true });
    writeFileSync(join(desk.directory, 'moved/nifty.csv'), text);
    await sweep('numbered.js', '--param', 'n=1');
    const from = (path: string, ...args: readonly string[]): Promise<Ended> =>
      sauda('sweep', 'numbered.js', '--param', 'n=1', '--prices', path, '--json', ...args);
    const kept = await from('moved/nifty.csv');
    expect(kept.err).toContain('0 run, 1 kept');
    // Also in where the prices lie, though what is kept was run on them elsewhere.
    expect(kept.out).toBe((await from('moved/nifty.csv', '--no-cache')).out);
    writeFileSync(join(desk.directory, 'moved/nifty.csv'), `${text}\n`);
    expect((await from('moved/nifty.csv')).err).toContain('1 run, 0 kept');
  });

  it('gives a variant the same numbers as a backtest of it, in either form of the strategy', async () => {
    const typed = await sweep(
      ...[shipped('short-straddle.ts'), '--json', '--no-cache', '--workers', '1'],
      ...['--param', 'stopPercent=20,30'],
    );
    const inYaml = await sweep(
      ...[yaml, '--json', '--no-cache', '--workers', '1'],
      ...['--param', 'stop=20%,30%'],
    );
    const figures = (ended: Ended) => resultOf(ended).variants.map(({ whole }) => whole);
    expect(figures(typed)).toEqual(figures(inYaml));
    const alone = await sauda('backtest', yaml, '--prices', 'nifty.csv', '--json');
    const { totals } = JSON.parse(alone.out) as {
      readonly totals: Readonly<Record<string, number>>;
    };
    // 30 % is what the file itself says.
    expect(figures(inYaml)[1]).toMatchObject({
      netPaise: totals['netPaise'],
      costsPaise: totals['costsPaise'],
      trades: totals['trades'],
      days: totals['daysRun'],
    });
  });

  it('keeps what a configuration says, and names the command that runs the best', async () => {
    desk.write(
      'late.yaml',
      `strategies:\n  - { path: '${yaml}', params: { exit: '11:00', lots: 2 } }\n`,
    );
    const how = ['--config', 'late.yaml', ...STOPS, '--workers', '1'];
    const { best, variants } = resultOf(await sweep(yaml, ...how, '--json'));
    const chosen = variants.find(({ index }) => index === best?.index);
    expect(chosen?.params).toMatchObject({ exit: '11:00', lots: 2 });
    const { out } = await sweep(yaml, ...how);
    const [, words = ''] = /^Run the best one\n {2}sauda (.*)$/m.exec(out) ?? [];
    const alone = await sauda(...words.replaceAll("'", '').split(' '), '--json');
    const { totals, strategies } = JSON.parse(alone.out) as BacktestResult;
    expect(strategies[0]?.params).toMatchObject({ ...chosen?.params });
    expect(totals.netPaise).toBe(chosen?.whole?.netPaise);
  });

  it.each([
    ['a draw', ['--method', 'random:3']],
    ['a walk forward', ['--walk-forward', '3d/2d']],
  ])('by %s is the same for one thread and for two', async (_, how) => {
    const asked = [yaml, ...STOPS, ...how, '--json', '--no-cache'];
    const one = await sweep(...asked, '--workers', '1');
    const two = await sweep(...asked, '--workers', '2');
    expect(one.code).toBe(0);
    expect(two.out).toBe(one.out);
  });

  it('by halving drops the same for one thread and for two', async () => {
    const how = [
      ...STOPS,
      '--prices',
      'many-nifty.csv',
      '--method',
      'halving',
      '--json',
      '--no-cache',
    ];
    const one = await sauda('sweep', yaml, ...how, '--workers', '1');
    const two = await sauda('sweep', yaml, ...how, '--workers', '2');
    expect(statusesOf(one).filter((status) => status === 'dropped')).toHaveLength(3);
    expect(two.out).toBe(one.out);
  });

  it('writes tables, the page, and says the best in the terminal with what to doubt', async () => {
    const files = ['--out', 'found', '--report', 'sweep.html'];
    const { out, code } = await sweep(yaml, ...STOPS, ...SPLIT, ...files);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Premiums .*\nSweep of short-straddle: 6 of 6 combinations tried, 8 days /,
    );
    expect(out).toMatch(/Best in-sample: #\d\n {2}parameters {9}stop=/);
    expect(out).toContain('Chosen on 5 days: too few');
    const written = (name: string): string => readFileSync(join(desk.directory, name), 'utf8');
    expect(resultOf({ out: written('found/sweep.json') }).schemaVersion).toBe(1);
    expect(written('found/variants.csv').trimEnd().split('\r\n')).toHaveLength(7);
    expect(written('sweep.html')).toContain('short-straddle');
  });
});

describe('a sweep that is interrupted', () => {
  it('goes on after kill -9 with what was done, and ends as if it had not been killed', async () => {
    const cache = ['--cache', 'killed', '--workers', '1'];
    const killed = await sweepApart('KILL', ...cache);
    expect(killed.code).toBeNull();
    expect(killed.out).toBe('');
    const resumed = await sweepApart(null, ...cache);
    const whole = await sweepApart(null, '--no-cache', '--workers', '2');
    expect(resumed.err).toContain('Variants: 3 run, 2 kept from before');
    expect(resumed.out).toBe(whole.out);
  });

  it('by Ctrl-C tells what is done, and keeps it', async () => {
    const cache = ['--cache', 'stopped', '--workers', '1'];
    const stopped = await sweepApart('INT', ...cache);
    expect(stopped.code).toBe(10);
    const left = ['not-reached', 'not-reached', 'not-reached'];
    expect(statusesOf(stopped)).toEqual(['done', 'done', ...left]);
    expect(resultOf(stopped).warnings).toContain('Stopped early: 3 variants not finished');
    const resumed = await sweepApart(null, ...cache);
    expect(resumed.err).toContain('Variants: 3 run, 2 kept from before');
  });

  it('by a variant that ends its thread lists that one as failed, and runs the others', async () => {
    const ended = await sweepApart('end', '--no-cache', '--workers', '2');
    expect(ended.code).toBe(0);
    expect(statusesOf(ended)).toEqual(['done', 'done', 'failed', 'done', 'done']);
    expect(resultOf(ended).variants[2]?.problem).toBe(
      'Its thread ended: Unexpected end of JSON input',
    );
  });

  it('not by a variant that would end its thread: it fails on its days, and says why', async () => {
    const ended = await sweepApart('exit', '--no-cache', '--workers', '1');
    expect(ended.code).toBe(0);
    const [, second, third] = resultOf(ended).variants;
    expect(third?.problem).toContain('cannot call process.exit()');
    expect([second?.problem, third?.whole?.daysFailed]).toEqual([null, FEW_DAYS]);
  });

  it('by a variant whose code never returns lists that one as failed, and runs the others', async () => {
    const ended = await sweepApart('endless', '--no-cache', '--workers', '2');
    expect(ended.code).toBe(0);
    expect(statusesOf(ended)).toEqual(['done', 'done', 'failed', 'done', 'done']);
    expect(resultOf(ended).variants[2]?.problem).toMatch(
      /^The strategy's code of "numbered@.*" has not returned for 2/,
    );
    // Another thread would not come back either.
    expect(readFileSync(join(desk.directory, 'tries.txt'), 'utf8')).toBe('x');
  });

  it('runs anew what is damaged', async () => {
    const how = ['--cache', 'damaged', '--workers', '1', '--json', '--prices', 'few-nifty.csv'];
    const asked = ['sweep', 'numbered.js', '--param', 'n=1..3', ...how];
    const sound = await sauda(...asked);
    // The three variants, and the best one at two other volatilities.
    const files = globSync(join(desk.directory, 'damaged/*/*.json'));
    for (const file of files) {
      writeFileSync(file, readFileSync(file, 'utf8').replace('"netPaise":', '"netPaise":1'));
    }
    const mended = await sauda(...asked);
    expect(mended.err).toContain('Variants: 3 run, 0 kept from before, 5 damaged and run again');
    expect(mended.out).toBe(sound.out);
    expect((await sauda(...asked)).err).toContain('0 run, 3 kept');
  });
});

describe('a variant that cannot be run', () => {
  it('lists combinations that the strategy refuses, and runs the others', async () => {
    const asked = [yaml, '--param', 'entry=09:20,15:00', '--param', 'exit=10:00,15:10', '--json'];
    const ended = await sweep(...asked, '--workers', '1');
    expect(statusesOf(ended)).toEqual(['done', 'done', 'refused', 'done']);
    expect(resultOf(ended).variants[2]?.problem).toContain('The exit must come after the entry');
    expect(resultOf(ended).tried).toBe(3);
  });

  it('does not run a strategy on prices of another underlying', async () => {
    const asked = [shipped('short-straddle.ts'), '--param', 'underlying=NIFTY,BANKNIFTY'];
    const ended = await sweep(...asked, '--json', '--workers', '1');
    expect(statusesOf(ended)).toEqual(['done', 'failed']);
    expect(resultOf(ended).variants[1]?.problem).toContain('trades BANKNIFTY');
  });
});
