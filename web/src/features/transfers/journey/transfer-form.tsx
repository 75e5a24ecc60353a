import '../../../ui/panel.css';
import '../transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import { useNow } from '../../../api/use-now.ts';
import { openAnswers } from '../../../form/answers.ts';
import { type Refusal, refusalOf } from '../../../form/form.domain.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Refused } from '../../../journey/journey.domain.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { BalanceNews } from '../../cards/balance-news.part.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import { canPay, type Cards } from '../../cards/public.ts';
import { firstMethod, methodOf, methodsOf } from '../methods.ts';
import type { LookUp, MethodDescriptor, PaymentForm, PaymentValues } from '../payment-method.ts';
import { PaidLast } from '../payees/paid-last.tsx';
import type { Listed } from '../payees/payees.domain.ts';
import { TransferDoubts } from './transfer-doubts.tsx';
import { emptied, fieldId, fillIn, usePaymentFields } from './form-values.ts';
import { MethodChoice, useTransferTitle } from './method-choice.tsx';
import { transferJourney } from './transfer-journey.ts';
import { TransferRecipient } from './transfer-recipient.tsx';
import { TransferWhat } from './transfer-what.tsx';
import { TransferWhen } from './transfer-when.tsx';
import {
  type Checked,
  checkPayment,
  isEmpty,
  type Payer,
  payeeValues,
  reasonKey,
  refusedField,
} from './transfer.domain.ts';
import { useLimits } from './use-limits.ts';
import { NOTHING_LOOKED_UP, useLookUp } from './use-look-up.ts';
import { useNameCheck } from './use-name-check.ts';

type DayLimit = Pick<Payer, 'leftTodayCents' | 'dayLimitCents'>;

const ABOVE: readonly string[] = ['aboveAvailable', 'aboveToday', 'aboveDayLimit'];

function centsFrom(dollars: number | null | undefined): number | null {
  return typeof dollars === 'number' ? Math.round(dollars * 100) : null;
}

type TransferFormProps = {
  readonly cards: Cards;
  readonly card: CardSummary;
  readonly payees: readonly Listed[];
};

/** The form with the draft of this tab. Thrown away, it is another form. */
export function TransferForm(props: TransferFormProps) {
  const [round, setRound] = useState(0);
  const startAgain = () => {
    transferJourney.throwAway();
    setRound(round + 1);
    window.scrollTo(0, 0);
    // The button that asked for it is gone.
    window.requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus());
  };
  return <DraftForm key={round} {...props} onStartAgain={startAgain} />;
}

function DraftForm({ cards, card, payees, onStartAgain }: TransferFormProps & { readonly onStartAgain: () => void }) {
  const t = useTexts('transfers');
  const title = useTransferTitle();
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const { values: draft, state } = useStep(transferJourney, 'form');
  const available = format.owned(card.AvailableAccountBalance);
  const day = useRef<DayLimit>({ leftTodayCents: null, dayLimitCents: null });
  const availableCents = Math.round(card.AvailableAccountBalance * 100);
  const payer = () => ({ number: card.AccountNumber, availableCents, ...day.current, today });
  const today = format.dayOf(useNow());
  const methods = methodsOf(card);
  // The one that the form was drawn with last, which another card may not have.
  const [drawn, setDrawn] = useState(() => methodOf(draft.method || firstMethod(methods).name));
  const fields = usePaymentFields(drawn, draft);
  // What was looked up since the form was drawn.
  const lookedUp = useRef<LookUp>(NOTHING_LOOKED_UP);
  const checked = useRef<Checked['body']>(null);
  const [answers] = useState(openAnswers);
  const form = useForm({
    fields,
    rules: {
      // The review names who is paid.
      ready: answers.ready,
      check: (typed) => {
        const values = typed as PaymentValues;
        const { problems, body } = checkPayment(methodOf(values.method), values, amountInCents(values.amount), payer());
        checked.current = body;
        return { ...problems, ...lookedUp.current.problems };
      },
      submit: async (typed) => {
        const values = typed as PaymentValues;
        const [foundName, body] = [lookedUp.current.name, JSON.stringify(checked.current)];
        transferJourney.complete('form', { ...values, foundName, card: cards.key, body });
        await navigate(paths.confirmTransfer());
        return null;
      },
    },
    refusal: refusalOfForm(state.intent?.failure ?? null, methodOf(draft.method)),
    refusalWords: ({ code, fields: [name] }) =>
      code === '20010' && name === 'accountNumber'
        ? t('unknownAccount')
        : t.has(reasonKey(code, methodOf(draft.method)))
          ? t(reasonKey(code, methodOf(draft.method)))
          : wordsOf(code),
    problemWords: (_, key) =>
      ABOVE.includes(key)
        ? t(`problem.${key}`, {
            amount: available,
            left: format.money((day.current.leftTodayCents ?? 0) / 100),
            limit: format.money((day.current.dayLimitCents ?? 0) / 100),
          })
        : undefined,
    onTyped: (values) => transferJourney.typeIn('form', values as PaymentValues),
  }) as unknown as PaymentForm;
  const { values } = form;
  const chosen = methodOf(values.method || firstMethod(methods).name);
  const method = methods.includes(chosen) ? chosen : firstMethod(methods);
  if (method !== drawn) setDrawn(method);
  const lookUp = useLookUp(method.lookUp(values));
  const nameCheck = useNameCheck(method, values, { isTyped: true });
  useEffect(() => {
    lookedUp.current = lookUp;
    answers.tell(lookUp.isUnderWay || nameCheck.isUnderWay);
    // Another card may not pay in the way that was chosen.
    if (values.method !== method.name) form.setValue('method', method.name);
  });
  const payAgain = (payee: Listed) => {
    const isOther = payee.method !== method;
    const { amount } = values;
    const nothing = isOther ? { ...emptied(payee.method), amount } : {};
    fillIn(form, { ...nothing, ...payeeValues(payee.method, payee) });
    document.getElementById(fieldId('amount'))?.focus();
  };
  const hasPurposes = method.call.fields.purpose !== null;
  const limits = useLimits(cards.reference, hasPurposes);
  useEffect(() => {
    day.current = { leftTodayCents: centsFrom(limits.today), dayLimitCents: centsFrom(limits.day) };
  });
  const isClosed = hasPurposes && limits.isZero;
  return (
    <FormPage
      title={title}
      back={{ to: paths.cardHome(), link: Link }}
      steps={{ step: 1, of: 2 }}
      form={form}
      className="transfer"
      before={<TransferDoubts />}
    >
      <PaidLast payees={payees} methods={methods} chosen={values.payeeId} onChoose={payAgain} />
      <PayingCard
        cards={cards}
        card={card}
        method={method}
        methods={methods}
        onMethod={(next) => fillIn(form, emptied(next))}
      />
      {isClosed ? (
        <Banner tone="info" title={t('zeroLimit.title')}>
          {t('zeroLimit.text')}
        </Banner>
      ) : (
        <>
          <TransferRecipient
            key={method.name}
            form={form}
            method={method}
            lookUp={lookUp}
            nameCheck={nameCheck.check}
          />
          <TransferWhat form={form} method={method} limits={limits} available={card.AvailableAccountBalance} />
          <TransferWhen form={form} method={method} isVariable={lookUp.isVariable} />
          <div className="transfer__actions">
            <SubmitButton form={form}>{t('continue')}</SubmitButton>
            {isEmpty(values) ? null : (
              <Button tone="text" wide onClick={onStartAgain}>
                {t('startAgain')}
              </Button>
            )}
          </div>
        </>
      )}
    </FormPage>
  );
}

type PayingCardProps = Omit<TransferFormProps, 'payees'> & {
  readonly method: MethodDescriptor;
  readonly methods: readonly MethodDescriptor[];
  readonly onMethod: (method: MethodDescriptor) => void;
};

function PayingCard({ cards, card, method, methods, onMethod }: PayingCardProps) {
  const t = useTexts('transfers');
  const choices = cards.cards.filter(canPay);
  return (
    <section className="transfer__section" aria-labelledby="transfer-from">
      <h2 className="transfer__head" id="transfer-from">
        {t('from')}
      </h2>
      <div className="panel transfer__from">
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
        <dl className="transfer__kind">
          <dt>{t('kind')}</dt>
          <dd>{t(`kind.${method.name}`)}</dd>
        </dl>
      </div>
      <MethodChoice methods={methods} method={method} onMethod={onMethod} />
    </section>
  );
}

/** The refusal that the last try came back with, where it is about a field of the form. */
function refusalOfForm(failure: Refused | null, method: MethodDescriptor): Refusal<string> | null {
  const name = failure ? refusedField(method, failure) : undefined;
  return failure && name ? refusalOf(failure, [name], true) : null;
}
