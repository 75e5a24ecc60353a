import { INVALID_CARD, type OwnerDriver, same } from './driver.ts';

const ofAccount = (rest: object): OwnerDriver => ({
  ask: (_world, { card }) => same({ body: { accountNumber: card.account.accountNumber, ...rest } }),
  refusal: INVALID_CARD,
  sharedBy: 'account',
});

/** Notes on transactions of the owner. */
export const NOTE_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getTransactionNotes: [ofAccount({})],
  saveTransactionNote: [ofAccount({ Sequence: 1, Note: 'Rent' })],
};
