/** Oldest Node that runs sauda, as in `engines` of package.json. */
export const NODE_MIN = '24.15';

/** What to tell a user whose Node is too old; null when it is not. `found` is like `20.19.1`. */
export function nodeProblem(found: string): string | null {
  const [major = 0, minor = 0] = found.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = NODE_MIN.split('.').map(Number);
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return null;
  return [
    'sauda needs a newer Node.js',
    `  found    ${found}`,
    `  allowed  ${NODE_MIN} or newer`,
    '  next     install Node.js 24 LTS or newer: https://nodejs.org, or "npx node@24 node_modules/.bin/sauda" in place of "sauda"',
    '',
  ].join('\n');
}
