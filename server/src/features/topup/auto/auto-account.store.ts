import type { Language } from '@wattle/contract/rules/languages.ts';
import type { AutoTopupBounds } from '@wattle/contract/rules/auto-topup-amounts.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Cents } from '../../../platform/money.ts';
import { toDollars } from '../../../platform/money.ts';
import { productsOfAccount, type FeatureSwitches, isFeatureOn, productSettings } from '../../card-facts/public.ts';
import { inDebt } from '../../debts/public.ts';
import type { Person, PaymentTransaction } from '../../payments/public.ts';

/** An account that its primary holder tops up automatically. */
export type AutoAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly maxBalance: Cents;
  readonly fee: Cents;
  readonly triggerPercent: number;
  readonly bounds: AutoTopupBounds;
  readonly brandName: string;
  readonly language: Language;
  /** Whether brand, programme and the product of a usable card offer it. */
  readonly isOffered: boolean;
  /** Whether brand and programme offer it. */
  readonly isOn: boolean;
  /** Whether its holder is verified and not restricted, and the account has no debt. */
  readonly mayBeMade: boolean;
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly is_verified: boolean;
  readonly is_restricted: boolean;
  readonly brand_name: string;
  readonly language: Language;
  /** Products of the usable cards. */
  readonly usable: readonly unknown[];
  /** Product of the newest card in any status. */
  readonly last: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
};

// A nominee has a card on the account without being its primary holder.
const FIND = `
SELECT a.id, a.ledger_account_id, h.is_kyc_verified AS is_verified, h.is_kyc_restricted AS is_restricted,
       b.name AS brand_name, h.language,
       ARRAY(SELECT p.settings FROM ${productsOfAccount('a.tenant_id', 'a.id', '$5')}
                                AND p.is_reloadable WHERE deciding.works) AS usable,
       (SELECT p.settings FROM card c
          JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id AND p.is_reloadable
         WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id ORDER BY c.id DESC LIMIT 1) AS last,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features
FROM member_account a
JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
JOIN tenant t ON t.id = a.tenant_id
CROSS JOIN instance_setting i
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND a.primary_holder_id = $4 AND NOT a.is_closed`;

/**
 * The account of a number where the person is its primary holder, with or without a usable card, so that an agreement
 * can be seen, changed and cancelled at any time.
 */
export async function findAutoAccount(
  { ctx, tx }: Pick<PaymentTransaction, 'ctx' | 'tx'>,
  tenantId: number,
  { brandId, holderId }: Pick<Person, 'brandId' | 'holderId'>,
  accountNumber: string,
): Promise<AutoAccount | undefined> {
  const month = monthAt(ctx.clocks.business.now());
  const row = await tx.first<Row>(FIND, [tenantId, brandId, accountNumber, holderId, month]);
  if (!row || row.last === null) return undefined;
  const usable = row.usable.map((settings) => productSettings.parse(settings)).filter(({ autoTopUp }) => autoTopUp);
  const isOn = isFeatureOn('topUp', [row.instance_features, row.tenant_features, row.brand_features ?? {}]);
  const products = usable.length > 0 ? usable : [productSettings.parse(row.last)];
  const most = (of: (settings: (typeof products)[number]) => number) => Math.max(0, ...products.map(of));
  const maxBalance = BigInt(most((settings) => settings.maxBalance));
  const debts = await inDebt(tx, tenantId, [row.id]);
  return {
    memberAccountId: row.id,
    ledgerAccountId: row.ledger_account_id,
    maxBalance,
    fee: BigInt(most(({ autoTopUpFee }) => autoTopUpFee)),
    triggerPercent: most(({ autoTopUpTriggerPercent }) => autoTopUpTriggerPercent),
    bounds: {
      maximumBalance: toDollars(maxBalance),
      minimumLoad: toDollars(BigInt(most(({ topUpMin }) => topUpMin))),
      maximumLoad: toDollars(BigInt(most(({ topUpMax }) => topUpMax))),
    },
    brandName: row.brand_name,
    language: row.language,
    isOffered: isOn && usable.length > 0,
    isOn,
    mayBeMade: row.is_verified && !row.is_restricted && debts.size === 0,
  };
}

const WITH_AGREEMENT = `
SELECT a.account_number FROM member_account a
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.primary_holder_id = $3 AND NOT a.is_closed
  AND EXISTS (SELECT FROM auto_topup t WHERE t.tenant_id = $1 AND t.member_account_id = a.id AND t.state <> 'Cancelled')
ORDER BY a.id`;

/** Numbers of the open accounts that a person is the primary holder of and that have an automatic top-up. */
export async function listAutoAccounts(
  tx: Tx,
  tenantId: number,
  { brandId, holderId }: Pick<Person, 'brandId' | 'holderId'>,
): Promise<string[]> {
  const rows = await tx.query<{ account_number: string }>(WITH_AGREEMENT, [tenantId, brandId, holderId]);
  return rows.map(({ account_number }) => account_number);
}

/** Email address at which a person reads in the sandbox what their bank would show. */
export function findSandboxEmail(
  tx: Tx,
  tenantId: number,
  holderId: bigint | null,
): Promise<{ readonly email: string; readonly first_name: string } | undefined> {
  return tx.first('SELECT email, first_name FROM holder WHERE tenant_id = $1 AND id = $2', [tenantId, holderId]);
}
