import { type Subscription } from 'rxjs';

import { type Json } from '../base/json.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/** Largest value that a source may bring, characters of JSON. */
const VALUE_CHARACTERS_MAX = 65_536;

/** Where the values and troubles of sources go. */
export interface SourceSink {
  readonly onValue: (source: string, value: Json) => void;
  readonly onProblem: (message: string) => void;
}

/**
 * Opens the author's own inputs of a strategy, outside its world and on the machine's clock. A value that is
 * not plain JSON, or too large, is shown and left out; an error ends that source and nothing else.
 *
 * @returns what closes them all
 */
export function openSources({ strategy }: LoadedStrategy, sink: SourceSink): () => void {
  const subscriptions: Subscription[] = [];
  for (const { name, open } of strategy.sources) {
    const onProblem = (reason: string): void => {
      sink.onProblem(`Source "${name}" of strategy "${strategy.name}": ${reason}`);
    };
    try {
      subscriptions.push(
        open().subscribe({
          next: (value) => {
            const plain = plainJson(value);
            if (plain === null) {
              onProblem('value is not plain JSON, or larger than 64 KiB; left out');
            } else sink.onValue(name, plain.value);
          },
          error: (error: unknown) => {
            onProblem(
              `ended by an error: ${error instanceof Error ? error.message : String(error)}`,
            );
          },
        }),
      );
    } catch (error) {
      onProblem(`could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** The value as JSON would bring it back, so that a live run sees just what a replay will see. */
function plainJson(value: unknown): { readonly value: Json } | null {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined || text.length > VALUE_CHARACTERS_MAX) return null;
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}
