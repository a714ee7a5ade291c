import { filter, from, map, merge, mergeMap, withLatestFrom } from 'rxjs';

import { hash32 } from '../../base/random.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Command } from '../../model/orders/command.ts';
import { cancel, modify, place, squareOff } from '../../strategy/commands.ts';
import { ownStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { buy, limit, sell } from '../../strategy/leg-order.ts';
import { type Chain, SelectionError } from '../../streams/chain.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { exit, protection } from './of-held.ts';

const EVERY_MS = 900_000;
/** Each with its share: tight ones are passed by a jump, wide ones meet the price band. */
const STOP_PERCENTS = [6, 6, 4, 12, 30] as const;
const LOTS = [1, 2, 3, 5, 36] as const;
const FAR_PAISE = 90_000;
const NEAR_PAISE = 300;

/**
 * Holds positions all day, most of them with stops: straddles, spreads, bought options, rolls; it closes all legs or some,
 * by square-offs and by exits of its own, and leaves the end of the day to the engine on half of the days.
 */
export const positionStrategy: Strategy = ownStrategy({
  name: 'positions',
  run: ({ every, at, chain, fills, positions, run }) => {
    const word = hash32(`${run.seed}/positions`);
    const percent = STOP_PERCENTS[word % STOP_PERCENTS.length] ?? 6;
    return merge(
      every(EVERY_MS, { from: '09:17', to: '15:03' }).pipe(
        withLatestFrom(chain('NIFTY', { quotedStrikes: 3 }), positions),
        mergeMap(([{ atMs }, options, held]) => {
          const draw = hash32(`${run.seed}/${String(atMs)}`);
          return from(act({ draw, chain: options, held: held.filter(isHeld) }));
        }),
      ),
      fills.pipe(
        filter(({ legRef: { role, leg } }) => role === 'entry' && !leg.startsWith('bare')),
        map(({ legRef: { leg }, order: { side }, units, pricePaise, contract }) => {
          return place(protection({ leg, contract }, { side, units, pricePaise }, percent));
        }),
      ),
      (word >>> 8) % 2 === 0
        ? at('15:11', { late: 'run' }).pipe(map(() => squareOff('exit time')))
        : from<Command[]>([]),
    );
  },
});

interface Moment {
  readonly draw: number;
  readonly chain: Chain;
  readonly held: readonly LegPosition[];
}

type Deed = (moment: Moment & { readonly name: string; readonly lots: number }) => Command[];

const DEEDS: readonly Deed[] = [
  ({ name, lots, chain: { atm } }) => [
    place(sell(atm.ce, { leg: `${name}-ce`, lots }), sell(atm.pe, { leg: `${name}-pe`, lots })),
  ],
  ({ name, lots, chain: { atm, otm } }) => [
    place(
      buy(otm('CE', 4), { leg: `bare-${name}`, lots }),
      sell(atm.ce, { leg: `${name}-short`, lots }),
    ),
  ],
  ({ name, lots, chain: { atm } }) => [place(buy(atm.pe, { leg: `${name}-long`, lots }))],
  // A roll: the old leg is closed, and the next one opened in the same breath.
  ({ name, chain: { otm }, held }) => [
    ...held.slice(0, 1).map(({ leg }) => squareOff('roll', [leg])),
    place(sell(otm('PE', 1), { leg: `${name}-roll`, lots: 2 })),
  ],
  ({ held }) => some(held, (legs) => [squareOff('some legs', legs)]),
  ({ held }) => some(held, (legs) => [squareOff('some legs', legs)]),
  ({ held }) => some(held, (legs) => [squareOff('two legs', legs.slice(-2))]),
  ({ held }) => some(held, () => [squareOff('all legs', 'all')]),
  // Exits of its own: the stops go first.
  ({ held }) =>
    held.slice(0, 2).flatMap((position) => [cancel([position.leg], 'stop'), place(exit(position))]),
  ({ name, lots, chain: { atm }, held }) => [
    ...flood(atm.ce, name),
    ...some(held, (legs) => [squareOff('while entries leave', legs)]),
    place(buy(atm.pe, { leg: `${name}-last`, lots })),
  ],
  ({ name, lots, chain: { atm } }) => [
    place(buy(atm.ce, { leg: `${name}-rest`, lots, terms: limit(NEAR_PAISE) })),
    modify(`${name}-rest`, 'entry', limit(FAR_PAISE)),
  ],
  ({ held }) => held.slice(0, 1).map(({ leg }) => cancel([leg], 'entry')),
];

function act({ draw, chain, held }: Moment): readonly Command[] {
  const name = `p${String((draw >>> 3) % 1_000)}`;
  const lots = LOTS[(draw >>> 13) % LOTS.length] ?? 1;
  // More is opened than closed while little is held.
  const deed = DEEDS[held.length === 0 ? draw % 3 : draw % DEEDS.length];
  try {
    return deed?.({ draw, chain, held, name, lots }) ?? [];
  } catch (error) {
    if (error instanceof SelectionError) return [];
    throw error;
  }
}

function isHeld({ netUnits }: LegPosition): boolean {
  return netUnits !== 0;
}

function some(
  held: readonly LegPosition[],
  act: (legs: readonly string[]) => Command[],
): Command[] {
  const legs = held.slice(-3).map(({ leg }) => leg);
  return legs.length === 0 ? [] : act(legs);
}

function flood(contract: Contract, name: string): readonly Command[] {
  return Array.from({ length: 20 }, (_, index) => {
    const leg = `bare-${name}-${String(index)}`;
    return place(buy(contract, { leg, lots: 1 + index, terms: limit(NEAR_PAISE) }));
  });
}
