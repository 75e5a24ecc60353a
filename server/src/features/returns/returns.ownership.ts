import { refill } from '../../../test-support/ledger/ledger-money.ts';
import { type FeatureOwnership, same } from '../../../test-support/ownership/driver.ts';
import { givenReturnProof } from '../../../test-support/proofs.ts';
import { returnBody } from '../../../test-support/transfers.ts';

export const ownership: FeatureOwnership = {
  calls: {
    returnFund: {
      // A return empties the account that the owners share, so it is filled for each of them.
      ask: async ({ ctx }, { card }) => {
        const { account } = card;
        await ctx.asOwner('TRUNCATE mistaken_payment CASCADE', []);
        // A pending automatic top-up blocks a return.
        await ctx.asOwner('DELETE FROM pay_to_agreement WHERE member_account_id = $1', [account.id]);
        await ctx.asOwner('DELETE FROM auto_topup WHERE member_account_id = $1', [account.id]);
        await ctx.asOwner('DELETE FROM payment_out WHERE member_account_id = $1', [account.id]);
        await refill(ctx, account, 100_00n);
        await givenReturnProof(ctx, card, 100);
        return same({ body: returnBody(card) });
      },
      isLast: true,
    },
  },
};
