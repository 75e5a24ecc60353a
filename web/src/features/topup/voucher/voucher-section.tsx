import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { validateVoucher } from '@wattle/contract/topup/vouchers.ts';
import { useNavigate } from '../../../router/public.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useCards } from '../../cards/public.ts';
import { refusedVoucher } from './voucher.domain.ts';
import { voucherJourney } from './voucher-journey.ts';

/** Too many wrong codes. */
const TOO_OFTEN = '20245';

/** Number and code of a voucher. */
export function VoucherSection({ card }: { readonly card: CardSummary }) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const wordsOf = useErrorTexts();
  const navigate = useNavigate();
  const { key } = useCards();
  const { values: draft } = useStep(voucherJourney, 'details');
  const fields = {
    number: { initial: draft.number ?? '', id: 'voucher-number', called: t('voucher.numberCalled') },
    code: { id: 'voucher-code', called: t('voucher.codeCalled'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: validateVoucher,
      body: ({ number, code }) => ({ MemberNumber: card.AccountNumber, VoucherId: number, AccessCode: code }),
      names: { VoucherId: 'number', AccessCode: 'code' },
      onRefused: (failure) => refusedVoucher(failure, navigator.onLine),
      onDone: async (_, { number }) => {
        voucherJourney.complete('details', { number, account: card.AccountNumber, card: key });
        await navigate(paths.topupVoucher());
      },
    }),
    problemWords: (name, problem) =>
      problem === 'voucherRefused' ? t('voucher.refused') : validation(problem, { field: fields[name].called }),
    refusalWords: ({ code }) => (code === TOO_OFTEN ? t('voucher.locked') : wordsOf(code)),
  });
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="topup__content" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <NumberField
          {...form.field('number')}
          lengths={[11]}
          label={t('voucher.number')}
          hint={t('voucher.numberHint')}
          autoComplete="off"
        />
        <NumberField
          {...form.field('code')}
          takesLetters
          label={t('voucher.code')}
          hint={t('voucher.codeHint')}
          autoComplete="off"
        />
        <SubmitButton form={form}>{t('voucher.check')}</SubmitButton>
      </form>
    </>
  );
}
