import { combineLatest, map, type Observable } from 'rxjs';

import { invariant } from '../base/invariant.ts';
import { type IstDate } from '../model/ist.ts';
import { type Seen } from '../model/order-event.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { type Chain, type ExpiryRule } from '../streams/chain.ts';
import { type Leg } from './legs-params.ts';

/** Strikes on each side of the index among which a premium or a delta is looked for. */
const QUOTED_STRIKES = 20;

/** The chains that the legs of a strategy choose from. */
export interface LegChains {
  /** Of the chain that was seen first: all are at least as fresh. */
  readonly seen: Seen;
  /** The nearest expiry among them. */
  readonly expiry: IstDate;
  readonly of: (leg: Leg) => Chain;
}

/** One chain for each expiry that the legs name, together whenever one of them changes. */
export function legChains(
  legs: readonly Leg[],
  underlying: string,
  context: Pick<StrategyContext<unknown>, 'chain'>,
): Observable<LegChains> {
  const rules = new Map(legs.map(({ expiry }) => [keyOf(expiry), expiry]));
  const quotedStrikes = legs.some(isQuoted) ? QUOTED_STRIKES : 0;
  const keys = [...rules.keys()];
  const streams = [...rules.values()].map((expiry) =>
    context.chain(underlying, { expiry, quotedStrikes }),
  );
  return combineLatest(streams).pipe(map((chains) => together(keys, chains)));
}

function isQuoted({ form: { strike } }: Leg): boolean {
  return strike.kind === 'premium' || strike.kind === 'delta';
}

function together(keys: readonly string[], chains: readonly Chain[]): LegChains {
  const first = chains.reduce((oldest, chain) =>
    heldAtMs(chain.seen) < heldAtMs(oldest.seen) ? chain : oldest,
  );
  const nearest = chains.reduce((near, chain) => (chain.expiry < near.expiry ? chain : near));
  return {
    seen: first.seen,
    expiry: nearest.expiry,
    of: ({ name, expiry }) => {
      const chain = chains[keys.indexOf(keyOf(expiry))];
      invariant(chain !== undefined, `No chain for leg "${name}"`);
      return chain;
    },
  };
}

function heldAtMs({ observedAtMs, ageMsMax }: Seen): number {
  return observedAtMs - ageMsMax;
}

function keyOf(expiry: ExpiryRule): string {
  return typeof expiry === 'string' ? expiry : expiry.date;
}
