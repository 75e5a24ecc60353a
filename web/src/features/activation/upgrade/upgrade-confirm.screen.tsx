import '../../../ui/pages/panel.css';
import { beginUpgrade, getCardUpgradeFee, requestUpgrade } from '@wattle/contract/cards/upgrade.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { InfoLink } from '../../../layout/info-links.tsx';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { useIsCardAlone } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { SummaryList } from '../../../ui/pages/summary-list.tsx';
import { canUpgrade, cardReferenceOf, cardWords, useCards } from '../../cards/public.ts';
import { useUnreachedUser } from '../../profile/public.ts';
import { feeNotice } from './upgrade-fee.domain.ts';
import type { Requested } from './upgrade-requested.screen.tsx';
import { randomId } from '../../../browser/random-id.ts';

/** Cost and effects of upgrading the chosen card, with the button that requests it. */
export function UpgradeConfirmScreen() {
  const t = useTexts('upgrade');
  const cards = useCards();
  // Kept while the request is sent, because the list then shows the request.
  const [asked, setAsked] = useState<CardSummary | null>(null);
  const card = asked ?? cards.selected;
  if (card && !canUpgrade(card)) return <Navigate to={paths.cardHome()} replace />;
  return (
    <JourneyPage title={t('confirm.title')} lead={t('confirm.lead')} back={{ to: paths.cardHome(), link: Link }}>
      {cards.failure ? <LoadFailed failure={cards.failure} onRetry={cards.refetch} /> : null}
      {card ? <Confirm card={card} onSend={() => setAsked(card)} /> : null}
      {cards.isPending ? <Waiting /> : null}
    </JourneyPage>
  );
}

function Waiting() {
  return (
    <div className="panel panel--padded">
      <SkeletonRows count={3} />
    </div>
  );
}

function Confirm({ card, onSend }: { readonly card: CardSummary; readonly onSend: () => void }) {
  const t = useTexts('upgrade');
  const format = useFormat();
  const owned = useOwnedMoney();
  const errorText = useErrorTexts();
  const body = { Card: cardReferenceOf(card) };
  const fee = useOperation(getCardUpgradeFee, { body });
  const isUser = !useIsCardAlone();
  const unreached = useUnreachedUser();
  const request = useRequest(card, onSend);
  const setUp = useSetUp();
  const problem = request.problem ?? setUp.problem;
  if (fee.failure) return <LoadFailed failure={fee.failure} onRetry={fee.refetch} />;
  if (!fee.data) return <Waiting />;
  const { UpgradeFee } = fee.data;
  const notice = feeNotice(UpgradeFee, isUser);
  // A fee takes of what is kept aside.
  const left = card.AvailableAccountBalance + card.KeptAside - UpgradeFee;
  return (
    <>
      <div className="panel panel--padded">
        <SummaryList
          layout="sides"
          rows={[
            { term: t('confirm.card'), value: cardWords(card) },
            ...(notice
              ? [
                  { term: t('confirm.fee'), value: format.money(UpgradeFee) },
                  { term: t('confirm.left'), value: owned(left) },
                ]
              : []),
          ]}
        />
      </div>
      {notice ? <Banner>{t(notice, { fee: format.money(UpgradeFee) })}</Banner> : null}
      <p>{t('confirm.text')}</p>
      {unreached === null ? null : (
        <Banner tone="warning">
          {t('confirm.unreached')} <Link to={paths.myAccount()}>{t('confirm.toContacts')}</Link>
        </Banner>
      )}
      {isUser ? (
        <p>
          <Link to={paths.myAccount()} state={{ fromUpgrade: true }}>
            {t('confirm.details')}
          </Link>
        </p>
      ) : (
        <p>{t('confirm.needsLogin')}</p>
      )}
      <p>
        <InfoLink page="productInformation">{t('confirm.product')}</InfoLink>
        {' · '}
        <InfoLink page="privacy">{t('confirm.privacy')}</InfoLink>
      </p>
      <div role="alert">{problem === null ? null : <Banner tone="danger">{errorText(problem)}</Banner>}</div>
      {isUser ? (
        <Button wide busy={request.isBusy} onClick={request.send}>
          {notice ? t('confirm.pay', { fee: format.money(UpgradeFee) }) : t('confirm.submit')}
        </Button>
      ) : (
        <Button wide busy={setUp.isBusy} onClick={setUp.begin}>
          {t('confirm.continue')}
        </Button>
      )}
    </>
  );
}

/** A person with only a card has no login for the new card, so one is set up first. */
function useSetUp() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = async () => {
    setBusy(true);
    setProblem(null);
    const [answer, { startActivation }] = await Promise.all([call(beginUpgrade, {}), import('../public.ts')]);
    setBusy(false);
    if (!answer.ok) {
      setProblem(wordsKeyOf(answer));
      return;
    }
    startActivation(answer.value, 'upgrade');
    void navigate(paths.signInToUpgrade());
  };
  return { isBusy, problem, begin: () => void begin() };
}

/** All repeats are one request; a refusal ends it. */
function useRequest(card: CardSummary, onSend: () => void) {
  const navigate = useNavigate();
  const key = useRef(randomId());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    onSend();
    setBusy(true);
    setProblem(null);
    const answer = await call(requestUpgrade, {
      body: { Card: cardReferenceOf(card) },
      idempotencyKey: key.current,
    });
    if (answer.ok) {
      const { ReferenceNumber: reference, Fee: fee } = answer.value;
      const state: Requested = { requested: { reference, fee, card: cardWords(card) } };
      void navigate(paths.upgradeRequested(), { replace: true, state });
      return;
    }
    setBusy(false);
    if (answer.status === 400) key.current = randomId();
    setProblem(wordsKeyOf(answer));
  };
  return { isBusy, problem, send: () => void send() };
}
