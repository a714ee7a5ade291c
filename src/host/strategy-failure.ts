/** Our own code between the strategy and the throw: frames of it explain nothing to an author. */
const OWN_CODE = new URL('../', import.meta.url).pathname;
const FRAME = /\(?((?:file:\/\/)?\/[^()]*?|[A-Za-z]:\\[^()]*?):(\d+):(\d+)\)?$/;

/** One line for people: what was thrown, and the strategy's line it came from where the stack shows one. */
export function describeStrategyFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `The strategy threw ${describe(thrown)}`;
  const where = strategyLine(thrown.stack ?? '');
  const kind = thrown.name === 'Error' ? '' : `${thrown.name}: `;
  return `${kind}${thrown.message}${where === null ? '' : ` (at ${where})`}`;
}

/** `path:line:column` of the topmost frame that is neither ours, nor Node's, nor a package's. */
export function strategyLine(stack: string): string | null {
  for (const line of stack.split('\n')) {
    if (!line.startsWith('    at ') || line.includes('node:') || line.includes('node_modules')) {
      continue;
    }
    const match = FRAME.exec(line);
    if (match === null) continue;
    const [, file = '', row = '', column = ''] = match;
    const path = file.replace(/^file:\/\//, '').replace(/\?.*$/, '');
    const isOwn = path.startsWith(OWN_CODE) && !path.endsWith('.test.ts');
    if (!isOwn) return `${path}:${row}:${column}`;
  }
  return null;
}

function describe(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return typeof thrown;
  }
}
