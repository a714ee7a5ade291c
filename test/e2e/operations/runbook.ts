/** A command of the runbook, and what its page says that it shows. */
export interface Step {
  readonly command: string;
  /** Lines of the output, in order, among others. */
  readonly shows: readonly string[];
  readonly exit: number;
}

/** Something that happens to the account, and what the operator then does. */
export interface Situation {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The configuration that the page shows there; null for none. */
  readonly configuration: string | null;
}

const MARK = /^ *<!-- test: (?<name>.+) -->$/;
const BLOCK = /^(?<indent> *)```(?<language>\w*)\n(?<text>[^]*?)^ *```$/;
const PARTS = new RegExp(`${MARK.source}|${BLOCK.source}`, 'gm');

/** The situations of a page, in its order: each begins with a mark and has all blocks up to the next. */
export function situationsIn(page: string): readonly Situation[] {
  const situations: { name: string; steps: Step[]; configuration: string | null }[] = [];
  for (const { groups = {} } of page.matchAll(PARTS)) {
    const { name, indent = '', language, text = '' } = groups;
    if (name !== undefined) situations.push({ name, steps: [], configuration: null });
    const last = situations.at(-1);
    if (last === undefined) continue;
    const lines = text.split('\n').map((line) => line.slice(indent.length));
    if (language === 'console') last.steps.push(...stepsIn(lines.slice(0, -1)));
    if (language === 'yaml') last.configuration = lines.join('\n');
  }
  return situations;
}

function stepsIn(lines: readonly string[]): readonly Step[] {
  const steps: { command: string; shows: string[]; exit: number }[] = [];
  for (const line of lines) {
    const exit = /^\[exit (\d+)\]$/.exec(line)?.[1];
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shows: [], exit: 0 });
    else if (exit !== undefined && last !== undefined) last.exit = Number(exit);
    else last?.shows.push(line);
  }
  return steps;
}

/** Words of the page that stand for what a command showed before. */
const LEARNED = /\b(TAG|ID|PID)\b/;

/** Whether an output has lines in their order; what stands for something of the operator's is learned from it. */
export function isShown(
  shows: readonly string[],
  output: string,
  learned: Map<string, string>,
): boolean {
  const lines = output.split('\n');
  let at = 0;
  for (const show of shows) {
    const pattern = patternOf(show);
    const found = lines.findIndex((line, index) => index >= at && pattern.test(line));
    if (found < 0) return false;
    const word = LEARNED.exec(show)?.[1];
    const value = pattern.exec(lines[found] ?? '')?.groups?.['learned'];
    if (word !== undefined && value !== undefined) learned.set(word, value);
    at = found + 1;
  }
  return true;
}

function patternOf(show: string): RegExp {
  const escaped = show.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const open = escaped.replaceAll('…', '.*').replace(LEARNED, String.raw`(?<learned>[\w/-]+)`);
  return new RegExp(`^${open.replaceAll(/ +/g, ' +')}\\s*$`);
}
