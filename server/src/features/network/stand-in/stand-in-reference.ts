import { createHash } from 'node:crypto';

/** The reference of what a server that stood in does to a purchase afterwards: one for each, so it is done once. */
export function standInReference(reference: string): string {
  return `SI-${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`;
}
