/** A calm day of an index as a CSV of minute bars: 09:15 to 15:30, waves of 20 points around 23,300. */
export function minuteBars(date: string): string {
  const level = (minute: number): number => 23_300 + Math.round(20 * Math.sin(minute / 30));
  const rows = Array.from({ length: 375 }, (_, minute) => {
    const clock = new Date(Date.UTC(2000, 0, 1, 9, 15 + minute)).toISOString().slice(11, 19);
    const [open, close] = [level(minute), level(minute + 1)];
    const bar = [open, Math.max(open, close) + 2, Math.min(open, close) - 2, close];
    return [`${date}T${clock}+05:30`, ...bar].join(',');
  });
  return `timestamp,open,high,low,close\n${rows.join('\n')}\n`;
}
