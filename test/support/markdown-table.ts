import { invariant } from '../../src/base/invariant.ts';

/**
 * Rows of the table of a page whose first column has this heading; cells by heading, without bold and code marks.
 *
 * @throws {InvariantViolation} when there is none
 */
export function markdownTable(page: string, heading: string): readonly Record<string, string>[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => cellsOf(line)[0] === heading);
  invariant(start !== -1, `No table begins with "${heading}"`);
  const headings = cellsOf(lines[start] ?? '');
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(headings.map((name, at) => [name, cells[at] ?? '']));
  });
}

function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  const cells = line.split('|').slice(1, -1);
  return cells.map((cell) => cell.replaceAll(/\*\*|`/g, '').trim());
}

/**
 * `25,714.00` rupees of a page in paise.
 *
 * @throws {InvariantViolation} when it is no such amount
 */
export function paiseOf(rupees: string): number {
  const match = /^(-?)([\d,]+)\.(\d\d)$/.exec(rupees);
  invariant(match !== null, `Not an amount in rupees: "${rupees}"`);
  const [, sign = '', whole = '', part = ''] = match;
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(part);
  return sign === '-' ? -paise : paise;
}
