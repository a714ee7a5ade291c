import { type Contract } from '../../model/contract.ts';
import { rupeesFromPaise } from '../../model/money.ts';
import { type WordsProfile } from '../../model/profile.ts';
import { optionWord } from './order-record.ts';

/** How contract records are written. */
export interface ContractWriting {
  readonly words: WordsProfile;
  /** Whether the fields that the interface does not list are there: token, option_type, max_qty_in_order, is_tradable. */
  readonly hasExtras: boolean;
}

/** A contract as the contracts endpoint lists it. */
export function contractRecord(contract: Contract, { words, hasExtras }: ContractWriting): object {
  const type = contract.kind === 'option' ? 'option' : 'future';
  const { strikePaise } = contract;
  const record = {
    symbol: contract.symbol,
    exchange: contract.exchange,
    type: words.instrumentType[type][0] ?? '',
    underlying: contract.underlying,
    expiry: contract.expiry,
    strike: strikePaise === null ? null : rupeesFromPaise(strikePaise),
    lot_size: contract.lotSizeUnits,
    tick_size: rupeesFromPaise(contract.tickSizePaise),
  };
  if (!hasExtras) return record;
  return {
    ...record,
    token: contract.instrumentId,
    option_type: contract.optionType === null ? null : optionWord(contract.optionType, words),
    max_qty_in_order: contract.freezeUnits,
    is_tradable: true,
  };
}
