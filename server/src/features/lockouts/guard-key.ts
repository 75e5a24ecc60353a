import type { AppContext } from '../../compose/context.ts';
import type { GuardKey } from './sign-in-guard.store.ts';

type Place = { readonly tenantId: number; readonly brandId: number };
type Secrets = Pick<AppContext, 'secrets'>;

/** Key by the typed name, for unknown names and for devices. */
export function guardOfName({ secrets }: Secrets, place: Place, kind: GuardKey['kind'], name: string): GuardKey {
  const { tenantId, brandId } = place;
  return { tenantId, brandId, kind, identifierHash: secrets.identifierHash(`${brandId}:${kind}`, name) };
}

/**
 * Key by web account or card, whichever of its names was typed. Hashed as well, in its own domain, so that the table
 * does not distinguish known names from unknown ones and no typed text equals an id.
 */
export function guardOfOwner({ secrets }: Secrets, place: Place, kind: 'account' | 'card', id: bigint): GuardKey {
  const { tenantId, brandId } = place;
  const identifierHash = secrets.identifierHash(`${brandId}:${kind} id`, String(id));
  return { tenantId, brandId, kind, identifierHash };
}
