import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { initiatePayment } from '@wattle/contract/topup/card-topup.ts';
import type { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getSavedCards } from '@wattle/contract/topup/saved-cards.ts';
import { wholeMoney } from '@wattle/contract/rules/amounts.ts';
import { useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useHiddenMoney, useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Chip, ChipRow } from '../../../ui/chip.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { amountText, checkAmount } from '../../../ui/fields/typed-amount.ts';
import { useCards } from '../../cards/public.ts';
import { AMOUNT_PROBLEMS } from '../amount-problems.ts';
import { cardTopupJourney, openedPayment } from './card-topup-journey.ts';
import { ANOTHER_CARD, SavedCards } from './saved-cards.tsx';

const STEP_CENTS = 10_00;
/** Dollars. */
const QUICK = [50, 100, 200, 500];

type Props = { readonly card: CardSummary; readonly details: ResponseOf<typeof getTopupDetails> };

/** Amount to pay with another card. */
export function CardSection({ card, details }: Props) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const format = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const { key } = useCards();
  const { values: draft } = useStep(cardTopupJourney, 'amount');
  const saved = useOperation(getSavedCards, {}).data?.Cards ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  // The newest card is offered first, and another one where none is saved or the chosen one was removed.
  const offered = picked ?? saved[0]?.SavedCardId;
  const savedCardId = saved.find(({ SavedCardId }) => SavedCardId === offered)?.SavedCardId;
  const least = details.MinimumTopup;
  const most = Math.min(details.MaximumTopup, details.MaximumAvailableTopup);
  // A bound by what the card can still take tells its balance.
  const owned = useOwnedMoney();
  const mostWords = most < details.MaximumTopup ? owned(most) : format.money(most);
  const { isHidden } = useHiddenMoney();
  const range = { minCents: Math.round(least * 100), maxCents: Math.round(most * 100) };
  const fields = { amount: { initial: draft.amount ?? '', id: 'topup-amount', called: t('card.amountCalled') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: initiatePayment,
      body: ({ amount }) => ({
        accountNumber: card.AccountNumber,
        amount: (amountInCents(amount) ?? Number.NaN) / 100,
        Language: language,
        ...(savedCardId !== undefined && { SavedCardId: savedCardId }),
        ...(savedCardId === undefined && isKept && { SaveCard: true }),
      }),
      also: ({ amount }) => {
        const problem = checkAmount(amount, range);
        return problem === null ? {} : { amount: AMOUNT_PROBLEMS[problem] };
      },
      onDone: async (payment, { amount }) => {
        openedPayment.keep(payment);
        cardTopupJourney.complete('amount', { amount, account: card.AccountNumber, card: key, sid: payment.Sid });
        await navigate(paths.topupCard());
      },
    }),
    problemWords: (_, problem) =>
      validation(problem, {
        field: fields.amount.called,
        amount: problem === 'gtLimit' ? format.money(least) : mostWords,
      }),
    onTyped: ({ amount }) => cardTopupJourney.typeIn('amount', { amount }),
  });
  if (most < least) return <p>{t('card.full')}</p>;
  const cents = amountInCents(form.values.amount);
  const isFit = checkAmount(form.values.amount, range) === null;
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="topup__content topup__card" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <AmountField
          {...form.field('amount')}
          {...range}
          label={t('card.amount')}
          hint={t('card.range', { least: format.money(least), most: mostWords })}
          stepCents={STEP_CENTS}
          isLarge
        />
        <ChipRow isEven label={t('card.quick')}>
          {QUICK.filter((dollars) => dollars >= least && dollars <= (isHidden ? details.MaximumTopup : most)).map(
            (dollars) => (
              <Chip
                key={dollars}
                isOn={cents === dollars * 100}
                onPress={() => form.setValue('amount', amountText(dollars * 100))}
              >
                {wholeMoney(dollars, language)}
              </Chip>
            ),
          )}
        </ChipRow>
        <SavedCards
          cards={saved}
          chosen={savedCardId ?? ANOTHER_CARD}
          onChosen={setPicked}
          isKept={isKept}
          onKept={setKept}
        />
        <SubmitButton form={form}>
          {isFit && cents !== null ? t('card.action', { amount: format.money(cents / 100) }) : t('card.actionPlain')}
        </SubmitButton>
        <p className="topup__hint">{t(savedCardId === undefined ? 'card.note' : 'saved.note')}</p>
      </form>
    </>
  );
}
