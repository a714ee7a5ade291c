import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../../model/orders/command.ts';
import { type Input } from '../../model/runs/input.ts';
import { alert } from '../../strategy/commands.ts';
import { contractsAt, ist, listing, option, quotesAt } from '../testing/inputs.ts';
import { play, runOf } from '../testing/scripted-run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;
const CE = option(24_000, 'CE');
const PE = option(24_000, 'PE');

describe('chain', () => {
  const atm = (inputs: readonly Input[], quotedStrikes = 0): readonly string[] =>
    play(
      runOf((context) =>
        context
          .chain('NIFTY', { quotedStrikes })
          .pipe(
            map((chain) =>
              note(
                `${chain.expiry} ${chain.atm.ce.symbol} ${String(chain.seen.observedAtMs - ist('09:00'))}`,
              ),
            ),
          ),
      ),
      inputs,
    ).map(said);

  it('comes once its contracts and the index are seen, and with every change of either', () => {
    expect(
      atm([
        quotesAt(ist('09:16'), { NIFTY: 24_010 }),
        contractsAt(ist('09:17')),
        quotesAt(ist('09:18'), { BANKNIFTY: 50_000 }),
        quotesAt(ist('09:19'), { NIFTY: 24_049, [CE.symbol]: 100, [PE.symbol]: 90 }),
      ]),
    ).toEqual([
      `09:17:00 2026-11-24 ${CE.symbol} 960000`,
      `09:19:00 2026-11-24 ${option(24_050, 'CE').symbol} 1140000`,
    ]);
  });

  it('shows contracts that no strategy can change: other runs are shown the same', () => {
    const contracts = [CE, PE].map((contract) => ({ ...contract }));
    const observed = contractsAt(ist('09:17'), contracts);
    const spoiling = runOf((context) =>
      context.chain('NIFTY').pipe(
        map(({ atm: { ce } }) => {
          const { lotSizeUnits } = ce;
          return note(`${String(Reflect.set(ce, 'lotSizeUnits', 1))} ${String(lotSizeUnits)}`);
        }),
      ),
    );
    expect(play(spoiling, [quotesAt(ist('09:16'), { NIFTY: 24_010 }), observed]).map(said)).toEqual(
      [`09:17:00 false ${String(CE.lotSizeUnits)}`],
    );
    expect(contracts).toEqual([CE, PE]);
    expect(Object.isFrozen(contracts)).toBe(true);
  });

  it('says once that a choice is far from what was asked for, where nothing further on is quoted', () => {
    const far = option(24_100, 'CE');
    const run = runOf((context) =>
      context
        .chain('NIFTY', { quotedStrikes: 2 })
        .pipe(
          map(({ byPremium }) =>
            note([1_500, 1_600, 10_000].map((paise) => byPremium('CE', paise).symbol).join(' ')),
          ),
        ),
    );
    const prices = { NIFTY: 24_010, [CE.symbol]: 150, [far.symbol]: 111 };
    const commands = play(run, [
      contractsAt(ist('09:15')),
      quotesAt(ist('09:16'), prices),
      quotesAt(ist('09:17'), prices),
    ]).filter(({ command }) => command.kind === 'alert' && command.severity === 'warning');
    expect(commands.map(said)).toEqual([
      `09:16:00 Chose far off: asked for CE of NIFTY 2026-11-24 with a premium near 15, took ${far.symbol} with 111.00, the outermost strike that has a quote; next: choose by steps or strike, or quote more strikes (in a module: chain with a larger quotedStrikes)`,
      expect.stringContaining('a premium near 16'),
    ]);
  });

  it('watches contracts and index, and quotes once it knows the expiry', () => {
    const run = runOf((context) =>
      context.chain('NIFTY', { quotedStrikes: 5 }).pipe(map(() => note('x'))),
    );
    const basic = [
      { kind: 'contracts', underlying: 'NIFTY' },
      { kind: 'index', underlying: 'NIFTY' },
    ];
    expect(run.start(ist('09:00')).watches).toEqual(basic);
    expect(run.deliver(contractsAt(ist('09:01'))).watches).toEqual([
      { kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-24', strikesEachSide: 5 },
      ...basic,
    ]);
  });

  it('fails the run when the expiry asked for is not listed', () => {
    const run = runOf((context) =>
      context.chain('NIFTY', { expiry: { date: '2026-11-25' } }).pipe(map(() => note('x'))),
    );
    run.start(ist('09:00'));
    expect(run.deliver(contractsAt(ist('09:01'))).failure).toMatch(
      /SelectionError: Cannot take the expiry 2026-11-25 of NIFTY: listed are 2026-11-24/,
    );
  });

  it('tells the monthly expiry and the futures by the futures of the listing', () => {
    const expiries = ['2026-11-24', '2026-11-30', '2026-12-29'];
    const futures = ['2026-12-29', '2026-11-24'].map((expiry) => ({
      ...option(0, 'CE', expiry),
      symbol: `future of ${expiry}`,
      kind: 'future' as const,
      strikePaise: null,
      optionType: null,
    }));
    const run = runOf((context) =>
      context
        .chain('NIFTY', { expiry: 'monthly' })
        .pipe(
          map(({ expiry, future }) =>
            note(`${expiry} ${future().symbol}, ${future('next-monthly').symbol}`),
          ),
        ),
    );
    const listed = [...listing(24_000, expiries), ...futures];
    const inputs = [contractsAt(ist('09:15'), listed), quotesAt(ist('09:16'), { NIFTY: 24_000 })];
    expect(play(run, inputs).map(said)).toEqual([
      '09:16:00 2026-11-24 future of 2026-11-24, future of 2026-12-29',
    ]);
  });

  it('does not take an expired contract for the nearest', () => {
    const expired = listing(24_000, ['2026-11-17', '2026-11-24']);
    expect(
      atm([contractsAt(ist('09:15'), expired), quotesAt(ist('09:16'), { NIFTY: 24_000 })]),
    ).toEqual([`09:16:00 2026-11-24 ${CE.symbol} 960000`]);
  });
});
