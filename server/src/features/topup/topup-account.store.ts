import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database.ts';
import type { Locale } from '../../platform/texts.ts';
import { isFeatureOn, type FeatureSwitches, productSettings } from '../cards/public.ts';
import type { Person } from '../payments/public.ts';
import { mostOf } from './topup-limits.domain.ts';

/** An account that a person loads. */
export type TopupAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly balance: Cents;
  readonly held: Cents;
  /** The highest balance that it may have; what one of its cards allows. */
  readonly maxBalance: Cents;
  readonly least: Cents;
  readonly most: Cents;
  /** Of one top-up by card. */
  readonly fee: Cents;
  readonly bsb: string;
  /** Of the person who loads it. */
  readonly holderName: string;
  readonly language: Locale;
  /** What one of the person's cards on it allows. */
  readonly ways: { readonly bank: boolean; readonly voucher: boolean; readonly card: boolean };
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly balance: bigint;
  readonly held: bigint;
  readonly is_verified: boolean;
  readonly holder_name: string;
  readonly language: Locale;
  readonly settings: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
};

// Top-up is for reloadable cards that are Active or ActiveOff.
const FIND = `
SELECT a.id, a.ledger_account_id, l.balance, l.held, coalesce(h.is_kyc_verified, false) AS is_verified,
       concat_ws(' ', own.first_name, own.surname) AS holder_name,
       coalesce(h.language, 'enAU') AS language, p.settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id AND c.holder_id = $4
           AND c.status IN ('Active', 'ActiveOff')
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id AND p.is_reloadable
JOIN holder own ON own.tenant_id = c.tenant_id AND own.id = c.holder_id
JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
JOIN tenant t ON t.id = a.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND NOT a.is_closed
ORDER BY c.id`;

/** The account of a number, where the person has a card on it that can be loaded. */
export async function findTopupAccount(
  tx: Tx,
  tenantId: number,
  { brandId, holderId }: Person,
  accountNumber: string,
): Promise<TopupAccount | undefined> {
  const rows = await tx.query<Row>(FIND, [tenantId, brandId, accountNumber, holderId]);
  const [first] = rows;
  if (!first) return undefined;
  const cards = rows.map((row) => {
    const settings = productSettings.parse(row.settings);
    const levels = [row.instance_features, row.tenant_features, row.brand_features ?? {}];
    return { settings, isOn: isFeatureOn('topUp', levels) };
  });
  const allows = (way: 'bankTransferTopUp' | 'voucherTopUp' | 'schemeTopUp') =>
    cards.some(({ settings, isOn }) => isOn && settings[way]);
  const highest = (of: (settings: (typeof cards)[number]['settings']) => number) =>
    mostOf(cards.map(({ settings }) => BigInt(of(settings))));
  return {
    memberAccountId: first.id,
    ledgerAccountId: first.ledger_account_id,
    balance: first.balance,
    held: first.held,
    maxBalance: highest((settings) => (first.is_verified ? settings.maxBalance : settings.maxBalanceUnverified)),
    least: highest(({ topUpMin }) => topUpMin),
    most: highest(({ topUpMax }) => topUpMax),
    fee: highest(({ topUpFee }) => topUpFee),
    bsb: cards[0]?.settings.bsb ?? '',
    holderName: first.holder_name,
    language: first.language,
    ways: { bank: allows('bankTransferTopUp'), voucher: allows('voucherTopUp'), card: allows('schemeTopUp') },
  };
}
