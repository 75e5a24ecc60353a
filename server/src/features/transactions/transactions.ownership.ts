import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { putInUse } from '../../../test-support/ownership/basic-things.ts';
import { type FeatureOwnership, INVALID_CARD, NOT_FOUND, same } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { postBytes } from '../../../test-support/signed-in.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

/** The Sequence of a purchase of the owner that was cleared. */
export async function givenPurchase(world: World, owner: Caller): Promise<number> {
  await putInUse(world, owner, true);
  const bought = { ...purchaseOf(owner.card), amount: 1 };
  await sendNetwork(world, 'authorisations', bought);
  await sendNetwork(world, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
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
    setTransactionCategory: { body: { Category: 'travel' } },
    keepReceipt: { body: { Name: 'receipt.pdf', Content: PDF.toString('base64') } },
    keptReceiptFile: {
      // Others who share the account have no receipt.
      sharedBy: 'nobody',
      ask: async (world, owner, session) => {
        const { accountNumber } = owner.card.account;
        const Sequence = await givenPurchase(world, owner);
        await postBytes(world, 'transaction/keepReceipt', session, { accountNumber, Sequence, Name: 'r.pdf' }, PDF);
        const parameters = { accountNumber, Sequence };
        return same({ body: { kind: 'keptReceiptFile', parameters, language: 'enAU' } });
      },
      refusal: (caller, owner) => (caller.card.account.id === owner.card.account.id ? NOT_FOUND : INVALID_CARD),
    },
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
