import './payment-course.css';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useEffect, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { WrongAccount } from './wrong-account.tsx';

type Course = NonNullable<ResponseOf<typeof getPaymentCourse>['Course']>;
type Paid = { readonly accountNumber: string; readonly receiptNumber: string };
type PaymentCourseProps = Paid & {
  /** False: `AskBack` is elsewhere on the page. */
  readonly hasAsk?: boolean;
};

/** Where the money of a payment to another bank or a biller is. Nothing for one that stayed within the programme. */
export function PaymentCourse({ accountNumber, receiptNumber, hasAsk = true }: PaymentCourseProps) {
  const t = useTexts('settlement');
  const { data, failure, isPending, refetch } = useOperation(getPaymentCourse, {
    body: { accountNumber, receiptNumber },
  });
  useAnswerOfBank(data?.Course ?? null, refetch);
  // As high as the steps, so that the content below does not shift.
  if (isPending) return <SkeletonRows count={3} />;
  // Payments that were made before there were files have no course.
  if (failure) return failure.status === 404 ? null : <p className="payment-course__failed">{t('course.failed')}</p>;
  if (!data?.Course) return null;
  const { Course: course } = data;
  return (
    <>
      <Steps course={course} name={data.Again?.Name ?? ''} />
      {hasAsk || course.Mistaken ? <Ask course={course} {...{ accountNumber, receiptNumber }} /> : null}
    </>
  );
}

/** Asks for a payment back that went to a wrong account. Nothing once it was asked for. */
export function AskBack(paid: Paid) {
  const { data } = useOperation(getPaymentCourse, { body: paid });
  return data?.Course && !data.Course.Mistaken ? <Ask course={data.Course} {...paid} /> : null;
}

function Ask({ course, ...paid }: Paid & { readonly course: Course }) {
  const { Mistaken, Reason, State } = course;
  return <WrongAccount {...paid} mistaken={Mistaken} isBack={State === 'Returned'} isStopped={Reason === 'stopped'} />;
}

/** Words of a state: those of the method where it has some, else the general ones. */
function wordsOf(t: Texts, { Method }: Course, state: string): string {
  return t(t.has(`course.${Method}.${state}`) ? `course.${Method}.${state}` : `course.general.${state}`);
}

const SOON_MS = 3_000;
const LATER_MS = 15_000;
/** Questions within a minute. */
const SOON_TIMES = 20;

/** Asks until the bank has answered: every 3 seconds in the first minute, then every 15. */
function useAnswerOfBank(course: Course | null, refetch: () => void): void {
  const isOpen = course?.Rail === 'call' && (course.State === 'Made' || course.State === 'Sent');
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!isOpen) return undefined;
    const asking = setTimeout(
      () => {
        setAsked(asked + 1);
        refetch();
      },
      asked < SOON_TIMES ? SOON_MS : LATER_MS,
    );
    return () => clearTimeout(asking);
  }, [isOpen, asked, refetch]);
}

function Steps({ course, name }: { readonly course: Course; readonly name: string }) {
  return course.Rail === 'call' ? <CalledSteps course={course} name={name} /> : <FileSteps course={course} />;
}

/** Progress of a payment that the bank is asked for by a call. */
function CalledSteps({ course, name }: { readonly course: Course; readonly name: string }) {
  const t = useTexts('settlement');
  const format = useFormat();
  const { SupportPhoneNumber: phone } = useBrand();
  const { State, IsUnsure, MadeAt, SentAt, SettledAt, ReturnedAt, Reason, NetworkId } = course;
  const when = (at: string) => t('course.when', { date: format.dateOf(at), time: format.timeOf(at) });
  const done = (title: string, at: string): TrackStep => ({ title, text: when(at), is: 'done' });
  const steps: TrackStep[] = [done(t('course.made'), MadeAt)];
  if (Reason === 'stopped' && ReturnedAt !== null) steps.push(done(t('course.general.stopped'), ReturnedAt));
  else if (State === 'Returned' && ReturnedAt !== null) {
    if (SettledAt !== null) steps.push(done(t('course.call.Settled'), SettledAt));
    const end = t(SettledAt === null ? 'course.call.notPaid' : 'course.general.Returned');
    steps.push({ title: end, text: when(ReturnedAt), is: 'bad' });
  } else {
    if (SentAt !== null) steps.push(done(t('course.general.Sent'), SentAt));
    if (SettledAt !== null) steps.push(done(t('course.call.Settled'), SettledAt));
    else {
      if (IsUnsure) steps.push({ title: t('course.call.unsure'), text: t('course.call.unsureText'), is: 'now' });
      else steps.push({ title: t('course.call.onItsWay'), text: t('course.call.minute'), is: 'now' });
      steps.push({ title: t('course.call.Settled'), is: 'next' });
    }
  }
  const why = Reason === null || Reason === 'stopped' ? null : t(`why.${Reason}`, { name, phone });
  return (
    <section className="payment-course" aria-label={t('course.label')}>
      <Track steps={steps} />
      {why === null ? null : <p className="payment-course__why">{why}</p>}
      {NetworkId === null ? null : (
        <p className="payment-course__why">{t('course.networkId', { number: NetworkId })}</p>
      )}
    </section>
  );
}

/** Progress of a payment that goes in a file, or that one took over. */
function FileSteps({ course }: { readonly course: Course }) {
  const t = useTexts('settlement');
  const format = useFormat();
  const { State, MadeAt, SentAt, SettledAt, ReturnedAt } = course;
  const when = (at: string) => t('course.when', { date: format.dateOf(at), time: format.timeOf(at) });
  const counts = t('course.counts', { date: format.dateOf(`${course.ValueDate}T02:00:00Z`) });
  const done = (title: string, at: string): TrackStep => ({ title, text: when(at), is: 'done' });
  const steps: TrackStep[] = [done(t('course.made'), MadeAt)];
  if (course.SwitchedAt !== null) steps.push(done(t('course.switched'), course.SwitchedAt));
  const isStopped = course.Reason === 'stopped';
  if (isStopped && ReturnedAt !== null) steps.push(done(wordsOf(t, course, 'stopped'), ReturnedAt));
  else if (SentAt === null) steps.push({ title: wordsOf(t, course, 'Made'), text: counts, is: 'now' });
  else steps.push(done(wordsOf(t, course, 'Sent'), SentAt));
  const settled = wordsOf(t, course, 'Settled');
  if (SettledAt !== null) steps.push(done(settled, SettledAt));
  // What came back was not paid, whether or not it was taken on before.
  else if (State !== 'Returned') steps.push({ title: settled, ...(SentAt !== null && { text: counts }), is: 'next' });
  if (State === 'Returned' && ReturnedAt !== null && !isStopped) {
    steps.push({ title: wordsOf(t, course, 'Returned'), text: when(ReturnedAt), is: 'bad' });
  }
  return (
    <section className="payment-course" aria-label={t('course.label')}>
      <Track steps={steps} />
      {course.Reason === null || isStopped ? null : (
        <p className="payment-course__why">{t('course.why', { reason: t(`reason.${course.Reason}`) })}</p>
      )}
    </section>
  );
}
