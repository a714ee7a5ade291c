import { type OrderBook } from './order-book.ts';

/** Cancels what is still working when the day's last session ends. */
export function endOfDay(book: OrderBook, atMs: number): void {
  for (const underlying of [...book.workingUnderlyings]) {
    for (const entry of book.working(underlying)) {
      const rejectionReason = 'Cancelled at the end of the day';
      book.update(entry, { status: 'cancelled', rejectionReason }, atMs);
    }
  }
}
