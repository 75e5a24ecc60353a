import { createHash } from 'node:crypto';

/**
 * Reference of a hold by a server that stood in although the books had declined the purchase. There is one for each, so
 * it is held once.
 */
export function standInReference(reference: string): string {
  return derived(reference);
}

/** Reference under which a server that stood in reverses a purchase that the books had approved. */
export function standInReversalReference(reference: string): string {
  return derived(`reversal ${reference}`);
}

function derived(from: string): string {
  return `SI-${createHash('sha256').update(from).digest('hex').slice(0, 32)}`;
}
