import { purchaseOf, tell } from '../../../test-support/network.ts';
import { putInUse } from '../../../test-support/ownership/basic-things.ts';
import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';

/** The Sequence of a purchase of the owner that was cleared. */
export async function givenPurchase(world: World, owner: Caller): Promise<number> {
  await putInUse(world, owner, true);
  const bought = { ...purchaseOf(owner.card), amount: 1 };
  await tell(world, 'authorisations', bought);
  await tell(world, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
  const [row] = await world.ctx.asOwner<{ seq: string }>(
    "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [owner.card.account.ledgerAccountId],
  );
  return Number(row?.seq);
}

export const ownership: FeatureOwnership = {
  things: { transaction: { make: givenPurchase, sharedBy: 'account', isWithinAccount: true } },
  calls: {
    getTransactions: { query: { count: '10', skip: '0' } },
    searchTransactions: { body: { count: 10 } },
    saveTransactionNote: { body: { Note: 'Rent' } },
    generateTransactionReportBySequenceRange: {
      ready: async (world, owner) => {
        await givenPurchase(world, owner);
      },
      body: { fromSequence: 1, toSequence: 9, format: 'csv' },
    },
    generateExportTransactionReportByDateRange: {
      ready: async (world, owner) => {
        await givenPurchase(world, owner);
      },
      body: { fromMonth: '2020-01', toMonth: '2099-12', format: 'csv' },
    },
  },
};
