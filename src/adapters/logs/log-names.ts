import { type IstDate } from '../../model/time/ist.ts';

/** One file of a log: `<name>.<date>.jsonl`, and `<name>.<date>.<part>.jsonl` from the second of a day on. */
export interface LogPart {
  readonly file: string;
  readonly date: IstDate;
  /** From 0. */
  readonly part: number;
}

/** The name of a file of a log. */
export function logFileName(name: string, date: IstDate, part: number): string {
  return `${name}.${date}${part === 0 ? '' : `.${String(part)}`}.jsonl`;
}

/** Those of some files that are of a log, in the order in which they were written. */
export function logPartsAmong(files: readonly string[], name: string): readonly LogPart[] {
  return files
    .flatMap((file) => {
      if (!file.startsWith(`${name}.`)) return [];
      const found = /^(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,8}))?\.jsonl$/.exec(
        file.slice(name.length + 1),
      );
      const [, date = '', part = '0'] = found ?? [];
      return found === null ? [] : [{ file, date, part: Number(part) }];
    })
    .sort((left, right) => left.date.localeCompare(right.date) || left.part - right.part);
}
