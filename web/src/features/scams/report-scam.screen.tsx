import { getScamReport, reportScam } from '@wattle/contract/scams/report-scam.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { getBlockedPayees } from '@wattle/contract/transfers/blocked-payees.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { Link, Navigate, useLocation, useParams } from '../../router/public.ts';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { useCards } from '../cards/public.ts';
import { ScamReported } from './scam-reported.tsx';

type Found = ResponseOf<typeof getScamReport>;
const BACK = { to: paths.transactions(), link: Link };

/** A payment that may be a scam: what we will do about it, and what we have done. */
export function ReportScamScreen() {
  const t = useTexts('scams');
  const { receipt: receiptNumber = '' } = useParams();
  const { accountNumber: given } = (useLocation().state ?? {}) as { accountNumber?: string };
  const { reference, failure } = useCards();
  const accountNumber = given ?? reference?.AccountNumber ?? '';
  const body = { accountNumber, receiptNumber };
  const found = useOperation(getScamReport, { body }, { isEnabled: accountNumber !== '' });
  if (found.failure && found.failure.status < 500 && found.failure.status !== 0) {
    return <Navigate to={paths.transactions()} replace />;
  }
  if (!found.data) {
    const failed = found.failure ?? failure;
    return (
      <JourneyPage title={t('question')} back={BACK}>
        {failed ? <LoadFailed failure={failed} onRetry={found.refetch} /> : <SkeletonRows count={4} />}
      </JourneyPage>
    );
  }
  const { Report, Name, Amount } = found.data;
  return Report ? (
    <ScamReported report={Report} name={Name} dollars={Amount} />
  ) : (
    <Ask found={found.data} asked={body} />
  );
}

type AskProps = {
  readonly found: Found;
  readonly asked: { readonly accountNumber: string; readonly receiptNumber: string };
};

function Ask({ found: { Name: name, Amount, WouldBe }, asked }: AskProps) {
  const t = useTexts('scams');
  const format = useFormat();
  const wordsOf = useFailureWords();
  const report = useAction(reportScam, {
    invalidates: [getScamReport, getScheduledPayments, getPaymentCourse, getBlockedPayees, getCards, getCardDetails],
  });
  const step = (key: string): TrackStep => ({ title: t(key, { name }), text: t(`${key}.text`, { name }), is: 'next' });
  return (
    <JourneyPage title={t('question')} lead={t('about', { amount: format.money(Amount), name })} back={BACK}>
      <h2>{t('what')}</h2>
      <Track label={t('what')} steps={[step(`will.${WouldBe}`), step('will.block'), step('will.team')]} />
      <div role="alert">
        {report.failure ? (
          <Banner tone="danger" title={t('failed')}>
            {wordsOf(report.failure)}
          </Banner>
        ) : null}
      </div>
      <Button wide tone="danger" busy={report.isPending} onClick={() => report.run({ body: asked })}>
        {t(report.isPending ? 'reporting' : 'report')}
      </Button>
      <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.transactions()}>
        {t('leave')}
      </Link>
    </JourneyPage>
  );
}
