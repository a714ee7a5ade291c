/** Our own code between the strategy and the throw: frames of it explain nothing to an author. */
const OWN_CODE = new URL('../', import.meta.url).pathname;
const FRAME = /[\s(]((?:file:\/\/)?\/[^()]*?|[A-Za-z]:\\[^()]*?):(\d+):(\d+)\)?$/;

/** Longest text of a failure: an author's message may hold anything. */
const LENGTH_MAX = 2_000;

/** One line for people: what was thrown, and the strategy's line it came from where the stack shows one. Never throws. */
export function describeStrategyFailure(thrown: unknown): string {
  try {
    return described(thrown).slice(0, LENGTH_MAX);
  } catch {
    return 'The strategy threw what cannot be described';
  }
}

function described(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `The strategy threw ${describe(thrown)}`;
  const where = strategyLine(thrown.stack ?? '');
  const kind = thrown.name === 'Error' ? '' : `${thrown.name}: `;
  return `${kind}${thrown.message}${where === null ? '' : ` (at ${where})`}`;
}

/** `path:line:column` of the topmost frame that is neither ours, nor Node's, nor a package's. */
export function strategyLine(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const frame = line.startsWith('    at ') ? FRAME.exec(line) : null;
    if (frame === null) continue;
    const [, file = '', row = '', column = ''] = frame;
    const path = file.replace(/^file:\/\//, '').replace(/\?.*$/, '');
    if (!isForeign(path)) return `${path}:${row}:${column}`;
  }
  return null;
}

function isForeign(path: string): boolean {
  if (path.includes('node:') || path.includes('/node_modules/')) return true;
  return path.startsWith(OWN_CODE) && !path.endsWith('.test.ts');
}

function describe(thrown: unknown): string {
  try {
    const text: unknown = JSON.stringify(thrown);
    return typeof text === 'string' ? text : String(thrown);
  } catch {
    return typeof thrown;
  }
}
