/** A Parquet file that cannot be read, or is none. */
export class UnreadableParquet extends Error {
  override readonly name = 'UnreadableParquet';
}
