import '../../ui/panel.css';
import './transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { paths } from '../../paths.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { JourneyPage } from '../../ui/journey-page.tsx';
import { centsOf } from '../../ui/typed-amount.ts';
import { useForm } from '../../ui/use-form.ts';
import { BalanceNews } from '../cards/balance-news.part.tsx';
import { CardPicker } from '../cards/card-picker.part.tsx';
import { canTransfer, type Cards } from '../cards/public.ts';
import { PayeeChoice } from './payee-choice.tsx';
import { usePayees } from './payees.queries.ts';
import {
  bodyOf,
  checkTransfer,
  EMPTY_TRANSFER,
  isLocked,
  payeePlanOf,
  payeeValues,
  refusedField,
  staleChoice,
  TRANSFER_FIELDS,
  type TransferField,
  type TransferName,
  type TransferValues,
} from './transfer.domain.ts';
import { type Journey, reviewTransfer, settleDoubt } from './transfer-journey.ts';

const FIELD_IDS: Readonly<Record<TransferField, string>> = {
  name: 'payee-name',
  accountNumber: 'payee-account',
  amount: 'transfer-amount',
  description: 'transfer-description',
  recipientDescription: 'transfer-recipient-description',
};

type TransferFormProps = { readonly cards: Cards; readonly card: CardSummary; readonly journey: Journey };

/** One form of one card. What was reviewed comes back as it was typed. */
export function TransferForm({ cards, card, journey }: TransferFormProps) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const format = useFormat();
  const navigate = useNavigate();
  const { draft } = journey;
  const form = useForm<TransferName>({
    initial: draft?.values ?? EMPTY_TRANSFER,
    secrets: [],
    check: async (values) => checkTransfer(values, centsOf(values.amount), card.AccountNumber),
    submit: async (values) => {
      reviewTransfer(cards.key, values, bodyOf(values, centsOf(values.amount) ?? 0, card.AccountNumber));
      await navigate(paths.confirmTransfer());
      return {};
    },
  });
  const { values } = form;
  const refused = useRefusedField(journey);
  const errorOf = (name: TransferField): string | undefined => {
    const key = form.problems[name];
    if (key !== undefined) return validation(key, { field: t(`missing.${name}`) });
    // Said until it is changed.
    return refused?.name === name && values[name] === draft?.values[name] ? refused.text : undefined;
  };
  const problems = TRANSFER_FIELDS.flatMap((name) => {
    const text = errorOf(name);
    return text === undefined ? [] : [{ fieldId: FIELD_IDS[name], text }];
  });
  useErrorTitle(problems.length > 0);
  const field = (name: TransferField) => ({
    id: FIELD_IDS[name],
    name: FIELD_IDS[name],
    label: t(`field.${name}`),
    error: errorOf(name),
    value: values[name],
    onValue: (value: string) => form.setValue(name, value),
  });
  const payees = usePayees();
  const fillIn = (filled: Partial<TransferValues>) => {
    for (const [name, value] of Object.entries(filled)) form.setValue(name as TransferName, value);
  };
  useEffect(() => {
    const stale = payees.isPending ? null : staleChoice(values, payees.list);
    if (stale) fillIn(stale);
  });
  const edit = () => {
    form.setValue('isUpdate', 'yes');
    document.getElementById(FIELD_IDS.name)?.focus();
  };
  const plan = payeePlanOf(values);
  const choices = cards.cards.filter(canTransfer);
  return (
    <JourneyPage
      title={t('title')}
      back={{ to: paths.cardHome(), link: Link }}
      steps={{ step: 1, of: 2 }}
      problems={problems}
      attempt={form.attempt}
    >
      {journey.doubt ? <Doubt doubt={journey.doubt} /> : null}
      <form className="transfer" noValidate onSubmit={form.onSubmit}>
        <section className="transfer__section" aria-labelledby="transfer-from">
          <h2 className="transfer__head" id="transfer-from">
            {t('from')}
          </h2>
          <div className="panel transfer__from">
            <CardPicker
              cards={choices}
              index={choices.indexOf(card)}
              onSelect={(index) => {
                const chosen = choices[index];
                if (chosen) cards.select(cards.cards.indexOf(chosen));
              }}
            />
            <BalanceNews available={card.AvailableAccountBalance} />
            <dl className="transfer__kind">
              <dt>{t('kind')}</dt>
              <dd>{t('kind.internal')}</dd>
            </dl>
          </div>
        </section>
        <section className="transfer__section" aria-labelledby="transfer-to">
          <h2 className="transfer__head" id="transfer-to">
            {t('to')}
          </h2>
          <PayeeChoice payees={payees} values={values} onChoose={(payee) => fillIn(payeeValues(payee))} onEdit={edit} />
          <Field {...field('name')} autoComplete="off" readOnly={isLocked(values)} />
          <Field
            {...field('accountNumber')}
            hint={t('field.accountNumberHint')}
            autoComplete="off"
            inputMode="numeric"
            figures
            readOnly={isLocked(values)}
          />
          {plan === 'new' || plan === 'nobody' ? (
            <Checkbox
              id="payee-save"
              label={t('payee.save')}
              hint={t(payees.isFull ? 'payee.full' : 'payee.saveHint')}
              isDisabled={payees.isFull}
              isChecked={values.newPayee !== ''}
              onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
            />
          ) : null}
        </section>
        <section className="transfer__section" aria-labelledby="transfer-what">
          <h2 className="transfer__head" id="transfer-what">
            {t('what')}
          </h2>
          <AmountField
            {...field('amount')}
            hint={t('field.amountHint', { amount: format.money(card.AvailableAccountBalance) })}
          />
          <Field {...field('recipientDescription')} hint={t('field.recipientDescriptionHint')} autoComplete="off" />
          <Field {...field('description')} hint={t('field.descriptionHint')} autoComplete="off" />
        </section>
        <Button type="submit" wide busy={form.isBusy}>
          {t('continue')}
        </Button>
      </form>
    </JourneyPage>
  );
}

/** Where the server put the blame for the last refusal, in words. */
function useRefusedField({ refusal }: Journey): { readonly name: TransferField; readonly text: string } | null {
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const name = refusedField(refusal?.field);
  if (!refusal || !name) return null;
  return { name, text: name === 'accountNumber' ? t('unknownAccount') : wordsOf(refusal.code) };
}

function Doubt({ doubt }: { readonly doubt: NonNullable<Journey['doubt']> }) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { Amount, DestinationAccountName } = doubt.body;
  return (
    <Banner tone="warning" title={t('doubt.title')} onDismiss={settleDoubt}>
      {t('doubt.earlier', { amount: format.money(Amount), name: DestinationAccountName })}{' '}
      <Link to={paths.transactions()}>{t('doubt.look')}</Link>
    </Banner>
  );
}
