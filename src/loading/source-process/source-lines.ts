import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import { isRecord, type Json, parsedJson } from '../../base/json.ts';
import { type SourceFault } from '../../host/open-sources.ts';
import { type ToldFile } from '../files-as-they-were.ts';

/** Whose sources are to be opened. */
export interface ToldOpening {
  /** Absolute path of the strategy's file. */
  readonly path: string;
  readonly sourceHash: string;
  /** Files of it that have been changed since. */
  readonly files: readonly ToldFile[];
}

/** What a process for sources hears, one line each. */
export type ToldSource =
  /** Always the first. */
  | { readonly open: ToldOpening }
  /** To be answered: so that code that does not return is noticed. */
  | { readonly ping: true };

/** What it says, one line each. */
export type SaidSource =
  | { readonly source: string; readonly value: Json }
  | { readonly fault: SourceFault }
  /** A source brings nothing more. */
  | { readonly over: string }
  /** All of them are open. */
  | { readonly opened: true }
  | { readonly pong: true }
  /** Its file cannot be used as it is. */
  | { readonly unusable: string }
  | { readonly refused: RefusedDoor };

/** What a line says; null when it is none of ours, as when a source wrote into the pipe. */
export function sourceSays(line: string): SaidSource | null {
  const said = parsedJson(line);
  return isRecord(said) && isSaid(said) ? (said as unknown as SaidSource) : null;
}

function isSaid(said: Readonly<Record<string, unknown>>): boolean {
  const { source, over, unusable, fault, opened, pong, refused } = said;
  if (typeof source === 'string') return said['value'] !== undefined;
  if (typeof over === 'string' || typeof unusable === 'string') return true;
  if (isRecord(fault)) return typeof fault['source'] === 'string' && isText(fault['detail']);
  return opened === true || pong === true || isRecord(refused);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
