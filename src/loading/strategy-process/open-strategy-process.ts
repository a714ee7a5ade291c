import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type ConfinedListener, ConfinedProcess } from '../../adapters/system/confined-process.ts';
import { mayRead } from './may-read.ts';

const MEMORY_MIB = 512;

/** Opens a process for the strategies of these files. `memoryMib`: of its heap, 512 by default. */
export function openStrategyProcess(
  strategies: readonly string[],
  listener: ConfinedListener,
  { memoryMib = MEMORY_MIB }: { readonly memoryMib?: number } = {},
): ConfinedProcess {
  const file = `./strategy-process-main${extname(fileURLToPath(import.meta.url))}`;
  const entry = fileURLToPath(new URL(file, import.meta.url));
  return new ConfinedProcess({ entry, reads: mayRead(strategies), memoryMib }, listener);
}
