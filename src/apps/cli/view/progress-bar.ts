/** A bar of `width` characters, filled to `share` (0 to 1): `███████░░░`. None where there is no room: a width below 1. */
export function progressBar(share: number, width: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const room = Math.max(0, width);
  const filled = Math.round(bounded * room);
  return '█'.repeat(filled) + '░'.repeat(room - filled);
}
