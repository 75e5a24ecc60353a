import { createHash } from 'node:crypto';

/** The reference of what a server that stood in has held although the books had declined it: one for each, so once. */
export function standInReference(reference: string): string {
  return derived(reference);
}

/** The reference under which a server that stood in takes back what the books had approved. */
export function standInReversalReference(reference: string): string {
  return derived(`reversal ${reference}`);
}

function derived(from: string): string {
  return `SI-${createHash('sha256').update(from).digest('hex').slice(0, 32)}`;
}
