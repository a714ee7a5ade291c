/** A mutant that no test can kill, since nothing can be seen of it. */
export interface EquivalentMutant {
  readonly file: string;
  /** As the report prints it. */
  readonly key: string;
  /** Why nothing changes, or nothing that anybody relies on. */
  readonly why: string;
}

/** Proven one by one. A key that no longer fits any mutant is reported, and to be taken out. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/risk/check-exit.ts',
    key: "const closingSide = held.netUnits > 0 ? 'sell' : 'buy'; | 0 => (-1)",
    why: 'It differs for no units held alone, and then nothing may be closed on either side.',
  },
  {
    file: 'src/engine/place-command.ts',
    key: 'return; | return; => ;',
    why: 'No order is refused as such before; what follows loops over the orders, of which there is none.',
  },
  {
    file: 'src/engine/trim-exits.ts',
    key: "const closingSide = position.netUnits > 0 ? 'sell' : 'buy'; | > => >=",
    why: 'It differs where nothing is held alone, and then exits of both sides are cancelled.',
  },
  {
    file: 'src/engine/trim-exits.ts',
    key: "const closingSide = position.netUnits > 0 ? 'sell' : 'buy'; | 0 => (-1)",
    why: 'It differs where nothing is held alone, and then exits of both sides are cancelled.',
  },
  {
    file: 'src/model/margin-envelope.ts',
    key: 'const bought = lines.filter(({ units }) => units > 0); | > => >=',
    why: 'A line of no units takes nothing of what is left, and adds no premium.',
  },
  {
    file: 'src/model/symbol.ts',
    key: 'const head = `${underlying}${expiry.slice(2, 4)}${expiry.slice(5, 7)}${expiry.slice(8, 10)}`; | 10 => (11)',
    why: 'A date has ten characters, so that none is left to be taken.',
  },
];
