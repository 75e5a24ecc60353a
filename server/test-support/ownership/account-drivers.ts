import { type OwnerDriver, same } from './driver.ts';

/** Password of every web account that the factories make. */
const PASSWORD = { currentpassword: 'Golden-Wattle-2026' };

/** How the owner changes contacts and sign-ins. Others do the same for themselves. */
export const ACCOUNT_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  updateAccessDetails: [
    { ask: () => same({ body: { ...PASSWORD, SecurityQuestion: 1, SecurityQuestionAnswer: 'banksia' } }) },
  ],
  confirmContact: [
    {
      async ask({ ctx }, { card, who }) {
        if (!('webAccount' in who)) throw new Error('a caller without a web account');
        await ctx.asOwner(
          `INSERT INTO contact_change (id, tenant_id, brand_id, web_account_id, holder_id, channel, old_value, new_value,
                                       code_hash, asked_at)
           VALUES (gen_random_uuid(), $1, $2, $3, $4, 'mobile', '', '0400000099', $5, now())`,
          [
            card.brand.tenantId,
            card.brand.id,
            who.webAccount.id,
            card.holder?.id,
            await ctx.secrets.hashSecret('246810'),
          ],
        );
        return same({ body: { Channel: 'mobile', code: '246810' } });
      },
      refusal: [400, '20052'],
    },
  ],
  requestAccountClosure: [{ ask: () => same({ body: { ...PASSWORD, IsAsked: true } }) }],
  getSignIns: [{ ask: () => same({}) }],
  endSignIn: [
    {
      async ask({ ctx }, { card, who }) {
        if (!('webAccount' in who)) throw new Error('a caller without a web account');
        const [row] = await ctx.asOwner<{ id: string }>(
          `INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, holder_id, created_at, last_active_at,
                                refreshed_at, ends_at)
           VALUES (gen_random_uuid(), $1, $2, 'password', $3, $4, now(), now(), now(), now() + interval '1 hour')
           RETURNING id::text`,
          [card.brand.tenantId, card.brand.id, who.webAccount.id, card.holder?.id],
        );
        return same({ body: { Id: row?.id } }, [row?.id ?? '']);
      },
      refusal: [404, '404'],
    },
  ],
  endOtherSignIns: [{ ask: () => same({}) }],
};
