import { remember } from '../../platform/remember.ts';
import type { BrandNumber } from './transfer.store.ts';

export type KnownAccount = { readonly memberAccountId: bigint; readonly ledgerAccountId: bigint };

/**
 * Which accounts have these numbers. That never changes while there is such an account, so it may be
 * remembered: what is to be locked is known before anything is read. Whether the account is there, and
 * what may be done with it, is not remembered; that is read for every payment.
 */
export type AccountMemory = {
  /** The accounts of all these numbers, or undefined where one of them was not seen before. */
  recall(numbers: readonly BrandNumber[]): KnownAccount[] | undefined;
  remember(number: BrandNumber, account: KnownAccount): void;
  /** Where one turns out to be wrong, none is to be trusted. */
  forget(): void;
};

/** Then all are forgotten. */
const REMEMBERED_MAX = 100_000;

export function openAccountMemory(): AccountMemory {
  const byNumber = new Map<string, KnownAccount>();
  return {
    recall(numbers) {
      const accounts = numbers.flatMap((number) => byNumber.get(nameOf(number)) ?? []);
      return accounts.length === numbers.length ? accounts : undefined;
    },
    remember(number, { memberAccountId, ledgerAccountId }) {
      remember(byNumber, nameOf(number), { memberAccountId, ledgerAccountId }, REMEMBERED_MAX);
    },
    forget() {
      byNumber.clear();
    },
  };
}

function nameOf({ brandId, accountNumber }: BrandNumber): string {
  return `${brandId} ${accountNumber}`;
}
