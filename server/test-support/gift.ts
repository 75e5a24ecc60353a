import { randomUUID } from 'node:crypto';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import { type LedgerAccountId, TRANSFER_CODE } from '../src/ledger/ledger.ts';
import type { Cents } from '../src/platform/money.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { dailyPayments, type Effect, paymentKind, type Writing } from '../src/features/payments/public.ts';
import type { TestContext } from './processes/database.ts';
import type { TestAccount } from './factories.ts';

/** Input of the payment kind of tests. Absent fields have no effect. */
export type Gift = {
  readonly from: Sides;
  readonly to: Sides;
  readonly cents: Cents;
  /** Daily payment limit towards which it counts. */
  readonly dailyLimit?: Cents;
  /** Reduces the payer's sum of the day. */
  readonly givesBack?: Cents;
  /** Linked posting, made with the gift or not at all. */
  readonly fee?: { readonly to: LedgerAccountId; readonly cents: Cents };
  readonly throwsIn?: 'read' | 'a statement' | 'decide';
  /** Signs a guest book with room for two names. */
  readonly signs?: string;
  /** Signs it together with concurrent payments, without a limit. */
  readonly signsTogether?: string;
};
type Sides = { readonly memberAccountId: bigint; readonly ledgerAccountId: LedgerAccountId };

/** Refusal of the kind while it is set. */
export const refusing: { error: ErrorName | undefined } = { error: undefined };

const ROOM = 2;

/** Table of the guest book, which exists only in tests. */
export async function givenGuestBook(ctx: TestContext): Promise<void> {
  await ctx.asOwner('CREATE TABLE guest_book (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)');
  await ctx.asOwner('GRANT SELECT, INSERT ON guest_book TO wattle_app');
}

/** Committed names, in order. */
export async function guestsOf(ctx: TestContext): Promise<string[]> {
  const rows = await ctx.asOwner<{ name: string }>('SELECT name FROM guest_book ORDER BY id');
  return rows.map(({ name }) => name);
}

/** Kind of payment without batching and without a call. */
export const giftKind = paymentKind<Gift, ErrorName | undefined, { readonly receipt: string }, ErrorName>({
  name: 'test.gift',
  isMoneyOut: true,

  async read({ input }, { tx }) {
    if (input.throwsIn === 'read') throw new Error('a bug while reading');
    if (input.throwsIn === 'a statement') await tx.query('SELECT 1 / 0');
    return refusing.error;
  },

  decide({ input, facts: refused, today }) {
    if (input.throwsIn === 'decide') throw new Error('a bug while deciding');
    if (refused) return err(refused);
    const { from, to, cents, dailyLimit, givesBack, fee, signs, signsTogether } = input;
    const payer = { ...from, ifClosed: 'invalid_card_details', kind: 'transferOut' } as const;
    return ok({
      from: { ...payer, description: 'Gift' },
      to: { ...to, ifClosed: 'required_field', kind: 'transferIn', description: 'A gift' },
      amount: cents,
      code: TRANSFER_CODE.pay,
      ...(fee && {
        linked: [
          {
            from: { ...payer, kind: 'fee', description: 'Wrapping' },
            to: { ledgerAccountId: fee.to },
            amount: fee.cents,
            code: TRANSFER_CODE.fee,
          },
        ],
      }),
      countsTowards: [
        ...(dailyLimit === undefined ? [] : [dailyPayments(today, cents, dailyLimit, 'cents')]),
        ...(givesBack === undefined ? [] : [dailyPayments(today, -givesBack, null, 'cents')]),
      ],
      effects: signs === undefined ? [] : [signing(signs)],
      ...(signsTogether !== undefined && { writes: ({ add }: Writing) => add(signAll, signsTogether) }),
      refusals: { insufficient_funds: err('insufficient_funds', 'cents') },
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});

/** The same with another name, which is another kind for idempotency keys. */
export const otherKind = paymentKind({ ...giftKind, name: 'test.other' });

/** Calls of `signAll`: number of names of each. */
export const signedTogether: number[] = [];

function signAll(tx: Tx, _: number, names: readonly string[]): void {
  signedTogether.push(names.length);
  tx.later('INSERT INTO guest_book (name) SELECT * FROM unnest($1::text[])', [names]);
}

function signing(name: string): Effect<'not_found', readonly string[]> {
  return {
    lock: 'guestBook',
    read: async ({ tx }) => (await tx.query<{ name: string }>('SELECT name FROM guest_book')).map((row) => row.name),
    decide: (names) =>
      names.length < ROOM
        ? ok({
            state: [...names, name],
            write: ({ tx }) => tx.later('INSERT INTO guest_book (name) VALUES ($1)', [name]),
            details: { signed: name },
          })
        : err('not_found', 'signs'),
  };
}

/** Both ids by which a payment refers to an account. */
export function sideOf(account: TestAccount): Sides {
  return { memberAccountId: account.id, ledgerAccountId: account.ledgerAccountId };
}

export type Given = Partial<Omit<Gift, 'from' | 'to'>> & {
  readonly key?: string;
  readonly actor?: string;
  readonly kind?: typeof giftKind;
};

/** Pays 1.00 between accounts, with a new key by default. */
export function give(
  { payments }: Pick<TestContext, 'payments'>,
  from: TestAccount,
  to: TestAccount,
  { key = randomUUID(), actor = 'schedule:9', kind = giftKind, ...given }: Given = {},
): Promise<Result<{ readonly receipt: string }, ErrorName>> {
  const input = { from: sideOf(from), to: sideOf(to), cents: 100n, ...given };
  return payments.submit({ tenantId: from.brand.tenantId, kind, key, actor, input });
}
