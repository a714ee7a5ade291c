import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Days that were drilled in one mode at one commit, one line of the ledger. */
export interface LedgerLine {
  readonly commit: string;
  readonly mode: string;
  /** First and last seed. */
  readonly from: number;
  readonly to: number;
  readonly days: number;
  readonly violations: number;
  readonly intents: number;
  readonly doubled: number;
  readonly lost: number;
}

const PATH = fileURLToPath(new URL('../simulation/ledger.jsonl', import.meta.url));
const SUMS = ['days', 'violations', 'intents', 'doubled', 'lost'] as const;

/** All lines, oldest first. */
export function readLedger(): readonly LedgerLine[] {
  const lines = readFileSync(PATH, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : (JSON.parse(line) as LedgerLine)));
}

/** Adds days: to the line that they go on from, where there is one of the same commit and mode, and none has a violation. */
export function addToLedger(added: LedgerLine): void {
  const lines = [...readLedger()];
  const at = lines.findIndex(({ commit, mode, to, violations }) => {
    if (violations + added.violations > 0) return false;
    return commit === added.commit && mode === added.mode && to + 1 === added.from;
  });
  const before = lines[at];
  if (before === undefined) lines.push(added);
  else lines[at] = { ...before, to: added.to, ...sumsOf(before, added) };
  writeFileSync(PATH, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function sumsOf(one: LedgerLine, other: LedgerLine): Pick<LedgerLine, (typeof SUMS)[number]> {
  const [days = 0, violations = 0, intents = 0, doubled = 0, lost = 0] = SUMS.map(
    (name) => one[name] + other[name],
  );
  return { days, violations, intents, doubled, lost };
}
