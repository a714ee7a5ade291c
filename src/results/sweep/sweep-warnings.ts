import { counted } from '../../base/counted.ts';
import { type Json } from '../../base/json.ts';
import { lotSentences, sourceGapSentences } from '../caveats/before-figures.ts';
import { generatedCaveat } from '../caveats/data-caveats.ts';
import { stampCaveats } from '../caveats/stamp-sentences.ts';
import { signDoubts } from '../caveats/volatility-doubt.ts';
import { RATIO_DAYS_MIN } from '../statistics/of-few-days.ts';
import { isFailing, RANKS, scoreOf } from './ranking.ts';
import { netOfBest } from './sweep-best.ts';
import { type BestVariant, type SweepResult, type SweepVariant } from './sweep-result.ts';

/** Below this probability of skill, luck explains the best variant well enough. */
const SKILL_MIN = 0.95;
/** With fewer days to choose on, a Sharpe ratio says next to nothing. */
const DAYS_MIN = 30;

type Doubted = Pick<
  SweepResult,
  | 'params'
  | 'split'
  | 'rank'
  | 'variants'
  | 'best'
  | 'tried'
  | 'walkForward'
  | 'prices'
  | 'volatilityBand'
  | 'sources'
  | 'lots'
>;

/** What to doubt about a sweep, one sentence each; the gravest first. */
export function sweepWarnings(sweep: Doubted): readonly string[] {
  return [
    ...generatedCaveat(sweep.prices),
    ...stampCaveats(sweep.prices),
    ...sourceGapSentences(sweep.sources),
    ...lotSentences(sweep.lots),
    ...leftOutWarnings(sweep.variants),
    ...signWarnings(sweep),
    ...choiceWarnings(sweep),
    ...windowWarnings(sweep),
    ...losslessWarnings(sweep),
    ...splitWarnings(sweep),
    ...edgeWarnings(sweep),
    ...samenessWarnings(sweep.variants),
  ];
}

function leftOutWarnings(variants: readonly SweepVariant[]): readonly string[] {
  const count = (of: SweepVariant['status']): number =>
    variants.filter(({ status }) => status === of).length;
  const left = count('not-reached');
  const failed = count('failed');
  const refused = count('refused');
  return [
    ...(left === 0 ? [] : [`Stopped early: ${counted(left, 'variant')} not finished`]),
    ...(failed === 0 ? [] : [`${counted(failed, 'variant')} failed`]),
    ...failingWarnings(variants),
    ...(refused === 0
      ? []
      : [`The strategy refused the parameters of ${counted(refused, 'variant')}`]),
  ];
}

function failingWarnings(variants: readonly SweepVariant[]): readonly string[] {
  const failing = variants.filter(isFailing);
  const [first] = failing;
  if (first === undefined) return [];
  const told = `#${String(first.index)} ${first.problem ?? ''}`;
  const isSome = variants.some((variant) => variant.status === 'done' && !isFailing(variant));
  const none = isSome ? '' : '; none ran all days without failing, so that none is best';
  return [
    `The strategy of ${counted(failing.length, 'variant')} failed on days that it ran, and cannot be best: ${told}${none}`,
  ];
}

/** What turns the sign of the out-of-sample net of a walk forward, and of the best variant over all its days. */
function signWarnings({ best, volatilityBand, walkForward }: Doubted): readonly string[] {
  const walkedPaise = walkForward?.outOfSample.netPaise ?? null;
  const walked =
    walkForward === null || walkedPaise === null
      ? []
      : signDoubts('out-of-sample', {
          netPaise: walkedPaise,
          worstFillsNetPaise: walkForward.worstFillsNetPaise,
          band: walkForward.volatilityBand,
        });
  if (best === null) return walked;
  const { worstFillsNetPaise } = best;
  const beside = { netPaise: netOfBest(best), worstFillsNetPaise, band: volatilityBand };
  return [...walked, ...signDoubts("best variant's", beside)];
}

function choiceWarnings({ best, variants, tried, rank }: Doubted): readonly string[] {
  if (best === null) return [];
  const days = variants.find(({ index }) => index === best.index)?.inSample?.days ?? DAYS_MIN;
  const isOrderHidden = days < RATIO_DAYS_MIN && RANKS[rank].isOfAYear;
  const order = isOrderHidden ? `; variants are still ordered by their ${RANKS[rank].title}` : '';
  return [
    ...placeWarnings(best),
    ...(days < RATIO_DAYS_MIN ? [] : luckWarnings(best, tried)),
    ...(days < DAYS_MIN ? [`Chosen on ${counted(days, 'day')}: ${tooFewText(days)}${order}`] : []),
  ];
}

function tooFewText(days: number): string {
  const left =
    days < RATIO_DAYS_MIN
      ? `. Ratios and chances need ${String(RATIO_DAYS_MIN)} days, and are left out`
      : '';
  return `too few for a Sharpe ratio to mean much${left}`;
}

/** Windows that choose or are judged on few days, and what their best variant is not. */
function windowWarnings({ split, walkForward }: Doubted): readonly string[] {
  if (split.kind !== 'walk-forward' || walkForward === null) return [];
  const { chooseDays } = split;
  const all = walkForward.outOfSample.days;
  const most = Math.max(...walkForward.windows.map(({ judge }) => judge.days));
  const need = `ratios need ${String(RATIO_DAYS_MIN)}, and are left out`;
  const judged = `Windows are judged on ${counted(most, 'day')} at most`;
  const isSumShort = all < RATIO_DAYS_MIN;
  return [
    ...(chooseDays < DAYS_MIN
      ? [`Each window chooses on ${counted(chooseDays, 'day')}: ${tooFewText(chooseDays)}`]
      : []),
    ...(most < RATIO_DAYS_MIN
      ? [isSumShort ? `${judged}, ${String(all)} in all: ${need}` : `${judged}: ${need} of each`]
      : []),
    'The best is selected on all days, out-of-sample ones included: only the out-of-sample sum is unbiased',
  ];
}

function placeWarnings({ placeOutOfSample, judged }: BestVariant): readonly string[] {
  if (placeOutOfSample === null || placeOutOfSample === 1) return [];
  const place = `${String(placeOutOfSample)} of ${String(judged)}`;
  return [`The best in-sample is number ${place} out-of-sample`];
}

function luckWarnings({ deflatedSharpe }: BestVariant, tried: number): readonly string[] {
  if (deflatedSharpe === null || deflatedSharpe >= SKILL_MIN || tried < 2) return [];
  const percent = (deflatedSharpe * 100).toFixed(0);
  return [
    `Luck among ${String(tried)} variants may explain the best one: the probability of skill is ${percent} %`,
  ];
}

/** What lost nothing ranks first, though it may hardly have traded. */
function losslessWarnings({ variants, rank, split }: Doubted): readonly string[] {
  const first = variants.filter(
    (variant) =>
      variant.status === 'done' &&
      !isFailing(variant) &&
      variant.inSample !== null &&
      scoreOf(rank, variant.inSample) === Infinity,
  );
  if (first.length === 0) return [];
  return [
    `${counted(first.length, 'variant')} lost on no ${split.kind === 'walk-forward' ? 'day' : 'in-sample day'}: the ${RANKS[rank].title} is not defined there, and ranks before all others. See how often they traded`,
  ];
}

function splitWarnings({ split, best, variants, walkForward }: Doubted): readonly string[] {
  const hasNoDays = split.kind === 'walk-forward' && best !== null && walkForward === null;
  return [
    ...(split.kind === 'none'
      ? ['All days are in-sample: none shows how the best does on days that it has not seen']
      : []),
    ...(hasNoDays ? ['Too few days for one window of the walk forward'] : []),
    ...(variants.some(({ status }) => status === 'dropped')
      ? ['Dropped variants ran over fewer days than the others']
      : []),
  ];
}

/** The best at the end of a range may have better ones beyond it. */
function edgeWarnings({ best, params, variants }: Doubted): readonly string[] {
  const chosen = variants.find(({ index }) => index === best?.index);
  if (chosen === undefined) return [];
  return params.flatMap(({ name, values }) => {
    const end = edgeOfRange(values, chosen.params[name] ?? null);
    if (end === null) return [];
    return `The best value of "${name}" is the ${end} that was tried: better ones may lie beyond it`;
  });
}

function samenessWarnings(variants: readonly SweepVariant[]): readonly string[] {
  // What failed decided little, and so much the same.
  const ran = variants.flatMap((variant) =>
    variant.status === 'done' && !isFailing(variant) ? (variant.decisionsSha256 ?? []) : [],
  );
  const same = ran.length - new Set(ran).size;
  if (same === 0) return [];
  return [
    `${counted(same, 'variant')} decided the same as another: a parameter may have no effect, and fewer were tried than it seems`,
  ];
}

const QUANTITY = /^(-?\d+(?:\.\d+)?)( ?[A-Za-z%]*)$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** Which end of a range a value is: numbers, quantities of one unit or times of day, in order. Null where it is none. */
export function edgeOfRange(values: readonly Json[], value: Json): 'first' | 'last' | null {
  if (values.length <= 2 || !isRange(values)) return null;
  const at = values.indexOf(value);
  if (at === 0) return 'first';
  return at === values.length - 1 ? 'last' : null;
}

function isRange(values: readonly Json[]): boolean {
  const quantities = values.flatMap((value) => quantityOf(value) ?? []);
  if (quantities.length < values.length) return false;
  const steps = quantities.slice(1).map(({ size }, place) => {
    return size - (quantities[place]?.size ?? size);
  });
  const isOrdered = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  return isOrdered && new Set(quantities.map(({ unit }) => unit)).size === 1;
}

function quantityOf(value: Json) {
  if (typeof value === 'number') return { size: value, unit: '' };
  if (typeof value !== 'string') return null;
  const [clock, hours, minutes, seconds = '0'] = CLOCK.exec(value) ?? [];
  if (clock !== undefined) {
    return { size: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds), unit: 'clock' };
  }
  const [, size, unit = ''] = QUANTITY.exec(value) ?? [];
  return size === undefined ? null : { size: Number(size), unit: unit.trim() };
}
