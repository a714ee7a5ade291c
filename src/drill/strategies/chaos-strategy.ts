import {
  asyncScheduler,
  concat,
  filter,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  timer,
  withLatestFrom,
} from 'rxjs';

import { type Json } from '../../base/json.ts';
import { hash32 } from '../../base/random.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import {
  cancel,
  modify,
  place,
  placeBasket,
  squareOff,
  squareOffPosition,
  startPosition,
} from '../../strategy/commands.ts';
import { ownStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { buy, limit, sell } from '../../strategy/leg-order.ts';
import { type Chain, SelectionError } from '../../streams/chain.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { exit, protection } from './of-held.ts';

const EVERY_MS = 600_000;
const LEGS = ['a', 'b', 'c'];
const REGRET_MS = 600;
const CHEAP_PAISE = 500;
const DEAR_PAISE = 40_000;
/** More than one order may carry. */
const ABOVE_FREEZE_LOTS = 40;
/** So near to the end of the window that what waits a second comes too late. */
const LAST_STARTS = ['15:28:58', '15:28:59', '15:29:00'] as const;

/** Does something else every ten minutes: enters, protects, changes its mind, closes, and now and then too much at once. */
export const chaosStrategy: Strategy = ownStrategy({
  name: 'chaos',
  run: ({ every, at, chain, positions, customPositions, run }) =>
    merge(
      every(EVERY_MS, { from: '09:18', to: '15:05' }).pipe(
        withLatestFrom(chain('NIFTY', { quotedStrikes: 3 }), positions),
        mergeMap(([{ atMs }, options, held]) => {
          return act(hash32(`${run.seed}/${String(atMs)}`), options, held);
        }),
      ),
      // Whoever does not know whether it started asks again: the gate has to say no.
      customPositions.pipe(
        filter(({ state }) => state === 'start-unknown'),
        map(({ position }) => start(position)),
      ),
      ...LAST_STARTS.map((time) => at(time).pipe(map(() => start(`late-${time.slice(-2)}`)))),
      at('15:10', { late: 'run' }).pipe(map(() => squareOff('exit time'))),
    ),
});

interface Moment {
  readonly leg: string;
  readonly lots: number;
  readonly chain: Chain;
  readonly held: readonly LegPosition[];
}

const DEEDS: readonly ((moment: Moment) => readonly Command[])[] = [
  ({ leg, lots, chain: { atm } }) => [place(sell(atm.ce, { leg: `${leg}-ce`, lots }))],
  ({ leg, lots, chain: { atm, otm } }) => [
    place(sell(atm.pe, { leg, lots }), buy(otm('PE', 4), { leg: `${leg}-hedge`, lots })),
  ],
  ({ leg, lots, chain: { atm } }) => [
    place(buy(atm.ce, { leg: `${leg}-rest`, lots, terms: limit(CHEAP_PAISE) })),
  ],
  ({ leg }) => [modify(`${leg}-rest`, 'entry', limit(DEAR_PAISE))],
  () => [cancel('all', 'entry')],
  ({ leg }) => [squareOff('a change of mind', [leg, `${leg}-hedge`])],
  () => [squareOff('everything', 'all')],
  ({ leg, chain: { atm } }) => [
    cancel([`${leg}-rest`]),
    place(buy(atm.pe, { leg: `${leg}-again`, lots: ABOVE_FREEZE_LOTS })),
  ],
  ({ leg, chain, held }) => [
    ...flood(chain.atm, leg),
    ...held.slice(0, 1).map((position) => place(exit(position))),
  ],
  ({ held }) => held.map((position) => place(protectionOf(position))),
  ({ held }) => [...held.map((position) => place(protectionOf(position))), squareOff('at once')],
  ({ held }) => held.flatMap((position) => [place(exit(position)), place(exit(position))]),
  ({ leg, lots, chain: { atm, otm } }) => [
    placeBasket(
      { withinMs: 20_000, otherwise: lots === 1 ? 'complete' : 'unwind' },
      sell(atm.ce, { leg: `${leg}-short`, lots, terms: limit(DEAR_PAISE) }),
      buy(otm('CE', 4), { leg: `${leg}-wing`, lots }),
    ),
  ],
  ({ leg, lots }) => [start(`${leg}-${String(lots)}`)],
  ({ leg, lots }) => [squareOffPosition(`${leg}-${String(lots)}`)],
  ({ leg, chain }) => [...flood(chain.atm, leg), cancel('all', 'entry')],
];

function act(draw: number, chain: Chain, positions: readonly LegPosition[]): Observable<Command> {
  const leg = LEGS[(draw >>> 4) % LEGS.length] ?? 'a';
  const lots = 1 + ((draw >>> 8) % 3);
  const held = positions.filter(({ netUnits }) => netUnits !== 0);
  const deed = draw % (DEEDS.length + 1);
  // What has just left is taken back within the same second.
  if (deed === DEEDS.length) {
    const regret = timer(REGRET_MS, asyncScheduler).pipe(map(() => cancel('all', 'entry')));
    return concat(from(flood(chain.atm, leg)), regret);
  }
  return from(commandsOf(deed, { leg, lots, chain, held }));
}

/** @throws what else a deed throws */
function commandsOf(deed: number, moment: Moment): readonly Command[] {
  try {
    return DEEDS[deed]?.(moment) ?? [];
  } catch (error) {
    if (error instanceof SelectionError) return [];
    throw error;
  }
}

function flood({ ce }: Chain['atm'], leg: string): readonly Command[] {
  return Array.from({ length: 14 }, (_, index) =>
    // Equal ones would be refused as repetitions.
    place(buy(ce, { leg: `${leg}-${String(index)}`, lots: 1 + index, terms: limit(CHEAP_PAISE) })),
  );
}

function protectionOf(position: LegPosition): LegOrder {
  const { netUnits, averagePricePaise: pricePaise } = position;
  const side = netUnits < 0 ? 'sell' : 'buy';
  return protection(position, { side, units: Math.abs(netUnits), pricePaise }, 4);
}

function start(position: string): Command {
  return startPosition({ position, ticker: 'NIFTY', legs: [SHORT_CALL] });
}

/** In the platform's words. */
const SHORT_CALL: Json = {
  PositionConfig: {
    PositionType: 'PositionType.Sell',
    Lots: 1,
    InstrumentKind: 'LegType.CE',
    ExpiryKind: 'ExpiryType.Weekly',
    EntryType: 'EntryType.EntryByStrikeType',
    StrikeParameter: 'StrikeType.ATM',
  },
  ExecutionConfig: { ProductType: 'ProductType.MIS' },
};
