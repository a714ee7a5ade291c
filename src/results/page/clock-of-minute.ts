/** `09:15` of 555: minutes since midnight, 0 to 1,440. */
export function clockOfMinute(minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return `${hours}:${String(Math.floor(minute % 60)).padStart(2, '0')}`;
}
