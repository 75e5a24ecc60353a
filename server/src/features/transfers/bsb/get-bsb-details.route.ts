import { getBsbDetails } from '@wattle/contract/transfers/bsb/get-bsb-details.ts';
import { handleRead } from '../../../http/handle.ts';
import { findBranch } from './bsb.store.ts';
import { judgeBranch } from './judge-branch.ts';

export const getBsbDetailsRoute = handleRead(getBsbDetails, async ({ body, session, tx }) =>
  judgeBranch(tx, await findBranch(tx, session.tenantId, session.brandId, body.BsbNumber), false),
);
