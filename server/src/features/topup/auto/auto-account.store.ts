import type { AutoTopupBounds } from '@wattle/contract/rules/auto-topup-amounts.ts';
import type { Cents } from '../../../platform/money.ts';
import { toDollars } from '../../../platform/money.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Locale } from '../../../platform/texts.ts';
import { type FeatureSwitches, isFeatureOn, productSettings } from '../../cards/public.ts';
import { inDebt } from '../../debts/public.ts';
import type { Person } from '../../payments/public.ts';

/** An account that its primary holder tops up automatically. */
export type AutoAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly maxBalance: Cents;
  readonly fee: Cents;
  readonly triggerPercent: number;
  readonly bounds: AutoTopupBounds;
  readonly brandName: string;
  readonly language: Locale;
  /** Product, brand and programme offer it. */
  readonly isOffered: boolean;
  /** Its holder is verified and not restricted, and it owes nothing. */
  readonly mayBeMade: boolean;
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly is_verified: boolean;
  readonly is_restricted: boolean;
  readonly brand_name: string;
  readonly language: Locale;
  readonly settings: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
};

// A nominee has a card on the account and is not its primary holder.
const FIND = `
SELECT a.id, a.ledger_account_id, h.is_kyc_verified AS is_verified, h.is_kyc_restricted AS is_restricted,
       b.name AS brand_name, h.language, p.settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features
FROM member_account a
JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id AND c.holder_id = h.id
           AND c.status IN ('Active', 'ActiveOff')
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id AND p.is_reloadable
JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
JOIN tenant t ON t.id = a.tenant_id
CROSS JOIN instance_setting i
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND a.primary_holder_id = $4 AND NOT a.is_closed
ORDER BY c.id`;

/** The account of a number, where the person is its primary holder and has a card on it that can be loaded. */
export async function findAutoAccount(
  tx: Tx,
  tenantId: number,
  { brandId, holderId }: Pick<Person, 'brandId' | 'holderId'>,
  accountNumber: string,
): Promise<AutoAccount | undefined> {
  const rows = await tx.query<Row>(FIND, [tenantId, brandId, accountNumber, holderId]);
  const [first] = rows;
  if (!first) return undefined;
  const levels = [first.instance_features, first.tenant_features, first.brand_features ?? {}];
  const products = rows.map(({ settings }) => productSettings.parse(settings)).filter(({ autoTopUp }) => autoTopUp);
  const most = (of: (settings: (typeof products)[number]) => number) => Math.max(0, ...products.map(of));
  const maxBalance = BigInt(most((settings) => settings.maxBalance));
  const debts = await inDebt(tx, tenantId, [first.id]);
  return {
    memberAccountId: first.id,
    ledgerAccountId: first.ledger_account_id,
    maxBalance,
    fee: BigInt(most(({ autoTopUpFee }) => autoTopUpFee)),
    triggerPercent: most(({ autoTopUpTriggerPercent }) => autoTopUpTriggerPercent),
    bounds: {
      maximumBalance: toDollars(maxBalance),
      minimumLoad: toDollars(BigInt(most(({ topUpMin }) => topUpMin))),
      maximumLoad: toDollars(BigInt(most(({ topUpMax }) => topUpMax))),
    },
    brandName: first.brand_name,
    language: first.language,
    isOffered: products.length > 0 && isFeatureOn('topUp', levels),
    mayBeMade: first.is_verified && !first.is_restricted && debts.size === 0,
  };
}
