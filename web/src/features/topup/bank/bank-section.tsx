import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getTopupBank } from '@wattle/contract/topup/topup.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';

/** Where a bank transfer is sent to, each number with its copy button. */
export function BankSection({ card }: { readonly card: CardSummary }) {
  const t = useTexts('topup');
  const bank = useOperation(getTopupBank, { query: { accountNumber: card.AccountNumber } });
  if (bank.failure) return <LoadFailed failure={bank.failure} onRetry={bank.refetch} />;
  if (!bank.data) return <SkeletonRows count={3} />;
  const { AccountName, Bsb, AccountNumber, BankingDays } = bank.data;
  const rows = [
    { label: t('bank.name'), value: AccountName, copy: t('bank.copyName') },
    { label: t('bank.bsb'), value: Bsb, copy: t('bank.copyBsb') },
    { label: t('bank.account'), value: AccountNumber, copy: t('bank.copyAccount') },
  ];
  return (
    <>
      <p>{t('bank.lead')}</p>
      <dl className="topup__copies">
        {rows.map(({ label, value, copy }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              <CopyButton text={value} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="topup__key">{t('bank.time', { count: BankingDays })}</p>
    </>
  );
}
