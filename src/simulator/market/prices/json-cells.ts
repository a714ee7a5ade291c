import { type Cells, type LineOfBytes } from './cells.ts';

/** A line of JSON Lines longer than that in its values is no row of prices. */
const VALUES_BYTES_MAX = 65_536;

/** Reads one object a line into cells, in the order of the first object's keys. */
export class JsonCells {
  readonly #names: readonly string[];
  readonly #bytes = Buffer.alloc(VALUES_BYTES_MAX);

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Takes the values of an object; false when the line holds none. A key that is absent makes an empty cell. */
  read(line: LineOfBytes, cells: Cells): boolean {
    const row = jsonObject(line);
    if (row === null) return false;
    cells.bytes = this.#bytes;
    cells.count = 0;
    let at = 0;
    for (const name of this.#names) {
      const end = at + this.#bytes.write(textOf(row[name]), at);
      cells.add(at, end);
      at = end;
    }
    return true;
  }
}

/** The object that a line holds; null for anything else. */
export function jsonObject({
  bytes,
  from,
  to,
}: LineOfBytes): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8', from, to));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** The shortest text of a number is the one that was written, for any price or instant. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
}
