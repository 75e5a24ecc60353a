import '../../../ui/pages/panel.css';
import './payee-choice.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { OptionList } from '../../../ui/fields/option-list.tsx';
import { PageSplit } from '../../../ui/pages/page-split.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { CardPicker } from '../../cards/card-picker.part.tsx';
import { CardPicture } from '../../cards/card-picture.part.tsx';
import { cardWords, type Cards } from '../../cards/public.ts';
import { fieldId } from '../journey/form-values.ts';
import { LimitLeft } from '../journey/limit-left.tsx';
import { useTransferTitle } from '../journey/use-transfer-title.ts';
import { TransfersInDoubt } from '../journey/transfers-in-doubt.tsx';
import { useLimits } from '../journey/use-limits.ts';
import { methodsOf } from '../methods.ts';
import { found, numberOf, type Listed } from '../payees/payees.domain.ts';
import type { AllPayees } from '../payees/payees.queries.ts';
import { UpcomingPayments } from './upcoming-payments.tsx';
import { PaidLast } from './paid-last.tsx';
import { DraftPayment } from './draft-payment.tsx';
import { useChoose } from './use-choose.ts';
import { methodsOfAll, ownAccounts, payerFor } from './payers.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PayeePicture } from '../payees/payee-picture.tsx';

type FoundPayeesProps = { readonly payees: readonly Listed[]; readonly onChoose: (payee: Listed) => void };

/** Saved people and billers that match a search. */
function FoundPayees({ payees, onChoose }: FoundPayeesProps) {
  const t = useTexts('payees');
  const format = useFormat();
  if (payees.length === 0) return <p className="payee-choice__none">{t('nothingFound')}</p>;
  return (
    <ul className="payee-choice__found">
      {payees.map((payee) => (
        <li key={payee.PayeeId}>
          <button type="button" className="payee-choice__entry" onClick={() => onChoose(payee)}>
            <PayeePicture payee={payee} />
            <span className="payee-choice__who">
              <b>{payee.DestinationAccountName}</b>
              <span className="payee-choice__quiet">{numberOf(payee)}</span>
            </span>
            {payee.LastPaidAmount === null ? null : (
              <span className="payee-choice__quiet">{format.money(payee.LastPaidAmount)}</span>
            )}
            <Icon name="next" size="s" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Two cards that overlap, for a payment between them. */
const BETWEEN =
  'M8 6.5h10A2.5 2.5 0 0 1 20.5 9v6.5M6 9.5h8.5A2.5 2.5 0 0 1 17 12v5a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17v-5A2.5 2.5 0 0 1 6 9.5zM3.5 13H17';

type PayeeChoicePageProps = {
  readonly cards: Cards;
  readonly card: CardSummary;
  /** Cards that can pay. */
  readonly payers: readonly CardSummary[];
  readonly payees: AllPayees;
};

/** The page where a payee is chosen: one of the last, a saved one, or a new one. */
export function PayeeChoicePage({ cards, card, payers, payees }: PayeeChoicePageProps) {
  const t = useTexts('transfers');
  const list = useTexts('payees');
  const title = useTransferTitle('payeeChoice');
  const [typed, setTyped] = useState('');
  const choose = useChoose();
  const limits = useLimits(cards.reference, false);
  const methods = methodsOfAll(payers);
  const known = payees.all.filter(({ method }) => methods.includes(method));
  const shown = found(known, typed);
  const isSearching = lineText(typed) !== '';
  /** Selects another card if the shown one cannot pay by this method. */
  const payWith = (method: Listed['method']) => {
    const payer = payerFor(method, card, payers);
    if (payer) cards.select(cards.cards.indexOf(payer));
  };
  const within = methodsOf(card).find(({ facts }) => !facts.leavesProgramme);
  const ownCards = within ? ownAccounts(cards.cards, card.AccountNumber) : [];
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
            <LimitLeft limits={limits} />
            <UpcomingPayments accountNumber={card.AccountNumber} />
          </>
        }
      >
        <div className="payee-choice">
          <CardPicker
            id={fieldId('card')}
            cards={payers}
            index={payers.indexOf(card)}
            onSelect={(index) => {
              const chosen = payers[index];
              if (chosen) cards.select(cards.cards.indexOf(chosen));
            }}
          />
          {known.length === 0 ? null : (
            <search>
              <SearchField label={list('search')} placeholder={list('searchHint')} value={typed} onText={setTyped} />
            </search>
          )}
          <p className="visually-hidden" role="status">
            {isSearching ? list('found', { count: shown.length }) : ''}
          </p>
          <PartFailed parts={[payees]} text={t('payee.failed')} />
          {isSearching ? (
            <FoundPayees
              payees={shown}
              onChoose={(payee) => {
                payWith(payee.method);
                choose.payee(payee);
              }}
            />
          ) : (
            <PaidLast
              payees={known}
              onChoose={(payee) => {
                payWith(payee.method);
                choose.payee(payee);
              }}
            />
          )}
          <section className="payee-choice__part" aria-labelledby="payee-choice-new">
            <h2 className="payee-choice__head" id="payee-choice-new">
              {t('new.title')}
            </h2>
            <OptionList
              rows={methods.map((method) => ({
                title: t(`new.${method.name}`),
                now: t(`new.${method.name}.how`),
                shape: method.shape,
                way: {
                  onPress: () => {
                    payWith(method);
                    choose.someoneNew(method);
                  },
                },
              }))}
            />
          </section>
          {within && ownCards.length > 0 ? (
            <section className="payee-choice__part" aria-labelledby="payee-choice-own">
              <h2 className="payee-choice__head" id="payee-choice-own">
                {t('own.title')}
              </h2>
              <OptionList
                rows={ownCards.map((own) => ({
                  title: cardWords(own),
                  shape: BETWEEN,
                  way: { onPress: () => choose.ownCard(within, own, card) },
                }))}
              />
            </section>
          ) : null}
        </div>
      </PageSplit>
    </JourneyPage>
  );
}
