/** What traders ask for that YAML cannot say. */
interface NotYet {
  /** Names it, at the beginning of a sentence. */
  readonly what: string;
  /** A strategy that ships and does it. */
  readonly example: string;
}

const REENTRY: NotYet = { what: 'Re-entry', example: 'strategies/delta-strangle.ts' };
const FUTURES: NotYet = { what: 'A future', example: 'strategies/long-future.ts' };

const KEYS: ReadonlyMap<string, NotYet> = new Map(
  [
    ...['reentry', 'reentries', 'reenter', 'reexecute', 'reexecution'],
    ...['reentryonsl', 'reentryontarget', 'reentrycount', 'maxreentries'],
  ].map((key) => [key, REENTRY]),
);
const VALUES: ReadonlyMap<string, NotYet> = new Map(
  ['fut', 'futs', 'future', 'futures', 'futidx'].map((word) => [word, FUTURES]),
);

/** What a key asks for, however it is spelt, that YAML cannot say; null for any other key. */
export function keyNotYet(key: string): NotYet | null {
  return KEYS.get(bare(key)) ?? null;
}

/** What the type of a leg asks for that YAML cannot say; null for any other word. */
export function typeNotYet(written: string): NotYet | null {
  return VALUES.get(bare(written)) ?? null;
}

/** Message and next step for it. */
export function toldNotYet({ what, example }: NotYet): { message: string; next: string } {
  return {
    message: `${what} is not in YAML yet`,
    next: `Write the strategy in TypeScript: begin with a copy of ${example}, which ships with sauda`,
  };
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]+/g, '');
}
