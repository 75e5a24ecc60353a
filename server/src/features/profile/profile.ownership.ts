import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';
import { PASSWORD, webAccountOf } from '../../../test-support/ownership/world.ts';

const CODE = '246810';

export const ownership: FeatureOwnership = {
  calls: {
    updatePersonalDetails: { body: { ProductMarketingEmail: true } },
    answerContactCheck: { body: { Channel: 'mobile', Answer: 'later' } },
    updateDeliveryMethod: { body: { newDeliveryMethod: 80 } },
    updateStatementFrequency: { body: { newFrequency: 1 } },
    updateAccessDetails: { body: { ...PASSWORD, SecurityQuestion: 1, SecurityQuestionAnswer: 'banksia' } },
    requestAccountClosure: { body: { ...PASSWORD, IsAsked: true } },
    confirmContact: {
      // A code that was sent to a new contact of the owner.
      ready: async ({ ctx }, owner) => {
        const { brand, holder } = owner.card;
        await ctx.asOwner(
          `INSERT INTO contact_change (id, tenant_id, brand_id, web_account_id, holder_id, channel, old_value, new_value,
                                       code_hash, asked_at)
           VALUES (gen_random_uuid(), $1, $2, $3, $4, 'mobile', '', '0400000099', $5, now())`,
          [brand.tenantId, brand.id, webAccountOf(owner).id, holder?.id, await ctx.secrets.hashSecret(CODE)],
        );
      },
      body: { Channel: 'mobile', code: CODE },
      refusal: [400, '20052'],
    },
  },
};
