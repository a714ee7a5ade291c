import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type ConfinedListener, ConfinedProcess } from '../../adapters/system/confined-process.ts';
import { mayRead } from '../reads/may-read.ts';

const MEMORY_MIB = 512;

/** Opens a process for the strategies of these files. `memoryMib`: of its heap, 512 by default; `hidden`: what it must not read. */
export function openStrategyProcess(
  strategies: readonly string[],
  listener: ConfinedListener,
  {
    memoryMib = MEMORY_MIB,
    hidden = [],
  }: { readonly memoryMib?: number; readonly hidden?: readonly string[] } = {},
): ConfinedProcess {
  const file = `./strategy-process-main${extname(fileURLToPath(import.meta.url))}`;
  const entry = fileURLToPath(new URL(file, import.meta.url));
  return new ConfinedProcess({ entry, reads: mayRead(strategies, hidden), memoryMib }, listener);
}
