import type { Session } from '../../http/handle.ts';
import type { Owner } from './device.store.ts';

/** The caller as the owner of devices. The scope of every call here says that there is a web account. */
export function ownerOf({ tenantId, brandId, webAccountId }: Session): Owner {
  if (webAccountId === null) throw new Error('a session without its web account');
  return { tenantId, brandId, webAccountId };
}
