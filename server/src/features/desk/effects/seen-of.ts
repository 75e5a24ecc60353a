import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/text/canonical-json.ts';
import type { Effect } from '../desk-command.ts';
import { agreedOf } from './effect-changes.domain.ts';

/** Fewer than a card number has, since a text of only digits would be refused as one. */
const DIGITS = 12;

/** Stands for an effect that someone has read, with so many documents: none is taken off or changed. */
export function seenOf(effect: readonly Effect[], attachments: number): string {
  return createHash('sha256')
    .update(canonicalJson({ effect: agreedOf(effect), attachments }))
    .digest('hex')
    .slice(0, DIGITS);
}
