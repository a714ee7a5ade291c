import { INSIDE_MODULES } from '../host/globals/outside-doors.ts';

const NODE = 'node:';

/** The module of Node's that no strategy may import, of the name or address that asks for it; null for all others. */
export function insideModule(asked: string): string | null {
  const name = asked.startsWith(NODE) ? asked.slice(NODE.length) : asked;
  return INSIDE_MODULES.has(name) ? name : null;
}

/** Why it cannot be imported. */
export function insideReason(module: string): string {
  return `A strategy cannot import node:${module}: it gives the inside of this program, where the prices of the whole day are; remove the import`;
}

/** Why a file of the program's own cannot be. */
export function ownReason(url: string): string {
  return `A strategy cannot import "${url}": it is a part of this program, where the prices of the whole day are; import what 'sauda' exports instead`;
}
