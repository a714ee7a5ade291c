import { type NoticeTopic } from '../engine/effect.ts';

/** A notice of the engine or of the kernel, for people. */
export interface Notice {
  readonly atMs: number;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly runId: string | null;
  readonly message: string;
  /** What it is about that is no trouble of ours; `tables`: market tables that have ended. @default trouble, or the course of the day */
  readonly topic?: NoticeTopic | 'tables';
}
