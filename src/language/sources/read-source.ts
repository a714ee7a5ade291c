import { NEVER } from 'rxjs';

import { type Json } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import { type Source } from '../../strategy/context.ts';
import { type ProblemParts } from '../../text/yaml-source.ts';

/** The module of a source that a file names. */
export interface SourceModule {
  /** As a module beside the strategy's own file imports it: `./vix-source.ts`. */
  readonly specifier: string;
  /** What it exports; null where no code is loaded: then the source is silent. */
  readonly source: Source<Json> | null;
}

/**
 * Finds the module that a file names as a source. Never throws, and gives the same each time.
 *
 * @param asked - as it is written
 * @param by - the file that names it, as messages call it; null for the strategy's own
 */
export type ReadSource = (
  asked: string,
  by: string | null,
) => Result<SourceModule, { readonly message: string; readonly parts: ProblemParts }>;

/** Of a text that is compiled alone: no code is loaded. */
export const noModules: ReadSource = (asked) => ok({ specifier: asked, source: null });

/** What a run listens to under a name that no code stands behind. */
export function silentSource(name: string): Source<Json> {
  return { name, open: () => NEVER };
}
