import { z } from 'zod';

import { invariant } from '../../base/invariant.ts';
import { defined, type Json } from '../../base/json.ts';
import { type Protections } from '../../model/runs/run-policies.ts';
import { type Source } from '../../strategy/context.ts';
import { type AskedBroker, type Strategy } from '../../strategy/define-strategy.ts';
import { type LoadedStrategy, ownPolicies } from '../load-strategy.ts';
import { plain } from '../planned-run.ts';
import { schemaFrom } from './schema-from.ts';

/** What a strategy is, as another process or thread can tell: plain data. */
export interface DescribedStrategy {
  readonly name: string;
  /** Output of the strategy's schema. */
  readonly params: Json;
  readonly sources: readonly DescribedSource[];
  readonly sourceHash: string;
  /** Addresses of the files that it imports. */
  readonly imports: readonly string[];
  /** As in `LoadedStrategy`. */
  readonly warnings: readonly string[];
  /** Its own limits of the day. @default none */
  readonly protections?: Protections;
  /** The broker connection that it asks for. @default the account's own */
  readonly broker?: AskedBroker;
}

/** An input that an author declares. */
export interface DescribedSource {
  readonly name: string;
  /** All that it may connect to. */
  readonly hosts: readonly string[];
  /** What its values are, as JSON Schema; null where anything may be. */
  readonly schema: Json;
  /** How long a value counts, milliseconds. @default no one waits for one */
  readonly staleAfterMs?: number;
}

/** Says what a loaded strategy is. */
export function describeStrategy(loaded: LoadedStrategy): DescribedStrategy {
  const { strategy, sourceHash, params, imports = [], warnings = [] } = loaded;
  const { name, protections, broker } = strategy;
  const sources = strategy.sources.map(describeSource);
  return {
    ...{ name, params: plain(params), sources, sourceHash, imports, warnings },
    ...defined({ protections, broker }),
  };
}

/** Says what a source of a strategy is. */
export function describeSource(source: Source<Json>): DescribedSource {
  const { name, hosts = [], schema } = source;
  const described = schema === undefined ? null : plain(z.toJSONSchema(schema));
  return { name, hosts, schema: described, ...staleAfterOf(source) };
}

function staleAfterOf({
  staleAfterMs,
}: Pick<DescribedSource, 'staleAfterMs'>): Pick<DescribedSource, 'staleAfterMs'> {
  return staleAfterMs === undefined ? {} : { staleAfterMs };
}

/** A strategy whose code is in other processes: this one knows what it is, and can run nothing of it. */
export function describedElsewhere(
  { name, sources, protections, broker, ...described }: DescribedStrategy,
  asked: Pick<LoadedStrategy, 'path'> & { readonly given: Readonly<Record<string, Json>> },
): LoadedStrategy {
  const strategy = {
    ...codeless({ name, sources }),
    ...defined({ protections, broker }),
  };
  return { ...asked, ...described, ...ownPolicies(strategy), strategy };
}

/** The outside of a strategy. */
export function codeless({ name, sources }: Pick<DescribedStrategy, 'name' | 'sources'>): Strategy {
  const notHere = (): never => {
    invariant(false, 'Code of a strategy is run where only its description is');
  };
  return {
    name,
    params: z.unknown(),
    sources: sources.map((of) => {
      const checked = schemaFrom(of.schema);
      const declared = { name: of.name, hosts: of.hosts, open: notHere, ...staleAfterOf(of) };
      return checked === null ? declared : { ...declared, schema: checked };
    }),
    run: notHere,
  };
}
