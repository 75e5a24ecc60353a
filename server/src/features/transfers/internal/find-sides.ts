import { monthAt } from '../../../platform/clock.ts';
import type { Cents } from '../../../platform/money.ts';
import { isFeatureOn, productSettings } from '../../card-facts/public.ts';
import type { Asked, Within } from '../../payments/public.ts';
import { readStandings, type Standing } from '../destinations/standing.ts';
import { isBlockedPayee } from '../payees/blocked-payee.ts';
import type { Payee, Payer } from './internal-transfer.domain.ts';
import {
  type BrandNumber,
  findPayees,
  findPayers,
  type PayeeRow,
  type PayerRow,
  type ProductRow,
  readProducts,
} from './transfer.store.ts';

/** A transfer, as far as its sides are concerned. */
export type AskedSides = Asked<{
  readonly MemberNumber: string;
  readonly DestinationAccountNumber: string;
  readonly DestinationAccountName: string;
}>;

export type Sides = {
  readonly payer: Payer | undefined;
  readonly payee: Payee | undefined;
  /** Whether nobody may pay the payee of this name. */
  readonly isBlocked: boolean;
  readonly standing: Standing;
};

/**
 * Who pays and who is paid, for each of the transfers: the payer only where it is the person's own
 * account, the payee only within the person's brand.
 */
export async function findSides(within: Within, asked: readonly AskedSides[]): Promise<Sides[]> {
  const { ctx, tx, tenantId } = within;
  const month = monthAt(ctx.clocks.business.now());
  const own = asked.map(({ person, body }) => ({ person, accountNumber: body.MemberNumber }));
  // Many may pay the same account: it is looked up once.
  const numbers = new Map(asked.map((one) => [payeeName(one), numberOf(one)]));
  const brandIds = [...new Set(asked.map(({ person }) => person.brandId))];
  // Sent together.
  const [payerRows, payeeRows, productRows, standings] = await Promise.all([
    findPayers(tx, tenantId, month, own),
    findPayees(tx, tenantId, month, [...numbers.values()]),
    readProducts(tx, tenantId, brandIds),
    readStandings(
      within,
      asked.map(({ person, body }) => ({ person, destination: `internal:${body.DestinationAccountNumber}` })),
    ),
  ]);
  const used = new Set([...payerRows, ...payeeRows].flatMap((row) => row.product_ids));
  const products = new Map(
    productRows.filter(({ id }) => used.has(id)).map((product) => [product.id, toAllowance(product)]),
  );
  const payers = new Map(payerRows.map((row) => [row.n, toPayer(row, products)]));
  const payees = new Map(payeeRows.map((row) => [nameOf(row.brand_id, row.account_number), toPayee(row, products)]));
  return asked.map((one, index) => ({
    // PostgreSQL counts from 1.
    payer: payers.get(index + 1),
    payee: payees.get(payeeName(one)),
    isBlocked: isBlockedPayee(ctx.config, one.body.DestinationAccountName),
    standing: standings[index] as Standing,
  }));
}

function numberOf({ person, body }: AskedSides): BrandNumber {
  return { brandId: person.brandId, accountNumber: body.DestinationAccountNumber };
}

function payeeName({ person, body }: AskedSides): string {
  return nameOf(person.brandId, body.DestinationAccountNumber);
}

function nameOf(brandId: number, accountNumber: string): string {
  return `${brandId} ${accountNumber}`;
}

type Allowance = {
  readonly mayTransfer: boolean;
  readonly maySchedule: boolean;
  readonly dailyLimit: Cents | null;
  readonly stepUpAmount: Cents | null;
  readonly scamHoldAmount: Cents | null;
  readonly maxBalance: Cents;
  readonly maxBalanceUnverified: Cents;
};

function toAllowance(product: ProductRow): Allowance {
  const settings = productSettings.parse(product.settings);
  const levels = [product.instance_features, product.tenant_features, product.brand_features ?? {}];
  return {
    maySchedule: isFeatureOn('scheduledPayments', levels),
    mayTransfer: settings.internalTransfers && isFeatureOn('transfers', levels),
    dailyLimit: settings.paymentLimit === null ? null : BigInt(settings.paymentLimit),
    stepUpAmount: settings.stepUpAmount === null ? null : BigInt(settings.stepUpAmount),
    scamHoldAmount: settings.scamHoldAmount === null ? null : BigInt(settings.scamHoldAmount),
    maxBalance: BigInt(settings.maxBalance),
    maxBalanceUnverified: BigInt(settings.maxBalanceUnverified),
  };
}

function toPayer(row: PayerRow, products: ReadonlyMap<number, Allowance>): Payer {
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    chosenLimit: row.payment_limit,
    name: row.holder_name,
    cards: row.product_ids.flatMap((id) => products.get(id) ?? []),
  };
}

function toPayee(row: PayeeRow, products: ReadonlyMap<number, Allowance>): Payee {
  const allowances = row.product_ids.flatMap((id) => products.get(id) ?? []);
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    holderId: row.holder_id,
    maxBalances: allowances.map((product) => (row.is_verified ? product.maxBalance : product.maxBalanceUnverified)),
  };
}
