import { toDollars } from '../../platform/money.ts';
import { toInstant } from '../../platform/database/database.ts';
import type { CardViewPart } from '../card-facts/public.ts';
import { type OpenDebt, readOpenDebts } from './debt.store.ts';

/** Debt of a card's account. */
export const debtView: CardViewPart<OpenDebt> = {
  name: 'debt',
  async read(tx, { tenantId, cards }) {
    const rows = await readOpenDebts(
      tx,
      tenantId,
      cards.map(({ member_account_id }) => member_account_id),
    );
    const byAccount = new Map(rows.map((row) => [row.member_account_id, row]));
    return new Map(
      cards.flatMap(({ id, member_account_id }) => {
        const owed = byAccount.get(member_account_id);
        return owed ? [[id, owed] as const] : [];
      }),
    );
  },
  details: ({ amount, cause, made_at }) => ({
    Debt: { Amount: toDollars(amount), Cause: cause, Since: toInstant(made_at) },
  }),
};
