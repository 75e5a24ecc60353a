export { readBsbFile } from './bsb/bsb-file.domain.ts';
export { findBranch, hasBranches, replaceBranches } from './bsb/bsb.store.ts';
export { findPayingAccount } from './paying-account.ts';
export type { PayingAccount } from './paying-account.ts';
export { findReceipt, receiptTime } from './receipts/find-receipt.ts';
export type { NamedRow } from './receipts/transfer-receipt.store.ts';
export { payeeOwnerOf, readPayees } from './payees/payee.store.ts';
export { fullPayeeNumber } from './payees/saved-payees.domain.ts';
export { type Destination, findDestination } from './external/destination.ts';
export { refuseDestination } from './external/judge-destination.domain.ts';
export { decideHold, recordingDestination } from './destinations/check-destination.ts';
export { momentsOf, momentsOfHeld, planOrder, postingOf } from './plan-order.ts';
export {
  blockPayee,
  isDestinationBlocked,
  unblockDestination,
} from './blocked/blocked-payee.store.ts';
export { blockAccountOf } from './pay-id/block-account.ts';
export { notifyUnblocked } from './blocked/notify-unblocked.ts';
export { readDestinationHistory, type DestinationHistory } from './destinations/destination-history.ts';
export { usingProof } from './destinations/using-proof.ts';
export { readBsbReach } from './reach/read-bsb-reach.ts';
