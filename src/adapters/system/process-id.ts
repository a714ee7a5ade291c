/** What the machine calls this process. */
export function processId(): number {
  return process.pid;
}
