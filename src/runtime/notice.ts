/** A notice of the engine or of the kernel, for people. */
export interface Notice {
  readonly atMs: number;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly runId: string | null;
  readonly message: string;
}
