import './auto.css';
import { activateAutoTopup, AUTO_TOPUP_STATUS, getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from '../../../router/public.ts';
import { operationKey, useOperation } from '../../../api/use-operation.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useCards, useRefetchCards } from '../../cards/public.ts';
import { AutoTopupActive, AutoTopupSetUp } from './auto-ends.tsx';
import type { AutoTopupArrival } from './auto-fields.ts';

const BACK = { to: paths.topup(), link: Link };
const WRONG = '20051';
const TOO_OFTEN = '20215';
/** An ended session has its own message. */
const SESSION_ENDED = '401';

/** The code of the 1-cent deposit is entered. */
export function AutoTopupActivateScreen() {
  const t = useTexts('topup');
  const { selected: card, failure: cardsFailure, refetch } = useCards();
  const memberNumber = card?.AccountNumber ?? '';
  const asked = useOperation(
    getActiveAutoTopup,
    { query: { memberNumber } },
    { isEnabled: card?.AllowAutoTopUp ?? false },
  );
  const [isDone, setDone] = useState(false);
  const { isSetUp = false } = (useLocation().state ?? {}) as AutoTopupArrival;
  if (card && !card.AllowAutoTopUp) return <Navigate to={paths.cardHome()} replace />;
  const failure = cardsFailure ?? asked.failure;
  if (failure || !asked.data) {
    return (
      <JourneyPage title={t('auto.activate.title')} back={BACK}>
        {failure ? (
          <LoadFailed failure={failure} onRetry={cardsFailure ? refetch : asked.refetch} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </JourneyPage>
    );
  }
  const { AutoTopup: topup } = asked.data;
  if (isDone && topup) return <AutoTopupActive all={asked.data} topup={topup} />;
  if (topup?.status !== AUTO_TOPUP_STATUS.Pending) return <NothingToActivate />;
  if (isSetUp) return <AutoTopupSetUp all={asked.data} topup={topup} />;
  return (
    <CodeForm
      memberNumber={memberNumber}
      id={topup.id}
      by={topup.depositBy ?? asked.data.DepositBy}
      triesLeft={topup.codeTriesLeft}
      until={topup.codeUntil ?? asked.data.DepositBy}
      onDone={() => setDone(true)}
    />
  );
}

type CodeFormProps = {
  readonly memberNumber: string;
  readonly id: string;
  readonly by: string;
  readonly until: string;
  /** Wrong codes that are still accepted. */
  readonly triesLeft: number | null;
  readonly onDone: () => void;
};

function CodeForm({ memberNumber, id, by, until, triesLeft, onDone }: CodeFormProps) {
  const t = useTexts('topup');
  const outcomes = useTexts('outcomes');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const cache = useQueryClient();
  const refetchCards = useRefetchCards();
  const navigate = useNavigate();
  const stale = () =>
    Promise.all([cache.invalidateQueries({ queryKey: operationKey(getActiveAutoTopup) }), refetchCards()]);
  const fields = { code: { called: t('auto.activate.codeCalled'), id: 'auto-code' } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: activateAutoTopup,
      body: ({ code }) => ({ MemberNumber: memberNumber, AutoTopupId: id, ActivationCode: code }),
      names: { ActivationCode: 'code' },
      onDone: async () => {
        onDone();
        await stale();
      },
      onRefused: async ({ code }) => {
        // The tries that are left are shown with the refusal.
        if (code === WRONG) await stale();
        if (code !== TOO_OFTEN) return undefined;
        // It has ended: return to the cards with its message.
        showToast({ text: outcomes('errorActivationAutoTopUpExceededMaxRetry') });
        await stale();
        await navigate(paths.cardHome(), { replace: true });
        return null;
      },
    }),
    // A failure of the connection has a message too.
    refusalWords: ({ code, isTrouble }) => {
      if (code === WRONG && triesLeft !== null) return t('auto.activate.wrong', { count: triesLeft });
      return isTrouble || code === SESSION_ENDED ? wordsOf(code) : outcomes('errorActivatingAutoTopUp');
    },
  });
  return (
    <FormPage
      title={t('auto.activate.title')}
      lead={t('auto.activate.lead', { by: format.dateOf(by), until: format.dateOf(until) })}
      back={BACK}
      form={form}
      className="auto__form"
    >
      <CodeField {...form.field('code')} label={t('auto.activate.code')} length={6} autoComplete="off" />
      <SubmitButton form={form}>{t('auto.activate.action')}</SubmitButton>
    </FormPage>
  );
}

/** No top-up waits for a code. */
function NothingToActivate() {
  const t = useTexts('topup');
  return (
    <JourneyPage title={t('auto.activate.title')} back={BACK}>
      <EmptyState
        picture={<Icon name="clock" />}
        title={t('auto.activate.none')}
        text={t('auto.activate.noneText')}
        action={
          <Link className={buttonClass({ wide: true })} to={paths.topup()}>
            {t('auto.activate.toTopup')}
          </Link>
        }
      />
    </JourneyPage>
  );
}
