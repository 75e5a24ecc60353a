import { getInternalBsbDetails } from '@wattle/contract/transfers/bsb/get-internal-bsb-details.ts';
import { handleRead } from '../../../http/handle.ts';
import { findBranch } from './bsb.store.ts';
import { judgeBranch } from './judge-branch.ts';

export const getInternalBsbDetailsRoute = handleRead(getInternalBsbDetails, async ({ body, session, tx }) =>
  judgeBranch(tx, await findBranch(tx, session.tenantId, session.brandId, body.BsbNumber), true),
);
