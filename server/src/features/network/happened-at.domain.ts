/** Networks present purchases late, but no scheme as late as this. */
const OLDEST_MS = 180 * 86_400_000;

/**
 * Time of the purchase as the network sends it, but never after now. A time that is older than any late clearing is a
 * mistake of its sender, which would put the purchase into a year that is over, so the time of arrival counts.
 */
export function happenedAt(sent: string | undefined, now: number): number {
  const at = sent === undefined ? Number.NaN : Date.parse(sent);
  return at >= now - OLDEST_MS ? Math.min(at, now) : now;
}
