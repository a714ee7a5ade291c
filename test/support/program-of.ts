import { execFileSync } from 'node:child_process';

/** What a program, run in `cwd` in a process of its own, prints with `tell(value)`. */
export function toldBy(cwd: string, program: string): unknown {
  const tell = 'const tell = (value) => process.stdout.write(JSON.stringify(value));\n';
  const args = ['--input-type=module', '--eval', `${tell}${program}`];
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }));
}

/** The body of a program that tries statements, and tells which of them did not throw a TypeError. */
export function tellUnrefused(statements: readonly string[]): string {
  const tried = statements.map((text) => `[${JSON.stringify(text)}, () => { ${text}; }]`);
  return `
const left = [];
for (const [text, run] of [${tried.join(',\n')}]) {
  try { run(); left.push(text); } catch (error) { if (!(error instanceof TypeError)) left.push(String(error)); }
}
tell(left);`;
}
