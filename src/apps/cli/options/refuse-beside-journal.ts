import { cliFailure } from '../cli-failure.ts';
import { type PriceOptions } from './price-options.ts';

/** What asks for another question than how a recorded day comes out again. */
export interface BesideJournal extends PriceOptions {
  readonly param?: readonly string[];
  readonly sensitivity?: boolean;
  readonly seed?: string;
  readonly log?: string;
  readonly pricing?: object;
  readonly source?: readonly string[];
}

/**
 * A recorded day is run with what its journal holds: an option that would change nothing is a mistake of whoever gave it.
 *
 * @throws {CliFailure} when there is one, or a strategy
 */
export function refuseBesideJournal(files: readonly string[], options: BesideJournal): void {
  const { prices, generate, from, to, strict, columns, timeZone, stamp, underlying } = options;
  const { param, sensitivity, seed, log, iv, ivModel, pricing, source } = options;
  const asked = {
    prices,
    iv,
    'iv-model': ivModel,
    generate,
    pricing,
    param,
    from,
    to,
    sensitivity,
    seed,
    log,
    source,
  };
  const read = { underlying, columns, 'time-zone': timeZone, stamp, strict };
  const given = Object.entries({ ...asked, ...read })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  const odd = [...files, ...given].join(', ');
  if (odd === '') return;
  throw cliFailure('usage', 'A journal holds its own prices, strategies and parameters', {
    found: odd,
    allowed:
      '--journal with --date, --fills, --capital, --config, --out, --csv, --report, --verbose, --json',
    next: `Leave ${odd} out, or leave --journal out`,
  });
}
