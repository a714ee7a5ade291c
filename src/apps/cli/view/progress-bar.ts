/** A bar of `width` characters, filled to `share` (0 to 1): `███████░░░`. */
export function progressBar(share: number, width: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const filled = Math.round(bounded * width);
  return '█'.repeat(filled) + '░'.repeat(Math.max(0, width - filled));
}
