/** Time of the purchase as the network sends it, but never after now. */
export function happenedAt(sent: string | undefined, now: number): number {
  const at = sent === undefined ? Number.NaN : Date.parse(sent);
  return Number.isNaN(at) ? now : Math.min(at, now);
}
