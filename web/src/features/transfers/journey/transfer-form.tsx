import '../../../ui/pages/panel.css';
import '../transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import { useNow } from '../../../api/use-now.ts';
import { openAnswers } from '../../../form/answers.ts';
import { type Refusal, refusalOf } from '../../../form/form.domain.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Refused } from '../../../journey/journey.domain.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { BalanceNews } from '../../cards/balance-news.part.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import type { Cards } from '../../cards/public.ts';
import { centsFrom } from '../cents-from.ts';
import { methodOf, methodsOf } from '../methods.ts';
import type { LookUp, MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { payingCardName } from '../payee-choice/payer-name.domain.ts';
import { whenOf } from '../schedule/schedule.domain.ts';
import { useFormWhen } from '../schedule/when-words.ts';
import { TransfersInDoubt } from './transfers-in-doubt.tsx';
import { fieldId, usePaymentFields } from './form-values.ts';
import { PaymentSummary } from './payment-summary.tsx';
import { TransferAmount } from './transfer-amount.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { transferJourney } from './transfer-journey.ts';
import { ReleaseAside } from '../../savings/release-aside.lazy.part.tsx';
import { TransferRecipient } from './transfer-recipient.tsx';
import { useMaySchedule } from './transfer-when.tsx';
import {
  checkPayment,
  isLocked,
  type Payer,
  payeePlanOf,
  reasonKey,
  refusedField,
  typedAccount,
} from './transfer.domain.ts';
import { useLimits } from './use-limits.ts';
import { NOTHING_LOOKED_UP, useLookUp } from './use-look-up.ts';
import { useNameCheck } from './use-name-check.ts';

type DayLimit = Pick<Payer, 'leftTodayCents' | 'dayLimitCents'>;

const ABOVE: readonly string[] = ['aboveAvailable', 'aboveToday', 'aboveDayLimit'];
const FORM_ID = 'transfer';

type TransferFormProps = {
  readonly cards: Cards;
  readonly card: CardSummary;
  /** Cards that can pay. */
  readonly payers: readonly CardSummary[];
};

/** Form for a chosen payee: amount, paying card and date. The tab keeps its draft. */
export function TransferForm({ cards, card, payers }: TransferFormProps) {
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const owned = useOwnedMoney();
  const navigate = useNavigate();
  const { values: draft, state } = useStep(transferJourney, 'form');
  const available = owned(card.AvailableAccountBalance);
  const day = useRef<DayLimit>({ leftTodayCents: null, dayLimitCents: null });
  const availableCents = Math.round(card.AvailableAccountBalance * 100);
  const payer = () => ({ number: card.AccountNumber, availableCents, ...day.current, today });
  const today = format.dayOf(useNow());
  const method = methodOf(draft.method);
  const fields = usePaymentFields(method, draft);
  // Result of the look-up since the form was created.
  const lookedUp = useRef<LookUp>(NOTHING_LOOKED_UP);
  const [answers] = useState(openAnswers);
  const judge = (values: PaymentValues) =>
    checkPayment(methodOf(values.method), values, amountInCents(values.amount), payer());
  const form = useForm({
    fields,
    rules: {
      // The review shows the name of the payee, so the form waits for the look-up.
      ready: answers.ready,
      check: (values) => ({ ...judge(values).problems, ...lookedUp.current.problems }),
      submit: async (values) => {
        const { problems, body } = judge(values);
        if (body === null) return { problems };
        transferJourney.complete('form', { ...values, foundName: lookedUp.current.name, card: cards.key, body });
        await navigate(paths.confirmTransfer());
        return null;
      },
    },
    refusal: refusalOfForm(state.intent?.failure ?? null, method, fields),
    refusalWords: ({ code, fields: refused }) => {
      const [name]: readonly string[] = refused;
      if (code === '20010' && name === 'accountNumber') return t('unknownAccount');
      const reason = reasonKey(code, method);
      return t.has(reason) ? t(reason) : wordsOf(code);
    },
    problemWords: (_, key) =>
      ABOVE.includes(key)
        ? t(`problem.${key}`, {
            amount: available,
            left: format.money((day.current.leftTodayCents ?? 0) / 100),
            limit: format.money((day.current.dayLimitCents ?? 0) / 100),
          })
        : undefined,
    onTyped: (values) => transferJourney.typeIn('form', values),
  });
  const { values } = form;
  const lookUp = useLookUp(method.lookUp(values));
  const nameCheck = useNameCheck(method, values, { isTyped: true });
  useEffect(() => {
    lookedUp.current = lookUp;
    answers.report(lookUp.isUnderWay || nameCheck.isUnderWay);
  });
  const hasPurposes = method.call.fields.purpose !== null;
  const limits = useLimits(cards.reference, hasPurposes);
  useEffect(() => {
    day.current = { leftTodayCents: centsFrom(limits.today), dayLimitCents: centsFrom(limits.day) };
  });
  const isClosed = hasPurposes && limits.isZero;
  const isOwnZero = card.IsAccountPaymentLimitSet && (limits.day ?? 1) === 0;
  const maySchedule = useMaySchedule();
  const when = whenOf(values);
  const falls = maySchedule ? lookUp.isVariable && when === 'regular' : when !== 'now';
  useEffect(() => {
    if (falls) form.setValue('schedule', 'now');
  });
  const { arrival, whenWords } = useFormWhen(method, values, today, typedAccount(method, values, card.AccountNumber));
  const leave = () => {
    transferJourney.throwAway();
    void navigate(paths.fundsTransfer());
  };
  const name = method.isNamedByLookUp ? lookUp.name || values.name : values.name;
  const isKnown = isLocked(values) || values.payeeId !== '';
  const isOwn = payeePlanOf(values) === 'own';
  const payingAs = payingCardName(card);
  useEffect(() => {
    // The receiving card lists the money by the card that pays.
    if (isOwn && values.recipientDescription !== payingAs) form.setValue('recipientDescription', payingAs);
  });
  const choices = payers.filter((payer) => methodsOf(payer).includes(method));
  return (
    <FormPage
      title={
        (isKnown || method.isFoundFirst) && name !== ''
          ? t(isOwn ? 'own.form' : 'form.pay', { name })
          : t(`new.${method.name}.title`)
      }
      back={{ to: paths.fundsTransfer(), link: Link }}
      steps={{ step: 2, of: 3 }}
      form={form}
      formId={FORM_ID}
      className="transfer"
      before={<TransfersInDoubt />}
      side={
        isClosed ? null : (
          <PaymentSummary
            card={card}
            method={method}
            to={{ name, detail: method.isNamedByLookUp ? values.foundBank : lookUp.name }}
            cents={amountInCents(values.amount)}
            isNow={when === 'now'}
            arrival={arrival}
          >
            <SubmitButton form={form} formId={FORM_ID} isOff={lookUp.isStopped}>
              {t('continue')}
            </SubmitButton>
            <Button tone="text" small wide onClick={leave}>
              {t('startAgain')}
            </Button>
          </PaymentSummary>
        )
      }
    >
      {isClosed ? (
        <Banner tone="info" title={t('zeroLimit.title')}>
          {isOwnZero ? (
            <>
              {t('zeroLimit.own')} <Link to={paths.paymentLimit()}>{t('zeroLimit.change')}</Link>
            </>
          ) : (
            t('zeroLimit.text')
          )}
        </Banner>
      ) : (
        <>
          <TransferRecipient form={form} method={method} lookUp={lookUp} nameCheck={nameCheck.check} onGone={leave} />
          <section className="transfer__section" aria-label={t('from')}>
            <CardPicker
              id={fieldId('card')}
              cards={choices}
              index={choices.indexOf(card)}
              onSelect={(index) => {
                const chosen = choices[index];
                if (chosen) cards.select(cards.cards.indexOf(chosen));
              }}
            />
            <BalanceNews key={cards.key} available={card.AvailableAccountBalance} />
          </section>
          <TransferAmount form={form} method={method} limits={limits} lookUp={lookUp} availableCents={availableCents} />
          {card.KeptAside > 0 && when === 'now' ? (
            <ReleaseAside card={card} dollars={(amountInCents(values.amount) ?? 0) / 100} />
          ) : null}
          <TransferDetails
            form={form}
            method={method}
            limits={limits}
            lookUp={lookUp}
            whenWords={whenWords}
            name={name}
          />
        </>
      )}
    </FormPage>
  );
}

/** The refusal of the last attempt, if it is about a field of the form. */
function refusalOfForm<Name extends string>(
  failure: Refused | null,
  method: MethodDescriptor,
  fields: Readonly<Record<Name, unknown>>,
): Refusal<Name> | null {
  const name = failure ? refusedField(method, failure) : undefined;
  return failure && name !== undefined && isNameOf(fields, name) ? refusalOf(failure, [name], true) : null;
}
