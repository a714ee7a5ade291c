import { z } from 'zod';

import { type TransportRequest } from '../../ports/transport.ts';
import { type AnswerRules } from '../shared/answer.ts';

/** A request of a gateway for prices. */
export function getPrices(path: string): TransportRequest {
  const headers = { accept: 'application/json' };
  return { role: 'prices', method: 'GET', path, headers, body: null };
}

/** What a gateway's answers mean: error envelopes of any status of 4xx refuse. */
export const GATEWAY_ANSWERS: AnswerRules = {
  errors: new Map(Array.from({ length: 100 }, (_, index) => [400 + index, 'error-envelope'])),
  certainStatuses: [],
  scrub: (text) => text,
};

/** Symbols of one request: keeps its address below 8 KiB, which every server takes. Chosen. */
export const SYMBOLS_PER_REQUEST_MAX = 200;

/** Bytes of a file read by one call. Chosen: about 13,000 quotes, some 50 ms. */
export const FILE_BYTES_PER_CALL_MAX = 1024 * 1024;

/** Bytes of one line of a file; a longer one is malformed. Chosen. */
export const LINE_BYTES_MAX = 64 * 1024;

/** Symbols kept from a file; beyond it the one quoted longest ago is dropped. Chosen. */
export const SYMBOLS_KEPT_MAX = 20_000;

/** Rupees as a feed writes them; no index or premium is near the upper bound. */
const rupees = z.number().min(0).max(10_000_000);
const price = rupees.refine((value) => value >= 0.01, 'Wanted at least 0.01');

const instant = z.union([
  z.int().min(0),
  z.iso.datetime({
    offset: true,
    error: 'Wanted epoch milliseconds or a date-time with its offset',
  }),
]);

/** One quote as a gateway or a file writes it: prices in rupees; 0, null or nothing where there is no bid or ask. */
export const wireQuote = z.object({
  symbol: z.string().min(1).max(64),
  bid: rupees.nullish(),
  ask: rupees.nullish(),
  last: price,
  at: instant,
});

/** One quote of a feed, as written. */
export type WireQuote = z.infer<typeof wireQuote>;

/** One past bar as a gateway writes it: prices in rupees, times in epoch milliseconds. */
export const wireBar = z
  .object({
    start: z.int().min(0),
    end: z.int().min(0),
    open: price,
    high: price,
    low: price,
    close: price,
  })
  .refine(({ start, end }) => start < end, 'Wanted an end after the start')
  .refine(
    ({ open, high, low, close }) => low <= Math.min(open, close) && Math.max(open, close) <= high,
    'Wanted open and close from low to high',
  );

/** One bar of a feed, as written. */
export type WireBar = z.infer<typeof wireBar>;
