import { type CarryDoubt } from '../model/orders/carried-over.ts';
import { critical, info, type Numbers, type Texts, warning } from './notice-kind.ts';
import { type OperatorCommands } from './operator-commands.ts';

/** A leg that was carried overnight. `units` is signed. */
export type CarriedFacts = Texts<'leg' | 'symbol' | 'since'> & Numbers<'units'>;

/** What a notice says of a leg that no one has confirmed. */
export type DoubtedFacts = CarriedFacts & { readonly doubt: CarryDoubt };

/** Positions that were carried overnight. */
export const CARRIED = {
  'carried-overnight': info<CarriedFacts>(
    (of) => `${legText(of)}: its exits and stops are sent as usual`,
  ),
  'carried-not-confirmed': critical<DoubtedFacts>(
    ({ doubt, ...of }, runId, commands) =>
      `${legText(of)}, and is not confirmed: ${carryDoubtText(doubt)}. Nothing is sent for it, no stop and no exit. Look at the positions at the broker, then: ${confirmText(commands, runId, of.leg)}`,
  ),
  'carried-still-not-confirmed': critical<Texts<'leg' | 'reason'>>(
    ({ leg, reason }, runId, commands) =>
      `Leg "${leg}" was carried overnight and is still not confirmed: ${reason}. Nothing is sent for it, no stop and no exit. Look at the positions at the broker, then: ${confirmText(commands, runId, leg)}`,
  ),
  'carried-exit-blocked': critical<
    CarriedFacts & { readonly what: 'stop' | 'square-off' | 'exit' }
  >(
    ({ what, ...of }, runId, commands) =>
      `${BLOCKED[what]}, and is not sent, because no one has confirmed that the position is still there. ${legText(of)}. Decide now: ${confirmText(commands, runId, of.leg)}`,
  ),
  'carried-not-squared-off': critical<CarriedFacts>(
    (of, runId, commands) =>
      `Not squared off: no one has confirmed that it is still there, and an exit of a position that is gone opens another. ${legText(of)}. If the broker shows it: ${commands.flatten(runId).join()}; if not: ${commands.resolveStart(`${runId}/${of.leg}`, ['closed']).join()}`,
  ),
  'carried-settled': info<Texts<'leg'> & Numbers<'units'> & { readonly by: 'operator' | 'orders' }>(
    ({ leg, units, by }) => {
      const who =
        by === 'operator' ? 'by the operator' : "by orders of today that are not the run's";
      if (units === 0) return `Carried leg "${leg}" is closed, ${who}`;
      return `Carried leg "${leg}" is confirmed ${who}: ${String(units)} units are open, and its stops and exits are sent from now on`;
    },
  ),
  'carried-expired': warning<
    CarriedFacts &
      Texts<'expiry'> & {
        /** Estimated from the last index level that was seen, paise a unit; null where none was. */
        readonly settlementPaise: number | null;
      }
  >(({ expiry, settlementPaise, ...of }) => {
    const estimate =
      settlementPaise === null
        ? 'no index level was seen to estimate it by'
        : `about ${(settlementPaise / 100).toFixed(2)} a unit by the last index level that was seen`;
    return `${legText(of)}. It expired on ${expiry} and was settled by the exchange (${estimate}): it is in the books no more. Check the contract note`;
  }),
};

/** Why a carried leg may be gone, for people. */
export function carryDoubtText(doubt: CarryDoubt): string {
  return DOUBTS[doubt];
}

const DOUBTS: Readonly<Record<CarryDoubt, string>> = {
  'not-confirmed': 'the platform shows no positions, so a close since then would not show',
  intraday: 'it was intraday, and the broker may have squared it off',
  'not-watched': 'the end of its last day was not watched, and its orders could still fill',
  'days-missed': 'trading days have passed on which no program ran',
  'other-date': 'it was traded under a later date than today, as by a clock that was wrong',
  uncertain: 'an order of it has no certain outcome, or others may have closed some of it',
  'not-listed': "today's list of contracts does not have it",
  'lot-changed': "today's list of contracts has another lot for it",
};

const BLOCKED = {
  stop: 'The price is through the stop of a carried leg. The stop would have triggered',
  'square-off': 'A carried leg is to be squared off. Its exit is due',
  exit: 'The strategy asked for an exit of a carried leg. It was refused',
} as const;

function legText({ leg, symbol, units, since }: CarriedFacts): string {
  return `Leg "${leg}" has ${String(units)} units of ${symbol}, carried since ${since}`;
}

function confirmText(commands: OperatorCommands, runId: string, leg: string): string {
  return commands.confirm(runId, leg).join(', or: ');
}
