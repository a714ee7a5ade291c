import { sha256Base32 } from '../../base/hash.ts';
import { type Mode } from '../runs/run.ts';
import { type Role } from './order.ts';

/** What makes one order of one decision that order and no other. */
export interface TagParts {
  readonly mode: Mode;
  readonly account: string;
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
  /** Number of this leg and role in the run, from 0. */
  readonly occurrence: number;
  /** Number of the slice, from 0, where an order was split. */
  readonly slice: number;
}

const HASH_LENGTH = 16;
const PREFIXES: Readonly<Record<Mode, string>> = { live: 'sl', paper: 'sp' };
const TAG = /^s[lp][a-z2-7]{16}$/;
const EXTRA_TAG_LENGTH_MAX = 30;
const EXTRA_TAG_HASH_LENGTH = 8;

/** The order's tag: 18 letters and digits. The same decision always has the same tag. */
export function orderTag(parts: TagParts): string {
  const { mode, account, runId, leg, role, occurrence, slice } = parts;
  // Names carry no line break, so the text cannot be read in two ways.
  const text = [mode, account, runId, leg, role, String(occurrence), String(slice)].join('\n');
  return `${PREFIXES[mode]}${sha256Base32(text, HASH_LENGTH)}`;
}

/** Whether a tag has the form of ours: such an order without an intent is an alarm. */
export function isOurTag(tag: string): boolean {
  return TAG.test(tag);
}

/** Words that travel with an order for people: run, leg, role. At most 30 characters each. */
export function extraTags(parts: {
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
}): Readonly<Record<string, string>> {
  return { run: cut(parts.runId), leg: cut(parts.leg), role: parts.role };
}

function cut(text: string): string {
  if (text.length <= EXTRA_TAG_LENGTH_MAX) return text;
  const headLength = EXTRA_TAG_LENGTH_MAX - EXTRA_TAG_HASH_LENGTH - 1;
  return `${text.slice(0, headLength)}-${sha256Base32(text, EXTRA_TAG_HASH_LENGTH)}`;
}
