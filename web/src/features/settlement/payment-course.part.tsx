import './payment-course.css';
import { getPaymentCourse } from '@wattle/contract/settlement/get-payment-course.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WrongAccount } from './wrong-account.tsx';

type Course = NonNullable<ResponseOf<typeof getPaymentCourse>['Course']>;
type PaymentCourseProps = { readonly accountNumber: string; readonly receiptNumber: string };

/** Where the money of a payment to another bank or a biller is. Nothing for one that stayed within the programme. */
export function PaymentCourse({ accountNumber, receiptNumber }: PaymentCourseProps) {
  const t = useTexts('settlement');
  const { data, failure, isPending } = useOperation(getPaymentCourse, { body: { accountNumber, receiptNumber } });
  // As high as the steps, so that the content below does not shift.
  if (isPending) return <SkeletonRows count={3} />;
  // Payments of before there were files have none.
  if (failure) return failure.status === 404 ? null : <p className="payment-course__failed">{t('course.failed')}</p>;
  if (!data?.Course) return null;
  const { Mistaken, State } = data.Course;
  return (
    <>
      <Steps course={data.Course} />
      <WrongAccount
        accountNumber={accountNumber}
        receiptNumber={receiptNumber}
        mistaken={Mistaken}
        isBack={State === 'Returned'}
      />
    </>
  );
}

type Step = { readonly name: string; readonly at: string | null; readonly isBack?: true };

/** Words of a state: those of the method where it has some, else the general ones. */
function wordsOf(t: Texts, { Method }: Course, state: string): string {
  return t(t.has(`course.${Method}.${state}`) ? `course.${Method}.${state}` : `course.general.${state}`);
}

function stepsOf(t: Texts, course: Course): readonly Step[] {
  const { State, MadeAt, SentAt, SettledAt, ReturnedAt } = course;
  const back: readonly Step[] =
    State === 'Returned' ? [{ name: wordsOf(t, course, 'Returned'), at: ReturnedAt, isBack: true }] : [];
  // What came back was not paid, whether or not it was taken on before.
  const ahead: readonly Step[] =
    State === 'Returned' && SettledAt === null ? [] : [{ name: wordsOf(t, course, 'Settled'), at: SettledAt }];
  return [{ name: t('course.made'), at: MadeAt }, { name: wordsOf(t, course, 'Sent'), at: SentAt }, ...ahead, ...back];
}

function Steps({ course }: { readonly course: Course }) {
  const t = useTexts('settlement');
  const format = useFormat();
  const steps = stepsOf(t, course);
  const next = steps.findIndex(({ at }) => at === null);
  const when = (at: string) => t('course.when', { date: format.dateOf(at), time: format.timeOf(at) });
  return (
    <section className="payment-course" aria-label={t('course.label')}>
      <ol className="payment-course__steps">
        {steps.map(({ name, at, isBack }, index) => (
          <li
            key={name}
            className={classNames(
              'payment-course__step',
              at !== null && 'payment-course__step--done',
              isBack && 'payment-course__step--back',
            )}
            aria-current={index === (next < 0 ? steps.length : next) - 1 ? 'step' : undefined}
          >
            <span className="payment-course__mark" aria-hidden="true">
              {at === null ? null : <Icon name={isBack ? 'warning' : 'check'} size="s" />}
            </span>
            <span className="payment-course__words">
              {at === null && index === next && course.State === 'Made' ? wordsOf(t, course, 'Made') : name}
              <span className="payment-course__when">
                {at === null
                  ? index === next
                    ? t('course.counts', { date: format.dateOf(`${course.ValueDate}T02:00:00Z`) })
                    : ''
                  : when(at)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {course.Reason === null ? null : (
        <p className="payment-course__why">{t('course.why', { reason: t(`reason.${course.Reason}`) })}</p>
      )}
    </section>
  );
}
