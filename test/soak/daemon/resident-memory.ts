import { readFileSync } from 'node:fs';

/** Resident memory of a process and all processes below it, MiB; 0 for one that is gone. Linux alone. */
export function residentMib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return childrenOf(pid).reduce((sum, child) => sum + residentMib(child), kib / 1024);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  const children = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return readFileSync(children, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Slope of a line through values at 0, 1, 2…, by least squares; 0 for fewer than two. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.map((value, index) => (index - middle) * (value - mean));
  const squares = values.map((_, index) => (index - middle) ** 2);
  const square = squares.reduce((sum, value) => sum + value, 0);
  return square === 0 ? 0 : products.reduce((sum, value) => sum + value, 0) / square;
}
