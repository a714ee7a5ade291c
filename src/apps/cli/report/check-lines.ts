import { formatProblem, type Problem } from '../../../base/problem.ts';
import { type Line, span } from '../view/span.ts';

const LIMITS_A_LINE = 4;

/** Files with which nothing is wrong. A strategy may be wrong in the lines of its configuration. */
export function goodOnes<
  Found extends { readonly file: string; readonly problems: readonly Problem[] },
>(findings: readonly Found[]): readonly Found[] {
  const wrong = new Set(findings.flatMap(({ problems }) => problems.map(({ file }) => file)));
  return findings.filter(({ file, problems }) => problems.length === 0 && !wrong.has(file));
}

/** Warnings with their places, each under its line of the file. */
export function placedWarningLines(doubts: readonly Problem[]): readonly Line[] {
  return doubts.flatMap((doubt) => {
    const [first = '', ...more] = formatProblem(doubt).split('\n');
    return [[span('warning  ', 'warning'), span(first)], ...more.map((line) => span(line, 'dim'))];
  });
}

/** The limits that a strategy is bound by, and those that it is not. */
export function limitLines(
  limits: Readonly<Record<string, string>>,
  isVerbose: boolean,
): readonly Line[] {
  const set = Object.entries(limits).filter(([, value]) => value !== 'none');
  const unset = Object.entries(limits).filter(([, value]) => value === 'none');
  const lines = [];
  for (let from = 0; from < set.length; from += LIMITS_A_LINE) {
    const some = set.slice(from, from + LIMITS_A_LINE).map(([key, value]) => `${key} ${value}`);
    lines.push([span('    limits  ', 'dim'), some.join(', ')]);
  }
  if (unset.length === 0) return lines;
  const names = unset.map(([key]) => key).join(', ');
  const all = Object.keys(limits).length;
  const none = isVerbose
    ? names
    : `${String(unset.length)} of ${String(all)} are not set: --verbose names them`;
  return [...lines, [span('    no limit  ', 'dim'), span(none, 'dim')]];
}
