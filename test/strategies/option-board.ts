import { type Contract, type OptionType } from '../../src/model/market/contract.ts';
import { roundToTick } from '../../src/model/money/money.ts';
import { type IstDate } from '../../src/model/time/ist.ts';

const STEP_PAISE = 50_00;
const STRIKES_EACH_SIDE = 40;

/** Listed options of NIFTY, 40 strikes on each side of a price, for the given expiries. */
export function listedOptions(aroundPaise: number, expiries: readonly IstDate[]): Contract[] {
  const middle = Math.round(aroundPaise / STEP_PAISE) * STEP_PAISE;
  const steps = Array.from({ length: 2 * STRIKES_EACH_SIDE + 1 }, (_, i) => i - STRIKES_EACH_SIDE);
  return expiries.flatMap((expiry) =>
    steps.flatMap((step) =>
      (['CE', 'PE'] as const).map((type) => option(expiry, middle + step * STEP_PAISE, type)),
    ),
  );
}

/** One option of NIFTY: 75 to the lot, tick 0.05. */
export function option(expiry: IstDate, strikePaise: number, optionType: OptionType): Contract {
  const symbol = `NIFTY${expiry.slice(2).replaceAll('-', '')}${optionType[0] ?? ''}${String(strikePaise / 100)}`;
  return {
    instrumentId: `NSE_${symbol}`,
    symbol,
    exchange: 'NSE',
    kind: 'option',
    underlying: 'NIFTY',
    expiry,
    strikePaise,
    optionType,
    lotSizeUnits: 75,
    tickSizePaise: 5,
    freezeUnits: 1800,
  };
}

/** The future of NIFTY of a date. */
export function future(expiry: IstDate): Contract {
  const symbol = `NIFTY${expiry.slice(2).replaceAll('-', '')}FUT`;
  const none = { kind: 'future', strikePaise: null, optionType: null } as const;
  return { ...option(expiry, 0, 'CE'), ...none, instrumentId: `NSE_${symbol}`, symbol };
}

/** A premium that behaves: what the option is worth at once, and a time value that is largest at the money. A future is at the index. */
export function premiumPaise(contract: Contract, spotPaise: number): number {
  if (contract.kind === 'future') return roundToTick(spotPaise, 5, 'nearest');
  const beyond = spotPaise - (contract.strikePaise ?? 0);
  const worth = Math.max(0, contract.optionType === 'CE' ? beyond : -beyond);
  const time = 12_000 * Math.exp(-((beyond / 60_000) ** 2));
  return Math.max(5, roundToTick(worth + time, 5, 'nearest'));
}
