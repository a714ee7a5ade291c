import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { asCodeOfModule } from '../../adapters/system/code-owner.ts';
import { asLoading, nameSource } from '../../adapters/system/turn-watch.ts';
import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type PartRefusal } from '../../language/blueprints/read-part.ts';
import { type Source } from '../../strategy/context.ts';
import { sourceProblem } from '../../strategy/define-strategy.ts';
import { type SourceFile } from '../files-as-they-were.ts';
import { guardProcess } from '../guard-process.ts';
import { loadedInTime, moduleFailure } from '../load-module.ts';
import { importStrategyModule } from '../strategy-modules.ts';

/** A source, or why its module brings none. */
export type ImportedSource = Result<Source<Json>, PartRefusal>;

/**
 * Imports the module of a source that a strategy's file names. Never throws, whatever its code does.
 *
 * @param by - absolute path of the strategy's file: what the code of the module throws later is its strategy's
 */
export async function importSource(
  { path, content }: SourceFile,
  by: string,
): Promise<ImportedSource> {
  guardProcess();
  nameSource(basename(path), { path, sourceHash: sha256Hex(content) });
  try {
    const loading = asLoading(basename(path), () =>
      asCodeOfModule(by, () => importStrategyModule(pathToFileURL(path).href)),
    );
    return sourceIn((await loadedInTime(loading)).default);
  } catch (error) {
    const { reason, place } = moduleFailure(error, path);
    const { line, column = 1 } = place;
    const at = line === undefined ? path : `${path}:${String(line)}:${String(column)}`;
    return fail({ message: `Cannot load the module: ${reason}`, parts: { next: `Look at ${at}` } });
  }
}

function sourceIn(exported: unknown): ImportedSource {
  if (!isSource(exported)) {
    const found = exported === undefined ? 'no default export' : `a default export of another kind`;
    const allowed = 'export default defineSource({ … })';
    return fail({
      message: 'The module has no default export made by defineSource',
      parts: { found, allowed, next: null },
    });
  }
  const wrong = sourceProblem(exported);
  const message = `Source "${exported.name}" ${wrong ?? ''}`;
  return wrong === null ? ok(exported) : fail({ message, parts: { next: null } });
}

function isSource(value: unknown): value is Source<Json> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, open } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof open === 'function';
}
