import type { Restriction } from './kind.ts';

const CLOSED = `
SELECT id FROM member_account WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND is_closed`;

/** Account that was closed after the payment read it as open. */
export const closedAccount: Restriction = {
  name: 'closedAccount',
  refusal: 'invalid_card_details',
  async read({ tx, tenantId }, accounts) {
    const rows = await tx.query<{ id: bigint }>(CLOSED, [tenantId, accounts]);
    return new Set(rows.map(({ id }) => id));
  },
};
