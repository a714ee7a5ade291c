import { type z } from 'zod';

import { parameterSchemas, parameterValues, type TypedValue } from '../rules/parameters.ts';

/** A value that a configuration may give instead of the strategy's own, in the words of a file: `24500 points`, `40%`. */
export interface RuleParameter {
  /** Its value, whose unit is that of all others. */
  readonly default: string;
  /** The least value that a configuration may give. `@default` any */
  readonly min?: string;
  /** The largest one. `@default` any */
  readonly max?: string;
  /** What it is for. `@default` nothing */
  readonly description?: string;
}

/** Parameters that formulas of rules read. */
export interface RuleParameters {
  /** For `own` of `legParameters`: what a configuration may give. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** For `legRules`: their values, by name, under the `params` of a run. */
  readonly of: (params: object) => ReadonlyMap<string, TypedValue>;
}

/** Declares parameters that the rules of a strategy read, as `parameters` of a YAML file does; a formula reads one by `fact.variable`. */
export function ruleParameters(declared: Readonly<Record<string, RuleParameter>>): RuleParameters {
  return {
    schemas: parameterSchemas(declared),
    of: (params) => parameterValues(declared, params as Readonly<Record<string, unknown>>),
  };
}
