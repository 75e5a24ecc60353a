import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productsOfAccount, productSettings, type ProductSettings } from '../card-facts/public.ts';
import type { Terms } from './interest.domain.ts';

export type PayingProduct = { readonly id: number; readonly settings: ProductSettings };

/** SQL: the account earns interest on a debit card in a month, so its primary holder may give a tax file number. */
export function mayEditTaxFile(account: string, month: string): string {
  return `EXISTS (SELECT FROM ${productsOfAccount(`${account}.tenant_id`, `${account}.id`, month)}
                 WHERE p.product_type = 2 AND (p.settings ->> 'interestRate')::float8 > 0)`;
}

const PRODUCTS = `
SELECT asked.n::integer AS n, p.id, p.settings
  FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (id, n)
  JOIN LATERAL (SELECT DISTINCT p.id, p.settings FROM ${productsOfAccount('$1', 'asked.id', '$3')}) AS p ON true`;

/** Products that determine the settings of each account in a month (yyyy-MM). */
export async function readProducts(
  tx: Tx,
  tenantId: number,
  accountIds: readonly bigint[],
  month: string,
): Promise<readonly (readonly PayingProduct[])[]> {
  const rows = await tx.query<{ n: number; id: number; settings: unknown }>(PRODUCTS, [tenantId, accountIds, month]);
  const found = accountIds.map((): PayingProduct[] => []);
  for (const { n, id, settings } of rows) found[n - 1]?.push({ id, settings: productSettings.parse(settings) });
  return found;
}

/** Product with the highest rate, whose settings apply to interest and tax. */
export function bestPaying(products: readonly PayingProduct[]): PayingProduct | undefined {
  return products.toSorted((a, b) => b.settings.interestRate - a.settings.interestRate || a.id - b.id)[0];
}

/** Interest terms of an account with these products. */
export function termsOf(products: readonly PayingProduct[]): Terms {
  const best = bestPaying(products);
  const basisPoints = Math.round((best?.settings.interestRate ?? 0) * 100);
  if (!best || basisPoints === 0) return { productId: null, basisPoints: 0, upTo: 0n };
  return { productId: best.id, basisPoints, upTo: BigInt(best.settings.interestUpTo) };
}

export type NotedTerms = Terms & { readonly beginsOn: string };

type TermsRow = {
  readonly begins_on: string;
  readonly product_id: number | null;
  readonly basis_points: number;
  readonly up_to: bigint;
};
const toTerms = (row: TermsRow): NotedTerms => ({
  beginsOn: row.begins_on,
  productId: row.product_id,
  basisPoints: row.basis_points,
  upTo: row.up_to,
});

const HISTORY = `
SELECT begins_on::text, product_id, basis_points, up_to FROM interest_terms
WHERE tenant_id = $1 AND member_account_id = $2 AND begins_on <= $3::date ORDER BY begins_on`;

/** Interest terms of an account up to a day, oldest first. */
export async function readHistory(tx: Tx, tenantId: number, accountId: bigint, day: string): Promise<NotedTerms[]> {
  return (await tx.query<TermsRow>(HISTORY, [tenantId, accountId, day])).map(toTerms);
}

/** First day with recorded terms; undefined: none. */
export async function readNotedSince(tx: Tx, tenantId: number): Promise<string | undefined> {
  const sql = 'SELECT day::text FROM interest_terms_since WHERE tenant_id = $1';
  return (await tx.first<{ day: string }>(sql, [tenantId]))?.day;
}

/** Records the first day, once. */
export async function saveNotedSince(tx: Tx, tenantId: number, day: string): Promise<void> {
  const sql = 'INSERT INTO interest_terms_since (tenant_id, day) VALUES ($1, $2::date) ON CONFLICT DO NOTHING';
  await tx.run(sql, [tenantId, day]);
}

const IS_PAYING = `
SELECT EXISTS (SELECT FROM product p WHERE p.tenant_id = $1 AND (p.settings ->> 'interestRate')::float8 > 0)
    OR EXISTS (SELECT FROM interest_terms WHERE tenant_id = $1) AS is_paying`;

/** Whether any account of the programme earns or ever earned interest. */
export async function paysInterest(tx: Tx, tenantId: number): Promise<boolean> {
  return (await tx.first<{ is_paying: boolean }>(IS_PAYING, [tenantId]))?.is_paying ?? false;
}

const NOTED = `
SELECT a.id, t.begins_on::text, t.product_id, t.basis_points, t.up_to
  FROM member_account a
  LEFT JOIN LATERAL (SELECT * FROM interest_terms n
                      WHERE n.tenant_id = a.tenant_id AND n.member_account_id = a.id AND n.begins_on <= $4::date
                      ORDER BY n.begins_on DESC LIMIT 1) AS t ON true
 WHERE a.tenant_id = $1 AND a.id > $2 AND NOT a.is_closed ORDER BY a.id LIMIT $3`;

export type AccountTerms = { readonly id: bigint; readonly noted: NotedTerms | undefined };

/** Open accounts by id, with their last recorded terms up to a day. */
export async function listNoted(
  tx: Tx,
  tenantId: number,
  { after, day, most }: { readonly after: bigint; readonly day: string; readonly most: number },
): Promise<AccountTerms[]> {
  type Row = { readonly id: bigint } & { readonly [K in keyof TermsRow]: TermsRow[K] | null };
  const rows = await tx.query<Row>(NOTED, [tenantId, after, most, day]);
  return rows.map(({ id, ...row }) => ({
    id,
    noted: row.begins_on === null ? undefined : toTerms(row as TermsRow),
  }));
}

const SAVE = `
INSERT INTO interest_terms (tenant_id, member_account_id, begins_on, product_id, basis_points, up_to)
SELECT $1, q.account, $2::date, q.product, q.points, q.up_to
  FROM ${arrayRows('q', 3, { account: 'bigint', product: 'integer', points: 'integer', up_to: 'bigint' })}
ON CONFLICT (tenant_id, member_account_id, begins_on)
DO UPDATE SET product_id = excluded.product_id, basis_points = excluded.basis_points, up_to = excluded.up_to`;

/** Records the terms of accounts from a day on. */
export async function saveTerms(
  tx: Tx,
  tenantId: number,
  day: string,
  changed: readonly { readonly id: bigint; readonly terms: Terms }[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.run(SAVE, [
    tenantId,
    day,
    changed.map(({ id }) => id),
    changed.map(({ terms }) => terms.productId),
    changed.map(({ terms }) => terms.basisPoints),
    changed.map(({ terms }) => terms.upTo),
  ]);
}
