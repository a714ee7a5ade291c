import { BAR_PATH_ASSUMPTION } from '../market/bar-path.ts';
import {
  ALL_MODELLED,
  briefPricing,
  pricingAssumptions,
} from '../market/option-pricing/pricing-assumptions.ts';
import { PRICING_MODEL, RECORDED_PRICING } from '../market/option-pricing/pricing-model.ts';
import { fillAssumptions } from './fill-choice.ts';
import { ACCOUNT_ASSUMPTIONS } from './reckoning/settlement.ts';

/** Sentences, and the one that stands for all of them. */
interface Group {
  readonly sentences: readonly string[];
  readonly brief: string;
}

const ARRIVES = /^Orders reach the modelled book (.*)$/;

const GROUPS: readonly Group[] = [
  {
    sentences: [BAR_PATH_ASSUMPTION],
    brief:
      'Within a minute the index is at its open from second 0, at the nearer extreme from 15, at the other from 35, at its close from 59',
  },
  {
    sentences: ACCOUNT_ASSUMPTIONS,
    brief:
      'One account: costs by the rate table of each date, margin not checked, carried positions at their last price, expiry in cash at the last level of the index',
  },
  {
    sentences: fillAssumptions({}),
    brief: `Orders fill at the first price of their minute, or its worst where more of it was known, stops a tick beyond their trigger; in the book only once they are traded through, nothing in a minute without a bar; they arrive ${arrival()}`,
  },
  {
    sentences: fillAssumptions({ at: 'worse-side-of-bar' }),
    brief: `Orders fill at the worst price of their minute, stops too; in the book only once they are traded through, nothing in a minute without a bar; they arrive ${arrival()}`,
  },
  {
    sentences: fillAssumptions({ at: 'touch-in-bar' }),
    brief: `Orders fill at the best price of the moment, stops too; in the book only once they are traded through, at the one held from before in a minute without a bar; they arrive ${arrival()}`,
  },
];

/**
 * What a backtest assumed, for a screen, with where volatility came from if it was given: groups of sentences in one each, with the numbers of the model. What belongs to
 * no group, or to one of which a sentence is lacking or worded otherwise, stays as it is.
 */
export function briefAssumptions(
  assumptions: readonly string[],
  source: string | null = null,
): readonly string[] {
  return [...pricingGroups(source), ...GROUPS].reduce((told, { sentences, brief }) => {
    const [first] = sentences;
    if (!sentences.every((text) => told.includes(text))) return told;
    return told.flatMap((text) => {
      if (text === first) return [brief];
      return sentences.includes(text) ? [] : [text];
    });
  }, assumptions);
}

function pricingGroups(source: string | null): readonly Group[] {
  return [PRICING_MODEL, RECORDED_PRICING].map((model) => ({
    sentences: pricingAssumptions(model, source).filter((text) => text !== ALL_MODELLED),
    brief: briefPricing(model, source),
  }));
}

/** After how long orders arrive, as the sentence about it says. */
function arrival(): string {
  return fillAssumptions({}).flatMap((text) => ARRIVES.exec(text)?.[1] ?? [])[0] ?? '';
}
