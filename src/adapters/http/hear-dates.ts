import { type Clock } from '../../ports/clock.ts';
import { type Transport, type TransportResult } from '../../ports/transport.ts';

/** When an answer was made by its server's clock, and when the request left and the answer was there by one's own. Epoch milliseconds. */
export interface DatedAnswer {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** The start of the second that its `Date` names. */
  readonly dateMs: number;
}

/** The one form that servers may send, RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/** Tells of each answer with a `Date` when it was made. An answer without one that can be read is passed on all the same. */
export function hearDates(
  transport: Transport,
  { clock, onDate }: { readonly clock: Clock; readonly onDate: (answer: DatedAnswer) => void },
): Transport {
  return {
    send: async (request) => {
      const sentAtMs = clock.nowMs();
      const result = await transport.send(request);
      const dateMs = dateOf(result);
      if (dateMs !== null) onDate({ sentAtMs, receivedAtMs: clock.nowMs(), dateMs });
      return result;
    },
  };
}

function dateOf(result: TransportResult): number | null {
  if (result.kind !== 'response') return null;
  const dates = result.headers.filter(([name]) => name === 'date');
  const [first] = dates;
  // Two dates come of something in between: which of them is the platform's is not known.
  if (first === undefined || dates.length > 1 || !DATE.test(first[1])) return null;
  const dateMs = Date.parse(first[1]);
  return Number.isNaN(dateMs) ? null : dateMs;
}
