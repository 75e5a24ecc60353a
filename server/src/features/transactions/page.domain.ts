export type Page = {
  /** Rows above this Sequence … */
  readonly after: bigint;
  /** … up to this one. */
  readonly upTo: bigint;
  /** Sequence of the newest row of the listing, which is also how many rows it has. */
  readonly asOf: bigint;
  readonly hasMore: boolean;
};

/**
 * Range of a page. Sequence has no gap, so the range is found by subtraction from the newest row, without reading the
 * rows before it.
 */
export function pageOf(asked: {
  readonly newest: bigint;
  readonly count: number;
  readonly skip: number;
  readonly asOf?: number | undefined;
}): Page {
  const wanted = asked.asOf === undefined ? asked.newest : BigInt(asked.asOf);
  const asOf = wanted < asked.newest ? wanted : asked.newest;
  const upTo = notNegative(asOf - BigInt(asked.skip));
  const after = notNegative(upTo - BigInt(asked.count));
  return { after, upTo, asOf, hasMore: after > 0n };
}

function notNegative(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
