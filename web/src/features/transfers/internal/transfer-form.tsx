import '../../../ui/panel.css';
import '../transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Refusal, refusalOf } from '../../../form/form.domain.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Refused } from '../../../journey/journey.domain.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { centsOf } from '../../../ui/typed-amount.ts';
import { BalanceNews } from '../../cards/home/balance-news.part.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import { canTransfer, type Cards } from '../../cards/public.ts';
import { checkTransfer, isEmpty, refusedField, type TransferField, type TransferName } from './transfer.domain.ts';
import { TransferDoubts } from './transfer-doubts.tsx';
import { FIELD_IDS, useTransferFields } from './transfer-fields.ts';
import { transferJourney } from './transfer-journey.ts';
import { TransferRecipient } from './transfer-recipient.tsx';

type TransferFormProps = { readonly cards: Cards; readonly card: CardSummary };

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

function DraftForm({ cards, card, onStartAgain }: TransferFormProps & { readonly onStartAgain: () => void }) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const { values: draft, state } = useStep(transferJourney, 'form');
  const available = format.money(card.AvailableAccountBalance);
  const payer = { number: card.AccountNumber, availableCents: Math.round(card.AvailableAccountBalance * 100) };
  const fields = useTransferFields(draft);
  const form = useForm({
    fields,
    rules: {
      check: (values) => checkTransfer(values, centsOf(values.amount), payer),
      submit: async (values) => {
        transferJourney.complete('form', { ...values, card: cards.key, payer: card.AccountNumber });
        await navigate(paths.confirmTransfer());
        return null;
      },
    },
    refusal: refusalOfForm(state.intent?.failure ?? null),
    refusalWords: ({ code, fields: [name] }) =>
      code === '20010' && name === 'accountNumber'
        ? t('unknownAccount')
        : t.has(`reason.${code}`)
          ? t(`reason.${code}`)
          : wordsOf(code),
    problemWords: (name, key) =>
      key === 'aboveAvailable'
        ? t('problem.aboveAvailable', { amount: available })
        : validation(key, { field: fields[name].called ?? '' }),
    onTyped: (values) => transferJourney.typeIn('form', values),
  });
  const field = (name: TransferField) => ({ ...form.field(name), label: t(`field.${name}`) });
  return (
    <FormPage
      title={t('title')}
      back={{ to: paths.cardHome(), link: Link }}
      steps={{ step: 1, of: 2 }}
      form={form}
      className="transfer"
      before={<TransferDoubts />}
    >
      <PayingCard cards={cards} card={card} />
      <TransferRecipient form={form} />
      <section className="transfer__section" aria-labelledby="transfer-what">
        <h2 className="transfer__head" id="transfer-what">
          {t('what')}
        </h2>
        <AmountField {...field('amount')} hint={t('field.amountHint', { amount: available })} />
        <Field {...field('recipientDescription')} hint={t('field.recipientDescriptionHint')} autoComplete="off" />
        <Field {...field('description')} hint={t('field.descriptionHint')} autoComplete="off" />
      </section>
      <div className="transfer__actions">
        <SubmitButton form={form}>{t('continue')}</SubmitButton>
        {isEmpty(form.values) ? null : (
          <Button tone="text" wide onClick={onStartAgain}>
            {t('startAgain')}
          </Button>
        )}
      </div>
    </FormPage>
  );
}

function PayingCard({ cards, card }: TransferFormProps) {
  const t = useTexts('transfers');
  const choices = cards.cards.filter(canTransfer);
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
          <dd>{t('kind.internal')}</dd>
        </dl>
      </div>
    </section>
  );
}

/** The refusal that the last try came back with, where it is about a field of the form. */
function refusalOfForm(failure: Refused | null): Refusal<TransferName> | null {
  const name = failure ? refusedField(failure) : undefined;
  return failure && name ? refusalOf(failure, [name], true) : null;
}
