import { unreachable } from '../base/invariant.ts';
import { type Contract, type OptionType } from '../model/contract.ts';
import { type Chain } from '../streams/chain.ts';
import { type StrikeRule } from './schema/strike-rule.ts';

/**
 * The contract that a strike rule names in a chain.
 *
 * @throws {SelectionError} when the chain has none
 */
export function selectStrike(chain: Chain, type: OptionType, rule: StrikeRule): Contract {
  switch (rule.kind) {
    case 'atm':
      return type === 'CE' ? chain.atm.ce : chain.atm.pe;
    case 'otm':
      return chain.otm(type, rule.steps);
    case 'itm':
      return chain.itm(type, rule.steps);
    case 'premium':
      return chain.byPremium(type, rule.premiumPaise);
    case 'delta':
      return chain.byDelta(type, rule.delta);
    case 'strike':
      return chain.at(type, rule.strikePaise);
    default:
      return unreachable(rule, 'strike rule');
  }
}
