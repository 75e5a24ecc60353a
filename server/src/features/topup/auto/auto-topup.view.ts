import type { CardViewPart } from '../../card-facts/public.ts';
import { type AccountAutoTopup, readAutoTopups } from './direct-debit.store.ts';

type Facts = AccountAutoTopup & { readonly isOffered: boolean; readonly isNominees: boolean };

/** Automatic top-up in the view of a card: waiting for its code, active or expired. */
export const autoTopupView: CardViewPart<Facts> = {
  name: 'autoTopup',
  async read(tx, { tenantId, cards }) {
    const accounts = cards.map(({ member_account_id }) => member_account_id);
    const rows = await readAutoTopups(tx, tenantId, accounts);
    const byAccount = new Map(rows.map((row) => [row.member_account_id, row]));
    return new Map(
      cards.flatMap(({ id, member_account_id, settings, is_nominees: isNominees }) => {
        const row = byAccount.get(member_account_id);
        return row ? [[id, { ...row, isOffered: settings.autoTopUp, isNominees }] as const] : [];
      }),
    );
  },
  list: ({ state, has_in_flight, isOffered }) => ({
    value: { CheckPendingAutoTopUp: isOffered },
    CardDetails: { HasPendingAutoTopUp: has_in_flight || state === 'Pending' },
  }),
  details: ({ state, way, has_in_flight, isNominees }) => ({
    HasPendingAutoTopUp: has_in_flight || state === 'Pending',
    HasPendingAutoTopUpExpired: state === 'Expired',
    HasAutoTopUp: state !== null && !isNominees,
    // An agreement waits for the payer's bank, not for a code.
    IsAutoTopUpWaiting: state === 'Pending' && way === 'directDebit',
  }),
};
