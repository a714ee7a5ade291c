import { from, map, merge, mergeMap, type Observable, withLatestFrom } from 'rxjs';

import { hash32 } from '../../base/random.ts';
import { type Command } from '../../model/command.ts';
import { type Chain } from '../../streams/chain.ts';
import { cancel, modify, place, squareOff } from '../../strategy/commands.ts';
import { defineStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { buy, sell } from '../../strategy/leg-order.ts';
import { limit } from '../../strategy/terms.ts';

const EVERY_MS = 420_000;
const LEGS = ['a', 'b', 'c'];
const CHEAP_PAISE = 500;
const DEAR_PAISE = 40_000;

/** Does something else every seven minutes: enters, changes its mind, closes, and now and then too much at once. */
export const chaosStrategy: Strategy = defineStrategy({
  name: 'chaos',
  run: ({ every, at, chain, run }) =>
    merge(
      every(EVERY_MS, { from: '09:18', to: '15:05' }).pipe(
        withLatestFrom(chain('NIFTY', { quotedStrikes: 3 })),
        mergeMap(([{ atMs }, options]) => act(hash32(`${run.seed}/${String(atMs)}`), options)),
      ),
      at('15:10', { late: 'run' }).pipe(map(() => squareOff('exit time'))),
    ),
});

interface Moment {
  readonly leg: string;
  readonly lots: number;
  readonly chain: Chain;
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
    place(buy(atm.pe, { leg: `${leg}-again`, lots: 40 })),
  ],
  ({ leg, chain }) => flood(chain.atm, leg),
  () => [],
];

function act(draw: number, chain: Chain): Observable<Command> {
  const leg = LEGS[(draw >>> 4) % LEGS.length] ?? 'a';
  const lots = 1 + ((draw >>> 8) % 3);
  return from(DEEDS[draw % DEEDS.length]?.({ leg, lots, chain }) ?? []);
}

/** More at once than a second may carry. */
function flood({ ce }: Chain['atm'], leg: string): readonly Command[] {
  return Array.from({ length: 14 }, (_, index) =>
    place(buy(ce, { leg: `${leg}-${String(index)}`, lots: 1, terms: limit(CHEAP_PAISE) })),
  );
}
