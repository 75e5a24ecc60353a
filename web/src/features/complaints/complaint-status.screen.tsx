import '../../ui/pages/panel.css';
import './complaints.css';
import {
  answerFollowedComplaint,
  type Complaint,
  endFollowedComplaint,
  followComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import { useEffect, useState } from 'react';
import { type CallFailure, type CallResult, send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Navigate } from '../../router/public.ts';
import { Banner } from '../../ui/banner.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Afca } from './afca.tsx';
import { CallInstead } from './call-instead.tsx';
import { ComplaintPanel } from './complaint-panel.tsx';
import { complaintSecret } from './complaint-secret.ts';

const UNKNOWN_LINK = '20060';

/** Complaint of a person without an account, by the link that was sent. */
export function ComplaintStatusScreen() {
  const [token] = useState(complaintSecret.held);
  return token === null ? <Navigate to={paths.complaint()} replace /> : <Followed token={token} />;
}

function Followed({ token }: { readonly token: string }) {
  const t = useTexts('complaints');
  const { SupportPhoneNumber: phone } = useBrand();
  const [attempt, setAttempt] = useState(0);
  const [complaint, setComplaint] = useState<Complaint>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const answer = await send(followComplaint, { body: { Token: token } });
      if (isGone) return;
      setFailure(answer.ok ? null : answer);
      if (answer.ok) setComplaint(answer.value);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [token, attempt]);
  const kept = (answer: CallResult<Complaint>) => {
    if (answer.ok) setComplaint(answer.value);
    return answer;
  };
  if (failure?.code === UNKNOWN_LINK) {
    return (
      <JourneyPage title={t('follow.ended')}>
        <Banner tone="warning">{t('follow.endedText', { phone })}</Banner>
        <CallInstead />
      </JourneyPage>
    );
  }
  return (
    <JourneyPage title={t('follow.title')}>
      {failure ? <LoadFailed failure={failure} onRetry={() => setAttempt((count) => count + 1)} /> : null}
      {complaint ? (
        <ComplaintPanel
          complaint={complaint}
          write={async (Text) => kept(await send(answerFollowedComplaint, { body: { Token: token, Text } }))}
          end={async (How) => kept(await send(endFollowedComplaint, { body: { Token: token, How } }))}
        />
      ) : failure ? null : (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
      <Afca />
    </JourneyPage>
  );
}
