/** Mutants of a file that one proof is for. */
export interface AlikeMutants {
  readonly file: string;
  readonly why: string;
  readonly keys: readonly string[];
}

/** Of what keeps legs protected. */
export const PROTECTING_EQUIVALENTS: readonly AlikeMutants[] = [
  {
    file: 'src/engine/protecting/drive-exits.ts',
    why: 'A quantity of nothing, or less, is not placed by the caller: this is the quicker way.',
    keys: [
      'if (missing <= 0) return 0; | 0 => (-1)',
      'if (missing <= 0) return 0; | 0 => (-1) #2',
      'if (missing <= 0) return 0; | missing <= 0 => false',
    ],
  },
  {
    file: 'src/engine/protecting/drive-exits.ts',
    why: 'An exit of a leg without a line, or flat, has ended before: something is held, on one side or the other.',
    keys: [
      'if (line === undefined) return 0; | line === undefined => false',
      "if (order.side !== (netUnits > 0 ? 'sell' : 'buy')) return 0; | 0 => (-1)",
      "if (order.side !== (netUnits > 0 ? 'sell' : 'buy')) return 0; | 0 => (-1) #2",
    ],
  },
  {
    file: 'src/engine/protecting/drive-exits.ts',
    why: 'Without one that ended, none failed, and the next question ends it.',
    keys: ['if (ended.length === 0) return; | 0 => (-1)'],
  },
  {
    file: 'src/engine/protecting/ask-exit.ts',
    why: 'It differs for a leg that is flat alone, and that has returned.',
    keys: [
      "if (netUnits === 0 || order.side !== (netUnits > 0 ? 'sell' : 'buy')) return; | 0 => (-1) #2",
    ],
  },
  {
    file: 'src/engine/protecting/make-way.ts',
    why: 'It differs for a leg that is flat alone, and then its exits have ended.',
    keys: [
      "if (line === undefined || order.side !== (line.position.netUnits > 0 ? 'sell' : 'buy')) return 0; | > => >=",
    ],
  },
  {
    file: 'src/engine/protecting/make-way.ts',
    why: 'With nothing short no exit is asked to give way: the loop goes on past each.',
    keys: ['if (shortUnits <= 0) return; | <= => <', 'if (shortUnits <= 0) return; | return; => ;'],
  },
  {
    file: 'src/engine/protecting/protection-book.ts',
    why: 'Nothing is left out then: this is the quicker way.',
    keys: [
      'if (this.#exits.some(isOver)) this.#exits = this.#exits.filter((exit) => !isOver(exit)); | this.#exits.some(isOver) => true',
    ],
  },
  {
    file: 'src/engine/protecting/clock-protection.ts',
    why: 'While the clock runs nothing reads it, and it is set anew, or taken away, where the clock stops.',
    keys: ['clock.unseen = null; | clock.unseen = null; => ;'],
  },
  {
    file: 'src/engine/protecting/closing-exits.ts',
    why: 'A stop has no price, and nothing that is compared with none holds.',
    keys: ["if (terms.kind !== 'limit') return false; | terms.kind !== 'limit' => false"],
  },
  {
    file: 'src/engine/protecting/clock-protection.ts',
    why: 'Stops never stand for less than nothing: of fewer units none is needed, either way.',
    keys: [
      'if (desk.squareOffs.covers(runId, leg)) return sinceMs === null ? 0 : heldUnits; | 0 => (-1)',
    ],
  },
];
