import { canonicalJson } from '../../platform/text/canonical-json.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { CardRow } from './card-row.ts';
import type { Place } from './people.store.ts';

/** Content that a reference stands for. Rows from before a column existed are compared without it. */
function contentOf({ nomineeOf, letter, plastic, nameOnCard, opening, mobileNumber: _read, ...rest }: CardRow) {
  const later = Object.entries({ nomineeOf, letter, plastic, nameOnCard, opening }).filter(([, value]) => value !== '');
  return { ...rest, ...Object.fromEntries(later) };
}

/** Keyed hash of a row, by which the same reference with another content is seen. */
export function contentHashOf(secrets: Pick<Secrets, 'identifierHash'>, { tenantId }: Place, row: CardRow): Buffer {
  return secrets.identifierHash(`issued:${tenantId}`, canonicalJson(contentOf(row)));
}
