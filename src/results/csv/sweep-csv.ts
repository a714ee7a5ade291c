import { type Json } from '../../base/json.ts';
import { type SampleFigures, type SweepResult, type SweepVariant } from '../sweep/sweep-result.ts';
import { type Columns, csvText, csvRupees } from './csv-text.ts';

/** Every variant as CSV, in the order of the combinations. Columns: `docs/sweeps.md`. */
export function sweepCsv({ params, variants }: Pick<SweepResult, 'params' | 'variants'>): string {
  return csvText(
    {
      variant: ({ index }) => index,
      ...Object.fromEntries(
        params.map(({ name }) => [
          `param_${name}`,
          (variant: SweepVariant) => paramText(variant.params[name]),
        ]),
      ),
      status: ({ status }) => status,
      ...figureColumns('', ({ whole }) => whole),
      ...figureColumns('in_sample_', ({ inSample }) => inSample),
      ...figureColumns('out_of_sample_', ({ outOfSample }) => outOfSample),
      decisions_sha256: ({ decisionsSha256 }) => decisionsSha256,
      problem: ({ problem }) => problem,
    },
    variants,
  );
}

function figureColumns(
  prefix: string,
  of: (variant: SweepVariant) => SampleFigures | null,
): Columns<SweepVariant> {
  const amount =
    (read: (figures: SampleFigures) => number | null): Columns<SweepVariant>[string] =>
    (variant) => {
      const figures = of(variant);
      const paise = figures === null ? null : read(figures);
      return paise === null ? null : csvRupees(paise);
    };
  return {
    [`${prefix}days`]: (variant) => of(variant)?.days ?? null,
    [`${prefix}days_failed`]: (variant) => of(variant)?.daysFailed ?? null,
    [`${prefix}trades`]: (variant) => of(variant)?.trades ?? null,
    [`${prefix}gross_rupees`]: amount(({ grossPaise }) => grossPaise),
    [`${prefix}costs_rupees`]: amount(({ costsPaise }) => costsPaise),
    [`${prefix}net_rupees`]: amount(({ netPaise }) => netPaise),
    [`${prefix}sharpe`]: (variant) => of(variant)?.sharpe ?? null,
    [`${prefix}sortino`]: (variant) => of(variant)?.sortino ?? null,
    [`${prefix}calmar`]: (variant) => of(variant)?.calmar ?? null,
    [`${prefix}profit_factor`]: (variant) => of(variant)?.profitFactor ?? null,
    [`${prefix}drawdown_rupees`]: amount(({ drawdownPaise }) => drawdownPaise),
  };
}

/** A value of a parameter for people: a text as it is, anything else as JSON; null for one that is not there. */
export function paramText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
