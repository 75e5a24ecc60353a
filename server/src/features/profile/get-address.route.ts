import { ok } from '@wattle/contract/errors.ts';
import { getAddress } from '@wattle/contract/profile/get-address.ts';
import { handleRead } from '../../http/handle.ts';
import { readOwnProfile } from './own-profile.ts';
import { toAddress } from './profile.view.ts';

export const getAddressRoute = handleRead(getAddress, async ({ tx, ctx, session }) => {
  const row = await readOwnProfile({ ctx, tx }, session);
  return ok({ Address: toAddress(row.address), CorrespondenceAddress: toAddress(row.correspondence_address) });
});
