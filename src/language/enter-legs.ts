import { type Command } from '../model/command.ts';
import { type IstDate } from '../model/ist.ts';
import { alert, place } from '../strategy/commands.ts';
import { buy, sell } from '../strategy/leg-order.ts';
import { type LegContracts } from './leg-contracts.ts';
import { type Leg } from './legs-params.ts';
import { type LegsForm } from './schema/legs-form.ts';

/** What legs are entered with. */
export interface EntryMoment {
  readonly contracts: LegContracts;
  readonly date: IstDate;
}

/** Enters legs together; on a day on which the form does not trade it says so instead. */
export function enterLegs(
  { days, product }: LegsForm,
  legs: readonly Leg[],
  { contracts, date }: EntryMoment,
): Command {
  if (days === 'expiry' && contracts.expiry !== date) {
    const { underlying, expiry } = contracts;
    return alert('info', `No trade today: ${underlying} expires on ${expiry}`);
  }
  const orders = legs.map((leg) => {
    const order = leg.form.side === 'buy' ? buy : sell;
    return order(contracts.of(leg), { leg: leg.name, lots: leg.lots, product });
  });
  return place(...orders);
}
