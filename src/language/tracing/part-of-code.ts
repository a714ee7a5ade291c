import { lineUnderWay } from '../../base/author-line.ts';
import { type TracedPart } from '../../model/runs/trace.ts';

const PLACE = /^(.*):(\d+):(\d+)$/;

/** A part of a strategy in code, at the author's line that makes it now. */
export function partOfCode(kind: TracedPart['kind'], name: string, trigger: string): TracedPart {
  const [, file, row = '1', column = '1'] = PLACE.exec(lineUnderWay() ?? '') ?? [];
  const part = { kind, name, line: Number(row), column: Number(column), trigger };
  return file === undefined ? part : { ...part, file };
}
