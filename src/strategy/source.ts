import { type Observable } from 'rxjs';

import { type Json } from '../base/json.ts';

/**
 * An input of the author's own: a file, a socket, an HTTP poll, any Observable. `open` runs outside the
 * strategy's world, on the machine's clock; each value enters the run as a recorded input, so a replay
 * takes values from the record and does not call `open`.
 */
export interface Source<Value extends Json> {
  /** Unique in the strategy; names the recorded inputs. */
  readonly name: string;
  /** Called once a run. Values must be plain JSON. An error is shown and ends the source, not the run. */
  readonly open: () => Observable<Value>;
}

/** Declares a source. The strategy lists it in `sources` and reads it with `context.from(source)`. */
export function defineSource<Value extends Json>(source: Source<Value>): Source<Value> {
  return source;
}
