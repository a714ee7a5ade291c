/** The net of a year, month by month, paise. */
export interface YearNet {
  /** `2024`. */
  readonly year: string;
  /** January first, always twelve; null where no day of the month ran. */
  readonly months: readonly (number | null)[];
  /** The months together. */
  readonly netPaise: number;
}
