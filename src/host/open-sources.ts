import { Subscription } from 'rxjs';

import { type Json } from '../base/json.ts';
import { fail } from '../base/result.ts';
import { type Source } from '../strategy/context.ts';
import { fittingValue } from './fitting-value.ts';

/** What is wrong with a source: the run continues without it, or without this value of it. */
export interface SourceFault {
  readonly source: string;
  readonly what: 'not-opened' | 'ended' | 'no-json' | 'unfit';
  readonly detail: string;
}

/** What the author's own inputs bring, on the machine's clock. */
export interface SourceHandlers {
  /** A value, as plain JSON: to be recorded and delivered as a `source-value` input. */
  readonly onValue: (source: string, value: Json) => void;
  /** A source that ended by an error, or a value that is not JSON. The run continues without it. */
  readonly onProblem: (fault: SourceFault) => void;
  /** A source brings nothing more: it completed, failed, or could not be opened. @default no one hears */
  readonly onOver?: (source: string) => void;
}

/** Opens a strategy's sources, for live runs only: a replay takes their values from the record. Returns what closes them. */
export function openSources(
  sources: readonly Source<Json>[],
  handlers: SourceHandlers,
): () => void {
  const subscription = new Subscription();
  for (const source of sources) {
    try {
      subscription.add(subscribe(source, handlers));
    } catch (error) {
      handlers.onProblem({ source: source.name, what: 'not-opened', detail: messageOf(error) });
      handlers.onOver?.(source.name);
    }
  }
  return () => {
    subscription.unsubscribe();
  };
}

function subscribe(source: Source<Json>, handlers: SourceHandlers): Subscription {
  const { onValue, onProblem, onOver } = handlers;
  const { name } = source;
  return source.open().subscribe({
    next: (value) => {
      const text = jsonText(value);
      const said = text === null ? NO_JSON : fittingValue(source, JSON.parse(text) as Json);
      if (said.ok) onValue(name, said.value);
      else onProblem({ source: name, ...said.error });
    },
    error: (error: unknown) => {
      onProblem({ source: name, what: 'ended', detail: messageOf(error) });
      onOver?.(name);
    },
    complete: () => onOver?.(name),
  });
}

const NO_JSON = fail({ what: 'no-json' as const, detail: '' });

function jsonText(value: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(value, refuseOddNumbers);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/**
 * JSON writes NaN as null, and a price would disappear silently.
 *
 * @throws {RangeError} at such a number
 */
function refuseOddNumbers(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('No JSON number');
  return value;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
