import '../../ui/pages/panel.css';
import './disputes.css';
import { getDispute } from '@wattle/contract/disputes/dispute.ts';
import { useState } from 'react';
import { Link, Navigate, useParams } from '../../router/public.ts';
import { usePageFault } from '../../api/server-fault.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { useIsCardAlone } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useCards } from '../cards/public.ts';
import { DisputeForm } from './dispute-form.tsx';
import { type DisputedRow, Payment } from './dispute-payment.tsx';
import { DisputeStatus } from './dispute-status.tsx';

/** Form to dispute a payment; shows the status once the dispute is lodged. */
export function DisputeScreen() {
  const t = useTexts('disputes');
  const { id = '' } = useParams();
  const isCardAlone = useIsCardAlone();
  const { reference, isPending, failure, refetch } = useCards();
  const sequence = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  if (isCardAlone || sequence === 0) return <Navigate to={paths.transactions()} replace />;
  if (reference) return <OfRow accountNumber={reference.AccountNumber} sequence={sequence} />;
  return (
    <JourneyPage title={t('ask')} back={{ to: paths.transactions(), link: Link }}>
      {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {isPending ? <Waiting /> : null}
    </JourneyPage>
  );
}

function Waiting() {
  return (
    <div className="panel">
      <SkeletonRows count={4} />
    </div>
  );
}

function OfRow({ accountNumber, sequence }: DisputedRow) {
  const t = useTexts('disputes');
  const [isAgain, setAgain] = useState(false);
  const asked = { body: { accountNumber, Sequence: sequence } };
  const { data, failure, refetch } = useOperation(getDispute, asked);
  usePageFault(data ? null : failure);
  const back = { to: paths.transactions(), link: Link };
  if (!data) {
    return (
      <JourneyPage title={t('ask')} back={back}>
        {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : <Waiting />}
      </JourneyPage>
    );
  }
  const row = { accountNumber, sequence };
  const { Dispute } = data;
  if (Dispute && !(isAgain && data.CanDispute)) {
    return <DisputeStatus row={row} found={data} dispute={Dispute} onAgain={() => setAgain(true)} />;
  }
  if (data.CanDispute) return <DisputeForm row={row} found={data} />;
  return (
    <JourneyPage title={t('ask')} back={back}>
      <Payment row={data.Transaction} />
      <Banner tone="info" title={t('title')}>
        {t(data.IsTooOld ? 'tooLate' : 'taken')}
      </Banner>
    </JourneyPage>
  );
}
