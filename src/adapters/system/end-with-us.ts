import { spawn } from 'node:child_process';

/**
 * Has a child end when this process ends, however that happens, and whatever the child is busy with: a shell of its own waits for
 * the end of a pipe that only this process holds, and then kills it. Where no shell can be started, a child that never returns
 * outlives a killed parent. Call what is returned when the child has ended: its number may be another's then.
 */
export function endWithUs(pid: number): () => void {
  const keeper = spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  keeper.on('error', () => undefined);
  keeper.stdin.on('error', () => undefined);
  keeper.unref();
  // A pipe of a child is a socket, which does not keep this process alive.
  (keeper.stdin as Partial<{ unref: () => void }>).unref?.();
  return () => {
    keeper.kill('SIGKILL');
  };
}
