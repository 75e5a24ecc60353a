import type { Session, Within } from '../../http/handle.ts';
import { monthAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Cents } from '../../platform/money.ts';
import { isFeatureOn, productSettings } from '../cards/public.ts';
import type { Payee, Payer } from './internal-transfer.domain.ts';
import {
  findPayees,
  findPayers,
  type PayeeRow,
  type PayerRow,
  type ProductRow,
  readProducts,
} from './transfer.store.ts';

export type Asked = { readonly session: Session; readonly from: string; readonly to: string };
export type Sides = { readonly payer: Payer | undefined; readonly payee: Payee | undefined };

/**
 * Who pays and who is paid, for each of the calls: the payer only where it is the caller's own
 * account, the payee only within the caller's brand.
 */
export async function findSides({ ctx, tx, tenantId }: Within, asked: readonly Asked[]): Promise<Sides[]> {
  const month = monthAt(ctx.clocks.business.now());
  const own = asked.map(({ session, from }) => ({ session, accountNumber: from }));
  // Many may pay the same account: it is looked up once.
  const numbers = new Map(
    asked.map(({ session, to }) => [nameOf(session.brandId, to), { brandId: session.brandId, accountNumber: to }]),
  );
  const rows = Promise.all([
    findPayers(tx, tenantId, month, own),
    findPayees(tx, tenantId, month, [...numbers.values()]),
  ]);
  const products = await readAllowances(
    tx,
    tenantId,
    rows.then((sides) => sides.flat()),
  );
  const [payerRows, payeeRows] = await rows;
  const payers = new Map(payerRows.map((row) => [row.n, toPayer(row, products)]));
  const payees = new Map(payeeRows.map((row) => [nameOf(row.brand_id, row.account_number), toPayee(row, products)]));
  // PostgreSQL counts from 1.
  return asked.map(({ session, to }, index) => ({
    payer: payers.get(index + 1),
    payee: payees.get(nameOf(session.brandId, to)),
  }));
}

function nameOf(brandId: number, accountNumber: string): string {
  return `${brandId} ${accountNumber}`;
}

type Allowance = {
  readonly mayTransfer: boolean;
  readonly dailyLimit: Cents | null;
  readonly maxBalance: Cents;
  readonly maxBalanceUnverified: Cents;
};

/** Products that payments had to do with so far, by tenant: the next one most likely has to do with them too. */
const usual = new Map<number, Set<number>>();

/** Asks for the usual products at once, and for others when the rows name them. What is asked for is always read. */
async function readAllowances(
  tx: Tx,
  tenantId: number,
  rows: Promise<readonly (PayerRow | PayeeRow)[]>,
): Promise<ReadonlyMap<number, Allowance>> {
  const known = usual.get(tenantId) ?? new Set();
  usual.set(tenantId, known);
  const [early, sides] = await Promise.all([readProducts(tx, tenantId, [...known]), rows]);
  const wanted = new Set(sides.flatMap((row) => row.product_ids));
  const late = await readProducts(tx, tenantId, [...wanted.difference(known)]);
  for (const id of wanted) known.add(id);
  const products = [...early, ...late].filter(({ id }) => wanted.has(id));
  return new Map(products.map((product) => [product.id, toAllowance(product)]));
}

function toAllowance(product: ProductRow): Allowance {
  const settings = productSettings.parse(product.settings);
  const levels = [product.instance_features, product.tenant_features, product.brand_features ?? {}];
  return {
    mayTransfer: settings.internalTransfers && isFeatureOn('transfers', levels),
    dailyLimit: settings.paymentLimit === null ? null : BigInt(settings.paymentLimit),
    maxBalance: BigInt(settings.maxBalance),
    maxBalanceUnverified: BigInt(settings.maxBalanceUnverified),
  };
}

function toPayer(row: PayerRow, products: ReadonlyMap<number, Allowance>): Payer {
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    cards: row.product_ids.flatMap((id) => products.get(id) ?? []),
  };
}

function toPayee(row: PayeeRow, products: ReadonlyMap<number, Allowance>): Payee {
  const allowances = row.product_ids.flatMap((id) => products.get(id) ?? []);
  return {
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    maxBalances: allowances.map((product) => (row.is_verified ? product.maxBalance : product.maxBalanceUnverified)),
  };
}
