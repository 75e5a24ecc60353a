import { purchaseOf, tell } from '../network.ts';
import { postApi } from '../signed-in.ts';
import type { Headers } from '../signed-in.ts';
import { type Asked, INVALID_CARD, NOT_FOUND, type OwnerDriver, same } from './driver.ts';
import type { Caller, World } from './world.ts';

/** The Sequence of a purchase of the owner that was cleared. */
async function givenPurchase(world: World, { card }: Caller): Promise<number> {
  await world.ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
  const bought = { ...purchaseOf(card), amount: 1 };
  await tell(world, 'authorisations', bought);
  await tell(world, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
  const [row] = await world.ctx.asOwner<{ seq: string }>(
    "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [card.account.ledgerAccountId],
  );
  return Number(row?.seq);
}

const ofRow = (rest: object, sharedBy: 'account'): OwnerDriver => ({
  ask: async (world, owner) => {
    const Sequence = await givenPurchase(world, owner);
    return same({ body: { accountNumber: owner.card.account.accountNumber, Sequence, ...rest } });
  },
  refusal: INVALID_CARD,
  sharedBy,
});

/** A payment has one open dispute, so those who share the account ask about another payment than the owner. */
const opening: OwnerDriver = {
  ask: async (world, owner) => {
    const [own, others] = [await givenPurchase(world, owner), await givenPurchase(world, owner)];
    const { accountNumber } = owner.card.account;
    return {
      request: (caller) => {
        const Sequence = caller === owner ? own : others;
        return { body: { accountNumber, Sequence, Reason: 'notMine', Explanation: 'Not I' } };
      },
    };
  },
  refusal: INVALID_CARD,
  sharedBy: 'account',
};

const ofDispute = (rest: object): OwnerDriver => ({
  ask: async (world: World, owner: Caller, session: Headers): Promise<Asked> => {
    const Sequence = await givenPurchase(world, owner);
    const { accountNumber } = owner.card.account;
    const body = { accountNumber, Sequence, Reason: 'notMine', Explanation: 'Not I' };
    const opened = await postApi(world, 'dispute/open', session, body);
    return same({ body: { DisputeId: opened.json<{ DisputeId: string }>().DisputeId, ...rest } });
  },
  refusal: NOT_FOUND,
});

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');

/** Calls about disputes of the owner's payments by card. */
export const DISPUTE_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getDispute: [ofRow({}, 'account')],
  openDispute: [opening],
  answerDispute: [ofDispute({ Text: 'More' })],
  withdrawDispute: [ofDispute({})],
  addDisputeFile: [ofDispute({ Name: 'receipt.pdf', Content: PDF })],
};
