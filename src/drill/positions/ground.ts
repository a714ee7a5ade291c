import { type Quote } from '../../model/market/quote.ts';
import { type Truth } from '../oracle/truth.ts';
import { type Machine } from '../process/machine.ts';
import { type Declared } from './declared.ts';
import { type LegsAtExchange } from './legs-at-exchange.ts';
import { type Bounds, type Overdue } from './overdue.ts';
import { type WhatWasRead } from './what-was-read.ts';

/** Where prices come from: the market itself. */
export type QuoteOf = (symbol: string, atMs: number) => Quote | null;

/** What all judges of positions look at. */
export interface Ground {
  readonly machine: Machine;
  readonly truth: Truth;
  readonly legs: LegsAtExchange;
  readonly read: WhatWasRead;
  readonly declared: Declared;
  readonly overdue: Overdue;
  readonly bounds: Bounds;
  /** Between two prices of the day, milliseconds. */
  readonly priceStepMs: number;
  readonly quoteOf: QuoteOf;
  readonly violate: (invariant: string, detail: string) => void;
}
