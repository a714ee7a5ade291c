import { fail, ok, type Result } from '../../../base/result.ts';
import { type Contract, type OptionType, parseSymbol } from '../../../model/market/contract.ts';
import { paiseFromRupees } from '../../../model/money/money.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';
import { type ContractWire } from './wire.ts';

/** A contract of the model from a record, or what keeps it from being one. */
export function contractFromWire(record: ContractWire, profile: Profile): Result<Contract, string> {
  const kind = kindOf(record.type, profile);
  const option = kind === 'option' ? optionFrom(record, profile) : ok(NO_OPTION);
  if (!option.ok) return option;
  const instrumentId = instrumentIdOf(record, profile.records.instrumentIdFields);
  if (instrumentId === null) {
    return fail(`None of the fields ${profile.records.instrumentIdFields.join(', ')} is there`);
  }
  const tickSizePaise = paiseFromRupees(record.tick_size);
  if (tickSizePaise < 1) return fail('tick_size: below a paisa');
  return ok({
    instrumentId,
    symbol: record.symbol,
    exchange: record.exchange,
    kind,
    underlying: record.underlying,
    expiry: record.expiry,
    ...option.value,
    lotSizeUnits: record.lot_size,
    tickSizePaise,
    freezeUnits: freezeUnits(record.max_qty_in_order),
  });
}

function kindOf(type: string, { words }: Profile): Contract['kind'] {
  if (words.instrumentType.option.includes(type)) return 'option';
  return words.instrumentType.future.includes(type) ? 'future' : 'other';
}

type Option = Pick<Contract, 'strikePaise' | 'optionType'>;

const NO_OPTION: Option = { strikePaise: null, optionType: null };

function optionFrom(record: ContractWire, profile: Profile): Result<Option, string> {
  const optionType = optionTypeOf(record, profile);
  if (optionType === null) {
    return fail('option_type: neither the record nor its symbol says call or put');
  }
  const strikePaise = paiseFromRupees(record.strike ?? 0);
  return strikePaise === 0 ? fail('strike: an option needs one') : ok({ strikePaise, optionType });
}

/** From the field that some deployments add, else the type's word, else the symbol. */
function optionTypeOf(record: ContractWire, { words }: Profile): OptionType | null {
  for (const word of [record.option_type, record.type]) {
    if (word === words.optionType.call) return 'CE';
    if (word === words.optionType.put) return 'PE';
  }
  const parts = parseSymbol(record.symbol);
  if (parts?.kind === 'option') return parts.optionType;
  const [suffix] = /(?:CE|PE)$/.exec(record.symbol) ?? [];
  return suffix === undefined ? null : suffix === 'CE' ? 'CE' : 'PE';
}

function instrumentIdOf(record: ContractWire, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = Object.hasOwn(record, field) ? record[field] : null;
    if (typeof value === 'string' && value !== '') return value;
    if (Number.isSafeInteger(value)) return String(value);
  }
  return null;
}

function freezeUnits(maxQuantity: number | null | undefined): number | null {
  return typeof maxQuantity === 'number' && maxQuantity >= 1 ? Math.floor(maxQuantity) : null;
}
