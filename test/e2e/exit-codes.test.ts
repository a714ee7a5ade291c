import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { passByTurns } from '../support/pass-by-turns.ts';
import { Desk, type EndedHere } from './in-process.ts';
import { spawnSauda } from './spawn-sauda.ts';

const desk = new Desk();
const AT = ['--at', '2026-10-30T15:30'];
const MAX = [...AT, '--speed', 'max'];

/** Far between polls, so that an hour over HTTP takes a second. */
const ENGINE =
  'engine: {quotesPoll: 5s, quotesStale: 2m, pricesStale: 2m, ordersPollWorking: 5s, ordersPollIdle: 5s, ordersStale: 2m}';

const pair = (entry: string, exit: string): string => `name: pair
schemaVersion: 1
underlying: NIFTY
entry: '${entry}'
exit: '${exit}'
legs: {ce: {side: sell, type: CE, strike: ATM}, pe: {side: sell, type: PE, strike: ATM}}
`;

const LIVE_START = 'POST /api/webhook/custom-position/execution/start/live';
const POSITION = `name: position
schemaVersion: 1
position: {ticker: NIFTY, start: '10:02', squareOff: '15:00', exitTime: '15:10', legs: [{}]}
`;

/** A live day of which requests get lost. */
interface LossyDay {
  readonly journal: string;
  readonly strategy: string;
  /** What befalls which requests, as in a script of faults. */
  readonly loses: { readonly route: string; readonly fault: string };
  /** After these words it is ended. */
  readonly until: string;
}

const LOST_ENTRIES = {
  strategy: 'long-pair.yaml',
  loses: { route: 'POST /place', fault: 'F2' },
};

beforeAll(() => {
  desk.write('position.yaml', POSITION);
  desk.write('pair.yaml', pair('15:31', '15:38'));
  // Hours before its exit, so that a busy machine has minutes for what is waited for.
  desk.write('long-pair.yaml', pair('10:02', '15:00'));
  desk.write('live.yaml', `mode: live\nstate: {directory: .}\n${ENGINE}\n`);
});
afterAll(() => {
  desk.close();
});

/** Serves a simulator until what is run beside it has ended. */
async function beside(
  args: readonly string[],
  run: (line: string) => Promise<EndedHere>,
): Promise<EndedHere> {
  const over = new AbortController();
  const runs: Promise<EndedHere>[] = [];
  const onOut = (line: string): void => {
    if (runs.length > 0 || !line.startsWith('{')) return;
    runs.push(
      run(line).finally(() => {
        over.abort();
      }),
    );
  };
  const served = await desk.until(over.signal, onOut, ['sim', '--json', ...args]);
  return runs[0] ?? served;
}

/** Runs a live day until it says something. */
async function lossyDay({ journal, strategy, loses, until }: LossyDay): Promise<EndedHere> {
  const endTurns = passByTurns();
  desk.write('faults.jsonl', JSON.stringify(loses));
  const sim = ['--at', '2026-10-30T10:00', '--speed', '30', '--faults', 'faults.jsonl'];
  const ended = await beside(sim, (line) => {
    desk.write('sim.json', line);
    const over = new AbortController();
    const onText = (text: string): void => {
      if (text.includes(until)) over.abort();
    };
    const run = ['run', strategy, '--sim', 'sim.json', '--config', 'live.yaml', '--json'];
    const own = ['--begin-anew', 'test', '--journal', journal];
    return desk.until(over.signal, onText, [...run, ...own]);
  });
  endTurns();
  return ended;
}

describe('the exit code of run', () => {
  test('14: nothing that the strategy watches ever had a price', async () => {
    desk.write('no-prices.yaml', `prices: none\n${ENGINE}\n`);
    const run = ['run', 'pair.yaml', '--config', 'no-prices.yaml', '--json', ...MAX];
    const { code, out } = await desk.sauda(...run);
    expect((JSON.parse(out) as DaySummary).didNotRun).toMatchObject([{ name: 'pair' }]);
    expect(code).toBe(EXIT_CODES['did-not-run']);
  });

  test('7: an entry that provably never arrived is held at the end', async () => {
    const { code, out } = await lossyDay({
      ...LOST_ENTRIES,
      journal: 'held.journal',
      until: 'is absent and held',
    });
    const summary = JSON.parse(out) as { readonly heldOrders: number };
    expect(summary.heldOrders).toBeGreaterThan(0);
    expect(code).toBe(EXIT_CODES['unresolved-orders']);
    const status = await desk.sauda('status', '--journal', 'held.journal', '--json');
    expect(JSON.parse(status.out)).toMatchObject({ unresolved: [{ leg: 'ce' }, { leg: 'pe' }] });
  });

  test('7: what became of an entry is unknown at the end', async () => {
    const { code, out } = await lossyDay({
      ...LOST_ENTRIES,
      journal: 'unknown.journal',
      until: 'is unknown: it may exist',
    });
    expect(JSON.parse(out)).toMatchObject({ heldOrders: 0, orders: { unknown: 2, filled: 0 } });
    expect(code).toBe(EXIT_CODES['unresolved-orders']);
  });

  test('13: what became of the start of a custom position is unknown at the end', async () => {
    const { code, out } = await lossyDay({
      journal: 'lost-start.journal',
      strategy: 'position.yaml',
      // It was taken; the answer, with the identifier, was not.
      loses: { route: LIVE_START, fault: 'F6;variant=502-after' },
      until: 'A custom position may be open',
    });
    expect(JSON.parse(out)).toMatchObject({ unknownPositions: [{ state: 'unknown' }] });
    expect(code).toBe(EXIT_CODES['unknown-position']);
    const status = await desk.sauda('status', '--journal', 'lost-start.journal', '--json');
    expect(JSON.parse(status.out)).toMatchObject({ unknownPositions: [{ kind: 'position' }] });
  });

  test('4: the platform refuses the login', async () => {
    const ended = await beside(AT, (line) => {
      const of = JSON.parse(line) as { readonly credentials: { readonly password: string } };
      const wrong = { ...of, credentials: { ...of.credentials, password: 'canary-wrong' } };
      desk.write('wrong.json', JSON.stringify(wrong));
      return desk.sauda('run', 'pair.yaml', '--sim', 'wrong.json');
    });
    expect(ended).toMatchObject({ code: EXIT_CODES.authentication });
  });

  test('6: a limit locks the account at the end', async () => {
    desk.write('limits.yaml', `protections: {dayLoss: 1}\n${ENGINE}\n`);
    const run = ['run', 'pair.yaml', '--config', 'limits.yaml', '--json', ...MAX];
    const { code, out } = await desk.sauda(...run);
    expect((JSON.parse(out) as { readonly locks: object[] }).locks).not.toEqual([]);
    expect(code).toBe(EXIT_CODES['risk-limit']);
  });

  test('5: the day is over', async () => {
    const { code, err } = await desk.sauda('run', 'pair.yaml', '--at', '2026-10-30T15:45');
    expect(err).toContain('ended at');
    expect(code).toBe(EXIT_CODES['outside-window']);
  });

  test('14: a strategy failed before it decided anything', async () => {
    desk.write(
      'failing.js',
      `import { defineStrategy, z } from 'sauda';
import { map } from 'rxjs';
export default defineStrategy({
  name: 'failing',
  params: z.object({}),
  run: ({ at }) => at('15:32').pipe(map(() => { throw new RangeError('a slip'); })),
});
`,
    );
    desk.write('calm.yaml', `${ENGINE}\n`);
    const args = ['run', 'failing.js', '--config', 'calm.yaml', '--json', ...MAX];
    const { code, out } = await spawnSauda(args, { cwd: desk.directory });
    expect(out).toContain('a slip');
    expect(code).toBe(EXIT_CODES['did-not-run']);
  });

  test('2: an option that does not exist', async () => {
    expect(await desk.sauda('run', '--soon')).toMatchObject({ code: EXIT_CODES.usage });
  });
});
