import { lineText } from '@wattle/contract/rules/typed-text.ts';
import '../../ui/pages/panel.css';
import './returns.css';
import { ERRORS } from '@wattle/contract/errors.ts';
import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { returnFundStatus } from '@wattle/contract/returns/returns.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { openAnswers } from '../../form/answers.ts';
import { type Refusal, refusalOf } from '../../form/form.domain.ts';
import { FormPage } from '../../form/form-page.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import type { Refused } from '../../journey/journey.domain.ts';
import { useStep } from '../../journey/use-step.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { BSB_NUMBER, NumberField } from '../../ui/fields/number-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { cardWords, useCards } from '../cards/public.ts';
import { ReleaseAside } from '../savings/release-aside.lazy.part.tsx';
import { FoundName } from '../transfers/found-name.part.tsx';
import { bsbLookUp, useLookUp } from '../transfers/public.ts';
import {
  checkReturn,
  refusedReturnField,
  RETURN_FIELD_IDS,
  returnBodyOf,
  type ReturnField,
} from './return-funds.domain.ts';
import { returnFundsJourney } from './return-funds-journey.ts';

const HOME = { to: paths.cardHome(), link: Link };

/** Where everything that is available on a card goes back to. */
export function ReturnFundsScreen() {
  const t = useTexts('returns');
  const cards = useCards();
  const { isReady, elsewhere } = useStep(returnFundsJourney, 'form');
  const { reference, selected: card } = cards;
  const isNamed = card?.IsReloadable ?? false;
  const status = useOperation(returnFundStatus, { body: sourceOf(reference) }, { isEnabled: reference !== null });
  const person = useOperation(getPersonalDetails, {}, { isEnabled: isNamed });
  const failure = cards.failure ?? status.failure;
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  if (failure || !isReady || !card || !reference || !status.data || (isNamed && person.isPending)) {
    return (
      <JourneyPage title={t('title')} back={HOME}>
        {failure ? (
          <LoadFailed failure={failure} onRetry={cards.failure ? cards.refetch : status.refetch} />
        ) : (
          <div className="panel">
            <SkeletonRows count={4} />
          </div>
        )}
      </JourneyPage>
    );
  }
  const { CanRequestFund, Refusal: refusal, HasPendingTransation: isPending, HeldUntil: heldUntil } = status.data;
  if (!CanRequestFund) {
    return <NoReturn card={card} isPending={isPending} heldUntil={heldUntil} refusal={refusal} />;
  }
  const { FirstName = '', Surname = '' } = person.data ?? {};
  return (
    <ReturnForm
      key={cards.key}
      card={card}
      cardKey={cards.key}
      reference={reference}
      name={lineText(`${FirstName ?? ''} ${Surname ?? ''}`)}
    />
  );
}

function sourceOf(reference: CardReference | null) {
  const { AccountNumber, MaskedCardNumber, ExpirationDate } = reference ?? {
    AccountNumber: '',
    MaskedCardNumber: '',
    ExpirationDate: '',
  };
  return { SourceAccountNumber: AccountNumber, MaskedCardNumber, ExpirationDate, CheckPendingAutoTopUp: true };
}

/** All of it, with what is kept aside. */
function dollarsOf({ AvailableAccountBalance: left, KeptAside: kept }: CardSummary): number {
  return Math.round((left + kept) * 100) / 100;
}

type NoReturnProps = {
  readonly card: CardSummary;
  readonly isPending: boolean;
  /** No funds go back until then, for the password was reset. */
  readonly heldUntil: string | null;
  /** The code that a return would be refused with. */
  readonly refusal: string | null;
};

/** These say themselves why nothing can leave the card. */
const KEPT_ASIDE: string = ERRORS.kept_aside.code;
const SAYS_WHY: readonly (string | null)[] = [ERRORS.card_money_stays.code];

function NoReturn({ card, isPending, heldUntil, refusal }: NoReturnProps) {
  const t = useTexts('returns');
  const wordsOf = useErrorTexts();
  const transfers = useTexts('transfers');
  const format = useFormat();
  const isKept = SAYS_WHY.includes(refusal);
  if (refusal === KEPT_ASIDE && card.KeptAside > 0) {
    return (
      <JourneyPage title={t('title')} back={HOME}>
        <p>{t('keptAside')}</p>
        <ReleaseAside card={card} dollars={dollarsOf(card)} />
      </JourneyPage>
    );
  }
  const why = heldUntil !== null ? 'held' : isKept || isPending ? 'pending' : 'none';
  const named: Record<string, string> =
    heldUntil === null ? { card: cardWords(card) } : { date: format.dateOf(heldUntil), time: format.timeOf(heldUntil) };
  return (
    <JourneyPage title={t('title')} back={HOME}>
      <div className="panel">
        <EmptyState
          picture={<Icon name={why === 'none' ? 'card' : 'clock'} />}
          title={t(`${why}Title`)}
          text={isKept ? wordsOf(refusal ?? '') : t(`${why}Text`, named)}
          action={
            <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
              {transfers('home')}
            </Link>
          }
        />
      </div>
    </JourneyPage>
  );
}

type ReturnFormProps = {
  readonly card: CardSummary;
  readonly cardKey: string;
  readonly reference: CardReference;
  /** Name of the card's holder; empty when unknown. */
  readonly name: string;
};

function ReturnForm({ card, cardKey, reference, name }: ReturnFormProps) {
  const t = useTexts('returns');
  const transfers = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const validation = useTexts('validation');
  const format = useFormat();
  const navigate = useNavigate();
  const { values: draft, state } = useStep(returnFundsJourney, 'form');
  const lookedUp = useRef<{ name: string; problem: string | undefined }>({ name: '', problem: undefined });
  const [answers] = useState(openAnswers);
  const form = useForm<ReturnField>({
    fields: {
      name: {
        initial: draft.name ?? name,
        id: RETURN_FIELD_IDS.name,
        called: transfers('missing.accountName'),
        signOf: notCarried,
      },
      bsb: { initial: draft.bsb ?? '', id: RETURN_FIELD_IDS.bsb, called: transfers('missing.bsb') },
      accountNumber: {
        initial: draft.accountNumber ?? '',
        id: RETURN_FIELD_IDS.accountNumber,
        called: transfers('missing.accountNumber'),
      },
    },
    rules: {
      ready: answers.ready,
      check: (values) => {
        const { problem } = lookedUp.current;
        return { ...checkReturn(values, reference), ...(problem === undefined ? {} : { bsb: problem }) };
      },
      submit: async (values) => {
        const body = returnBodyOf(values, reference);
        returnFundsJourney.complete('form', { ...values, bank: lookedUp.current.name, card: cardKey, body });
        await navigate(paths.returnFundReview());
        return null;
      },
    },
    refusal: refusalOfForm(state.intent?.failure ?? null),
    refusalWords: ({ code }) => wordsOf(code),
    onTyped: (values) => returnFundsJourney.typeIn('form', values),
  });
  const lookUp = useLookUp(bsbLookUp(form.values.bsb));
  useEffect(() => {
    answers.report(lookUp.isUnderWay);
    lookedUp.current = { name: lookUp.name, problem: lookUp.problems['bsb'] };
  });
  const bsb = form.field('bsb');
  const problem = bsb.error ?? (lookUp.problems['bsb'] && validation(lookUp.problems['bsb']));
  return (
    <FormPage title={t('title')} back={HOME} steps={{ step: 1, of: 2 }} form={form} className="return-funds">
      <p className="return-funds__amount">
        <span>{t('all')}</span>
        <b>
          <OwnedMoney dollars={card.AvailableAccountBalance} />
        </b>
      </p>
      <Field {...form.field('name')} label={transfers('field.accountName')} autoComplete="off" />
      <NumberField
        {...bsb}
        {...BSB_NUMBER}
        {...(problem === undefined ? {} : { error: problem })}
        label={transfers('field.bsb')}
        hint={lookUp.name === '' ? transfers('field.bsbHint') : undefined}
        note={<FoundName name={lookUp.name} />}
        autoComplete="off"
      />
      <NumberField
        {...form.field('accountNumber')}
        label={transfers('field.accountNumber')}
        hint={transfers('field.bankAccountHint')}
        autoComplete="off"
        takesLetters
      />
      <SummaryList
        rows={[
          { term: transfers('row.from'), value: cardWords(card) },
          { term: transfers('row.fee'), value: format.money(0) },
          { term: t('left'), value: format.money(0) },
        ]}
      />
      <Banner tone="warning" title={transfers('confirm.checkTitle')}>
        {transfers('confirm.checkText')}
      </Banner>
      <SubmitButton form={form}>{t('continue')}</SubmitButton>
    </FormPage>
  );
}

/** The refusal that the last try came back with, where it is about a field of the form. */
function refusalOfForm(failure: Refused | null): Refusal<ReturnField> | null {
  const name = failure ? refusedReturnField(failure) : undefined;
  return failure && name ? refusalOf(failure, [name], true) : null;
}
