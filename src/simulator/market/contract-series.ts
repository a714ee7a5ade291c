import { invariant } from '../../base/invariant.ts';
import { type Contract } from '../../model/contract.ts';
import { type IstDate } from '../../model/ist.ts';
import { formatSymbol, type SymbolParts } from '../../model/symbol.ts';

/** What all contracts of an underlying and an expiry share. */
export interface SeriesTerms {
  readonly underlying: string;
  /** Place of the underlying in the tables, from 0; part of every token. */
  readonly underlyingNumber: number;
  readonly exchange: string;
  readonly expiry: IstDate;
  readonly lotSizeUnits: number;
  /** Of its options. */
  readonly tickSizePaise: number;
  readonly freezeUnits: number;
}

/** The contracts of one underlying and expiry, each made once. */
export class ContractSeries {
  readonly #terms: SeriesTerms;
  readonly #strikes = new Map<number, readonly [call: Contract, put: Contract]>();
  #future: Contract | null = null;

  constructor(terms: SeriesTerms) {
    this.#terms = terms;
  }

  /** The future of this expiry, whose tick goes by the level of its index. */
  future(tickSizePaise: number): Contract {
    const { underlying, expiry } = this.#terms;
    if (this.#future?.tickSizePaise !== tickSizePaise) {
      this.#future = this.#made({ kind: 'future', underlying, expiry }, tickSizePaise);
    }
    return this.#future;
  }

  /** The call and the put of a strike. */
  options(strikePaise: number): readonly [call: Contract, put: Contract] {
    const held = this.#strikes.get(strikePaise);
    if (held !== undefined) return held;
    const { underlying, expiry } = this.#terms;
    const parts = { kind: 'option', underlying, expiry, strikePaise } as const;
    const made = [
      this.#made({ ...parts, optionType: 'CE' }),
      this.#made({ ...parts, optionType: 'PE' }),
    ] as const;
    this.#strikes.set(strikePaise, made);
    return made;
  }

  #made(parts: SymbolParts, tickSizePaise = this.#terms.tickSizePaise): Contract {
    const { exchange, underlying, expiry, lotSizeUnits, freezeUnits } = this.#terms;
    return Object.freeze({
      instrumentId: this.#instrumentId(parts),
      symbol: formatSymbol(parts),
      exchange,
      kind: parts.kind,
      underlying,
      expiry,
      strikePaise: parts.kind === 'option' ? parts.strikePaise : null,
      optionType: parts.kind === 'option' ? parts.optionType : null,
      lotSizeUnits,
      tickSizePaise,
      freezeUnits,
    });
  }

  /**
   * Exchange and a token of digits: number of the underlying, expiry, strike in rupees, and 0 future, 1 call, 2 put.
   * Written out of the contract's own terms, so it is the same on every day and never given twice.
   */
  #instrumentId(parts: SymbolParts): string {
    const { exchange, underlyingNumber, expiry } = this.#terms;
    const strikePaise = parts.kind === 'option' ? parts.strikePaise : 0;
    invariant(strikePaise % 100 === 0, 'A listed strike is in whole rupees');
    const type = parts.kind === 'future' ? '0' : parts.optionType === 'CE' ? '1' : '2';
    const strike = String(strikePaise / 100).padStart(6, '0');
    const day = expiry.slice(2).replaceAll('-', '');
    return `${exchange}_${String(11 + underlyingNumber)}${day}${strike}${type}`;
  }
}
