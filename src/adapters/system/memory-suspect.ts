import { type TurnBeat } from './turn-beat.ts';

const MIB = 1024 * 1024;
/** Beyond it a process is on its way to the limit: what a quiet one needs besides, the program itself included, is in the slack. */
const HIGH_SHARE = 0.6;
const SLACK_BYTES = 120 * MIB;

/** Memory that a process may have. */
export interface MemoryLimits {
  /** Of the heap. */
  readonly heapBytes: number;
  /** Of the process, as a container or the machine has it; 0 where none is known. */
  readonly processBytes: number;
}

/**
 * Who is to blame should memory run out now: the run whose turn it is while the process has more than a quiet one ever
 * needs; null else. Short turns are seldom met by a look, one that fills the memory always is.
 */
export function memorySuspect(
  beat: Pick<TurnBeat, 'count' | 'name'>,
  residentBytes: number,
  { heapBytes, processBytes }: MemoryLimits,
): string | null {
  const limitBytes = processBytes > 0 ? Math.min(heapBytes, processBytes) : heapBytes;
  if (residentBytes < HIGH_SHARE * limitBytes + SLACK_BYTES) return null;
  return beat.count % 2 === 1 ? beat.name : null;
}
