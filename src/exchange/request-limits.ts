/** Limits of the platform's requests: the interface's table, and for tags what the published client keeps to. */
export const LIMITS = {
  /** Elements of a place, modify or cancel call. */
  batchMax: 10,
  /** Own bound on the entries of a validation error body. */
  detailsMax: 100,
  brokerId: /^[a-zA-Z0-9_]{1,32}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  tagLengthMax: 32,
  extraTagsMax: 3,
  extraTagKeyLengthMax: 20,
  extraTagValueLengthMax: 30,
  positionLegsMax: 10,
} as const;
