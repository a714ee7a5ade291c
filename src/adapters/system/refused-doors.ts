import { subscribe } from 'node:diagnostics_channel';

import { type CodeOwner, codeOwner } from './code-owner.ts';

/** Something that Node's permission model refused. */
export interface RefusedDoor {
  /** Whose code asked; null where nothing shows it. */
  readonly owner: CodeOwner | null;
  /** In Node's words, as `FileSystemRead` or `Net`. */
  readonly permission: string;
  /** What was asked for, as a path or an address; empty where Node does not say. */
  readonly resource: string;
}

const CHANNELS = ['fs', 'net', 'child', 'worker', 'inspector', 'wasi', 'addon', 'ffi'];

/** Hears of what this process asks for and is refused, also where whoever asked says nothing of it. Before Node 25 nothing is heard. */
export function hearRefusals(take: (refused: RefusedDoor) => void): void {
  for (const name of CHANNELS) {
    subscribe(`node:permission-model:${name}`, (message) => {
      const { permission = '', resource = '' } = message as Partial<Record<string, string>>;
      take({ owner: codeOwner(), permission, resource });
    });
  }
}
