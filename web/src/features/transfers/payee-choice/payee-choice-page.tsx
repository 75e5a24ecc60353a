import '../../../ui/pages/panel.css';
import './payee-choice.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { OptionList, type OptionRow } from '../../../ui/fields/option-list.tsx';
import { PageSplit } from '../../../ui/pages/page-split.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import { CardPicture } from '../../cards/card-picture.part.tsx';
import { cardWords, type Cards } from '../../cards/public.ts';
import { fieldId } from '../journey/form-values.ts';
import { LimitLeft } from '../journey/limit-left.tsx';
import { useTransferTitle } from '../journey/use-transfer-title.ts';
import { TransfersInDoubt } from '../journey/transfers-in-doubt.tsx';
import { useLimits } from '../journey/use-limits.ts';
import { methodsOf } from '../methods.ts';
import type { MethodDescriptor } from '../payment-method.ts';
import type { AllPayees } from '../payees/payees.queries.ts';
import { BETWEEN } from './payee-hits.tsx';
import { type Choices, PayeeSearch } from './payee-search.tsx';
import { useScheduledRow } from './use-scheduled-row.ts';
import { PaidLast } from './paid-last.tsx';
import { DraftPayment } from './draft-payment.tsx';
import { useChoose } from './use-choose.ts';
import { methodsOfAll, ownAccounts, payerFor } from './payers.ts';

type PayeeChoicePageProps = {
  readonly cards: Cards;
  readonly card: CardSummary;
  /** Cards that can pay. */
  readonly payers: readonly CardSummary[];
  readonly payees: AllPayees;
};

/** The page where a payee is chosen: by one field, one of the last, or in another way. */
export function PayeeChoicePage({ cards, card, payers, payees }: PayeeChoicePageProps) {
  const t = useTexts('transfers');
  const title = useTransferTitle('payeeChoice');
  const [typed, setTyped] = useState('');
  const choose = useChoose();
  const limits = useLimits(cards.reference, false);
  const methods = methodsOfAll(payers);
  const known = payees.all.filter(({ method }) => methods.includes(method));
  /** Selects another card if the shown one cannot pay by this method. */
  const payWith = (method: MethodDescriptor) => {
    const payer = payerFor(method, card, payers);
    if (payer) cards.select(cards.cards.indexOf(payer));
  };
  const within = methodsOf(card).find(({ facts }) => !facts.leavesProgramme);
  const ownCards = within ? ownAccounts(cards.cards, card.AccountNumber) : [];
  const choices: Choices = {
    payee: (payee) => {
      payWith(payee.method);
      choose.payee(payee);
    },
    ownCard: (own) => {
      if (within) choose.ownCard(within, own, card);
    },
    read: (method, values) => {
      payWith(method);
      choose.read(method, values);
    },
    someoneNew: (method) => {
      payWith(method);
      choose.someoneNew(method);
    },
  };
  const scheduled = useScheduledRow(card.AccountNumber);
  const rows: readonly OptionRow[] = [
    ...ownCards.map((own) => ({
      title: cardWords(own),
      now: t('own.title'),
      shape: BETWEEN,
      way: { onPress: () => choices.ownCard(own) },
    })),
    ...methods.map((method) => ({
      title: t(`new.${method.name}`),
      now: t(`new.${method.name}.how`),
      shape: method.shape,
      way: { onPress: () => choices.someoneNew(method) },
    })),
    ...scheduled,
  ];
  return (
    <JourneyPage title={title} isWide>
      <TransfersInDoubt />
      <DraftPayment />
      <PageSplit
        side={
          <>
            <div className="payee-choice__card">
              <CardPicture card={card} />
            </div>
            <CardPicker
              id={fieldId('card')}
              cards={payers}
              index={payers.indexOf(card)}
              onSelect={(index) => {
                const chosen = payers[index];
                if (chosen) cards.select(cards.cards.indexOf(chosen));
              }}
            />
            <LimitLeft limits={limits} />
          </>
        }
      >
        <div className="payee-choice">
          <PayeeSearch
            text={typed}
            onText={setTyped}
            methods={methods}
            payees={known}
            ownCards={ownCards}
            choices={choices}
          />
          <PartFailed parts={[payees]} text={t('payee.failed')} />
          {lineText(typed) === '' ? <PaidLast payees={known} onChoose={choices.payee} /> : null}
          <section className="payee-choice__part" aria-labelledby="payee-choice-ways">
            <h2 className="payee-choice__head" id="payee-choice-ways">
              {t('ways.title')}
            </h2>
            <OptionList rows={rows} />
          </section>
        </div>
      </PageSplit>
    </JourneyPage>
  );
}
