import type { CardReference } from '@wattle/contract/wire.ts';
import { getAccountLimits, getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { getExternalTransferPurpose } from '@wattle/contract/transfers/external.ts';
import { getFundTransferLimitTooltip } from '@wattle/contract/brands/config.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { isExternalClosed } from '../external/zero-limit.domain.ts';
import { useLanguage } from '../../../i18n/use-texts.ts';
import { failedOf, type Part } from '../../../layout/part-failed.tsx';

/** Dollars; null: no limit, undefined: not known yet. */
type Dollars = number | null | undefined;

export type Limits = {
  /** Rest of today's limit of BPAY and transfers together. */
  readonly today: Dollars;
  /** The daily limit itself. */
  readonly day: Dollars;
  readonly purposes: readonly { readonly id: number; readonly description: string; readonly left: Dollars }[];
  /** Limits that could not be loaded. */
  readonly failedLimits: readonly Part[];
  readonly failedPurposes: readonly Part[];
  /** No money can be sent to other banks. */
  readonly isZero: boolean;
  /** Configured description of the daily limit; empty until it is loaded. */
  readonly about: string;
};

/** Remaining limits of an account and its payment purposes. */
export function useLimits(reference: CardReference | null, hasPurposes: boolean): Limits {
  const Card = reference ?? { AccountNumber: '', MaskedCardNumber: '', ExpirationDate: '' };
  const { AccountNumber } = Card;
  const { BrandIdentifier: brand } = useBrand();
  const language = useLanguage();
  const isKnown = reference !== null;
  const limits = useOperation(getAccountLimits, { body: { AccountNumber } }, { isEnabled: isKnown && hasPurposes });
  const purposes = useOperation(getExternalTransferPurpose, {}, { isEnabled: hasPurposes });
  const left = useOperation(
    getRemainingExternalTransferLimitDetails,
    { body: { Card } },
    { isEnabled: isKnown, keepPrevious: true },
  );
  const remaining = left.data;
  const byMonth = [undefined, remaining?.HousingPaymentLimitAvailable, remaining?.OtherExpenseLimitAvailable, null];
  const about = useOperation(getFundTransferLimitTooltip, { query: { brand } }).data;
  // Without a card that may transfer, the limit of every category is zero, including that of the own institution.
  const hasNoCard = limits.data?.Limits.every(({ LimitAmount }) => LimitAmount === 0) ?? false;
  return {
    today: remaining?.RemainingDailyPaymentLimit,
    day: remaining?.CurrentDailyPaymentLimit,
    purposes: (purposes.data?.Purposes ?? []).map(({ ExternalTransferCategoryId: id, Description }) => ({
      id,
      description: Description,
      left: byMonth[id],
    })),
    failedLimits: failedOf([limits, left]),
    failedPurposes: failedOf([purposes]),
    isZero: hasNoCard || (remaining !== undefined && isExternalClosed(remaining)),
    about: about?.[language] ?? '',
  };
}
