import { ok } from '@wattle/contract/errors.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { handleRead } from '../../http/handle.ts';
import { readOwnProfile } from './own-profile.ts';
import { toPersonalDetails } from './profile.view.ts';

export const getPersonalDetailsRoute = handleRead(getPersonalDetails, async ({ tx, session }) =>
  ok(toPersonalDetails(await readOwnProfile(tx, session))),
);
