import '../../ui/pages/panel.css';
import './complaints.css';
import {
  addComplaintFile,
  answerComplaint,
  type Complaint,
  endComplaint,
  getComplaints,
} from '@wattle/contract/complaints/complaint.ts';
import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { CallResult } from '../../api/send.ts';
import { operationKey, useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Link, Navigate } from '../../router/public.ts';
import { useIsUser } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Afca } from './afca.tsx';
import { ComplaintPanel } from './complaint-panel.tsx';

/** The server's code for a file that it does not take. */
const FILE_REFUSED = '20303';

/** Complaints of the signed-in person, newest first: where each one is. */
export function ComplaintsScreen() {
  const t = useTexts('complaints');
  const isUser = useIsUser();
  const cache = useQueryClient();
  const { data, failure, refetch } = useOperation(getComplaints, {}, { isEnabled: isUser });
  if (!isUser) return <Navigate to={paths.complaint()} replace />;
  const kept = async (answer: CallResult<Complaint>) => {
    await cache.invalidateQueries({ queryKey: operationKey(getComplaints) });
    return answer;
  };
  const addFile = async (ComplaintId: string, file: File): Promise<CallResult<Complaint>> => {
    if (file.size === 0 || file.size > SENT_FILE_MAXIMUM) return { ok: false, code: FILE_REFUSED, status: 400 };
    const Content = new Uint8Array(await file.arrayBuffer());
    return kept(await call(addComplaintFile, { body: { ComplaintId, Name: file.name.slice(-120), Content } }));
  };
  const again = (
    <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.newComplaint()}>
      {t('list.new')}
    </Link>
  );
  return (
    <JourneyPage title={t('list.title')} lead={t('list.lead')} back={{ to: paths.contactUs(), link: Link }}>
      {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {data?.Complaints.length === 0 ? (
        <EmptyState
          picture={<Icon name="info" />}
          title={t('list.none')}
          text={t('list.noneText')}
          action={
            <Link className={buttonClass()} to={paths.newComplaint()}>
              {t('list.new')}
            </Link>
          }
        />
      ) : null}
      {data?.Complaints.map((complaint) => (
        <ComplaintPanel
          key={complaint.ComplaintId}
          complaint={complaint}
          write={async (Text) =>
            kept(await call(answerComplaint, { body: { ComplaintId: complaint.ComplaintId, Text } }))
          }
          end={async (How) => kept(await call(endComplaint, { body: { ComplaintId: complaint.ComplaintId, How } }))}
          addFile={(file) => addFile(complaint.ComplaintId, file)}
        />
      ))}
      {data || failure ? null : (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
      {data && data.Complaints.length > 0 ? again : null}
      <Afca />
    </JourneyPage>
  );
}
