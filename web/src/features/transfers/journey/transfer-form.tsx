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
import { centsOf } from '../../../ui/typed-amount.ts';
import { BalanceNews } from '../../cards/home/balance-news.part.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import { canPay, type Cards } from '../../cards/public.ts';
import {
  checkTransfer,
  emptied,
  isEmpty,
  type Payer,
  payeeValues,
  reasonKey,
  refusedField,
  type TransferName,
  type TransferValues,
  type Way,
  wayOf,
} from './transfer.domain.ts';
import { PaidLast } from '../payees/paid-last.tsx';
import type { Listed } from '../payees/payees.domain.ts';
import { TransferDoubts } from './transfer-doubts.tsx';
import { FIELD_IDS, useTransferFields } from './transfer-fields.ts';
import { transferJourney } from './transfer-journey.ts';
import { TransferRecipient } from './transfer-recipient.tsx';
import { firstWay, TransferWay, useTransferTitle, waysOf } from './transfer-way.tsx';
import { TransferWhat } from './transfer-what.tsx';
import { TransferWhen } from './transfer-when.tsx';
import { useLimits } from './use-limits.ts';
import { type LookUp, NOTHING_LOOKED_UP, useLookUp } from './use-look-up.ts';
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
  const validation = useTexts('validation');
  const format = useFormat();
  const navigate = useNavigate();
  const { values: draft, state } = useStep(transferJourney, 'form');
  const available = format.money(card.AvailableAccountBalance);
  const day = useRef<DayLimit>({ leftTodayCents: null, dayLimitCents: null });
  const availableCents = Math.round(card.AvailableAccountBalance * 100);
  const payer = () => ({ number: card.AccountNumber, availableCents, ...day.current, today });
  const today = format.dayOf(useNow());
  const fields = useTransferFields(draft);
  const ways = waysOf(card);
  // What was looked up since the form was drawn.
  const lookedUp = useRef<LookUp>(NOTHING_LOOKED_UP);
  const [answers] = useState(openAnswers);
  const form = useForm({
    fields,
    rules: {
      // The review names who is paid.
      ready: answers.ready,
      check: (values) => ({
        ...checkTransfer(values, centsOf(values.amount), payer()),
        ...lookedUp.current.problems,
      }),
      submit: async (values) => {
        const billerName = lookedUp.current.name;
        transferJourney.complete('form', { ...values, billerName, card: cards.key, payer: card.AccountNumber });
        await navigate(paths.confirmTransfer());
        return null;
      },
    },
    refusal: refusalOfForm(state.intent?.failure ?? null, draft.way ?? ''),
    refusalWords: ({ code, fields: [name] }) =>
      code === '20010' && name === 'accountNumber'
        ? t('unknownAccount')
        : t.has(reasonKey(code, draft.way))
          ? t(reasonKey(code, draft.way))
          : wordsOf(code),
    problemWords: (name, key) =>
      ABOVE.includes(key)
        ? t(`problem.${key}`, {
            amount: available,
            left: format.money((day.current.leftTodayCents ?? 0) / 100),
            limit: format.money((day.current.dayLimitCents ?? 0) / 100),
          })
        : validation(key, { field: fields[name].called ?? '' }),
    onTyped: (values) => transferJourney.typeIn('form', values),
  });
  const { values } = form;
  const chosen = wayOf({ way: values.way || firstWay(ways) });
  const way = ways.includes(chosen) ? chosen : firstWay(ways);
  const lookUp = useLookUp(values);
  const nameCheck = useNameCheck(values, { isTyped: true });
  useEffect(() => {
    lookedUp.current = lookUp;
    answers.tell(lookUp.isUnderWay || nameCheck.isUnderWay);
    // Another card may not pay in the way that was chosen.
    if (values.way !== way) form.setValue('way', way);
  });
  const fillIn = (filled: Partial<TransferValues>) => {
    for (const [name, value] of Object.entries(filled)) form.setValue(name as TransferName, value);
  };
  const payAgain = (payee: Listed) => {
    const isOther = payee.way !== way;
    const { amount } = values;
    fillIn({ ...(isOther ? { ...emptied(payee.way), amount } : { billerName: '' }), ...payeeValues(payee, payee.way) });
    document.getElementById(FIELD_IDS.amount)?.focus();
  };
  const limits = useLimits(cards.reference, way === 'external');
  useEffect(() => {
    day.current = { leftTodayCents: centsFrom(limits.today), dayLimitCents: centsFrom(limits.day) };
  });
  const isClosed = way === 'external' && limits.isZero;
  return (
    <FormPage
      title={title}
      back={{ to: paths.cardHome(), link: Link }}
      steps={{ step: 1, of: 2 }}
      form={form}
      className="transfer"
      before={<TransferDoubts />}
    >
      <PaidLast payees={payees} ways={ways} chosen={values.payeeId} onChoose={payAgain} />
      <PayingCard cards={cards} card={card} way={way} ways={ways} onWay={(next) => fillIn(emptied(next))} />
      {isClosed ? (
        <Banner tone="info" title={t('zeroLimit.title')}>
          {t('zeroLimit.text')}
        </Banner>
      ) : (
        <>
          <TransferRecipient key={way} form={form} lookUp={lookUp} nameCheck={nameCheck.check} />
          <TransferWhat form={form} way={way} limits={limits} available={card.AvailableAccountBalance} />
          <TransferWhen form={form} way={way} isVariable={lookUp.isVariable} />
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
  readonly way: Way;
  readonly ways: readonly Way[];
  readonly onWay: (way: Way) => void;
};

function PayingCard({ cards, card, way, ways, onWay }: PayingCardProps) {
  const t = useTexts('transfers');
  const choices = cards.cards.filter(canPay);
  return (
    <section className="transfer__section" aria-labelledby="transfer-from">
      <h2 className="transfer__head" id="transfer-from">
        {t('from')}
      </h2>
      <div className="panel transfer__from">
        <CardPicker
          id={FIELD_IDS.card}
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
          <dd>{t(`kind.${way}`)}</dd>
        </dl>
      </div>
      <TransferWay ways={ways} way={way} onWay={onWay} />
    </section>
  );
}

/** The refusal that the last try came back with, where it is about a field of the form. */
function refusalOfForm(failure: Refused | null, way: string): Refusal<TransferName> | null {
  const name = failure ? refusedField(failure, { way }) : undefined;
  return failure && name ? refusalOf(failure, [name], true) : null;
}
