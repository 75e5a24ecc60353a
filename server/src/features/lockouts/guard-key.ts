import type { AppContext } from '../../context.ts';
import type { GuardKey } from './sign-in-guard.store.ts';

type Place = { readonly tenantId: number; readonly brandId: number };
type Secrets = Pick<AppContext, 'secrets'>;

/** Counts under what was typed. For what names nobody, and for devices, whose names nobody knows. */
export function guardOfName({ secrets }: Secrets, place: Place, kind: GuardKey['kind'], name: string): GuardKey {
  const { tenantId, brandId } = place;
  return { tenantId, brandId, kind, identifierHash: secrets.identifierHash(`${brandId}:${kind}`, name) };
}

/**
 * Counts under a web account or a card, whichever of its names was typed. Hashed as well, apart from names,
 * so that the table does not tell known ones from unknown ones and no typed text equals an id.
 */
export function guardOfOwner({ secrets }: Secrets, place: Place, kind: 'account' | 'card', id: bigint): GuardKey {
  const { tenantId, brandId } = place;
  const identifierHash = secrets.identifierHash(`${brandId}:${kind} id`, String(id));
  return { tenantId, brandId, kind, identifierHash };
}
