import { monthAt } from '../../../platform/time/clock.ts';
import { type CallInput, destinationKey, type PaymentTransaction } from '../../payments/public.ts';
import { readDestinationHistories, type DestinationHistory } from '../destinations/destination-history.ts';
import { isOnSandboxBlockList } from '../payees/sandbox-block-list.ts';
import { type PayingCard, toPayingCard } from '../paying-account.ts';
import type { Payee, Payer } from './internal-transfer.domain.ts';
import { haveGuessed } from './payee-guard.ts';
import {
  type BrandNumber,
  findPayees,
  findPayers,
  type PayeeRow,
  type PayerRow,
  readProducts,
} from './transfer.store.ts';

/** Accounts and names of a transfer. */
export type TransferInput = CallInput<{
  readonly MemberNumber: string;
  readonly DestinationAccountNumber: string;
  readonly DestinationAccountName: string;
}>;

export type Sides = {
  readonly payer: Payer | undefined;
  readonly payee: Payee | undefined;
  /** True: the name of the payee is blocked. */
  readonly isBlocked: boolean;
  readonly history: DestinationHistory;
  /** True: the person has named too many numbers that no one has. */
  readonly isLocked: boolean;
};

/**
 * Payer and payee of each transfer: the payer only if it is the person's own account, the payee only within the
 * person's brand.
 */
export async function findSides(within: PaymentTransaction, asked: readonly TransferInput[]): Promise<Sides[]> {
  const { ctx, tx, tenantId } = within;
  const month = monthAt(ctx.clocks.business.now());
  const own = asked.map(({ person, body }) => ({ person, accountNumber: body.MemberNumber }));
  // An account that several payments name is looked up once.
  const numbers = new Map(asked.map((one) => [payeeName(one), numberOf(one)]));
  const brandIds = [...new Set(asked.map(({ person }) => person.brandId))];
  // Sent together.
  const [payerRows, payeeRows, productRows, histories, guessed] = await Promise.all([
    findPayers(tx, tenantId, month, own),
    findPayees(tx, tenantId, month, [...numbers.values()]),
    readProducts(tx, tenantId, brandIds),
    readDestinationHistories(
      within,
      asked.map(({ person, body: { DestinationAccountNumber: number } }) => ({
        person,
        destination: destinationKey(ctx.secrets, { method: { name: 'internal' }, bsb: '', number }),
      })),
    ),
    haveGuessed(
      within,
      asked.map(({ person }) => person),
    ),
  ]);
  const used = new Set([...payerRows, ...payeeRows].flatMap((row) => row.product_ids));
  const products = new Map(
    productRows.filter(({ id }) => used.has(id)).map((product) => [product.id, toPayingCard(product)]),
  );
  const payers = new Map(payerRows.map((row) => [row.n, toPayer(row, products)]));
  const payees = new Map(payeeRows.map((row) => [nameOf(row.brand_id, row.account_number), toPayee(row, products)]));
  // Counts only for payees that are new to their payers.
  const isNew = (index: number) => histories[index]?.isPaid !== true && asked[index]?.person.isScheduled !== true;
  return asked.map((one, index) => ({
    // The ordinality of PostgreSQL starts at 1.
    payer: payers.get(index + 1),
    payee: payees.get(payeeName(one)),
    isBlocked: isOnSandboxBlockList(ctx.config, one.body.DestinationAccountName),
    history: histories[index] as DestinationHistory,
    isLocked: isNew(index) && guessed[index] === true,
  }));
}

function numberOf({ person, body }: TransferInput): BrandNumber {
  return { brandId: person.brandId, accountNumber: body.DestinationAccountNumber };
}

function payeeName({ person, body }: TransferInput): string {
  return nameOf(person.brandId, body.DestinationAccountNumber);
}

function nameOf(brandId: number, accountNumber: string): string {
  return `${brandId} ${accountNumber}`;
}

function toPayer(row: PayerRow, products: ReadonlyMap<number, PayingCard>): Payer {
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    holderId: row.primary_holder_id,
    chosenLimit: row.payment_limit,
    name: row.holder_name,
    cards: row.product_ids.flatMap((id) => products.get(id) ?? []),
  };
}

function toPayee(row: PayeeRow, products: ReadonlyMap<number, PayingCard>): Payee {
  const cards = row.product_ids.flatMap((id) => products.get(id) ?? []);
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    holderId: row.holder_id,
    isActivated: row.is_activated,
    maxBalances: cards.map(({ settings }) =>
      BigInt(row.is_verified ? settings.maxBalance : settings.maxBalanceUnverified),
    ),
  };
}
