import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/text/canonical-json.ts';
import type { Effect } from '../desk-command.ts';
import { agreedOf } from './effect-changes.domain.ts';

/** Fewer characters than a card number has, because a digest of only digits would be refused as a card number. */
const DIGITS = 12;

/** Digest of the effect and the number of documents that a person has read. Documents are never removed or changed. */
export function seenOf(effect: readonly Effect[], attachments: number): string {
  return createHash('sha256')
    .update(canonicalJson({ effect: agreedOf(effect), attachments }))
    .digest('hex')
    .slice(0, DIGITS);
}
