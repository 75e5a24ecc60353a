import type { Dispute, DisputeReason } from '@wattle/contract/disputes/dispute.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';

function Course({ title, steps }: { readonly title: string; readonly steps: readonly TrackStep[] }) {
  return (
    <section aria-label={title}>
      <h2 className="dispute-heading">{title}</h2>
      <Track steps={steps} />
    </section>
  );
}

type DisputeCourseProps = {
  readonly answerBy: string;
  /** Empty: not chosen yet. What the shop has to show goes with it. */
  readonly reason: DisputeReason | '';
};

/** Steps of a dispute, shown before it is lodged. */
export function DisputeCourse({ answerBy, reason }: DisputeCourseProps) {
  const t = useTexts('disputes');
  const format = useFormat();
  return (
    <Course
      title={t('how')}
      steps={[
        { title: t('step.tell'), text: t('step.now'), is: 'now' },
        { title: t('step.shop'), text: t(reason === '' ? 'step.shopText' : `step.shopText.${reason}`), is: 'next' },
        { title: t('step.decide'), text: t('step.decideText', { date: format.dateOf(answerBy) }), is: 'next' },
        { title: t('step.money'), text: t('step.moneyText'), is: 'next' },
      ]}
    />
  );
}

/** Timeline of a lodged dispute: past and coming steps. */
export function CourseOf({ dispute }: { readonly dispute: Dispute }) {
  const t = useTexts('disputes');
  const format = useFormat();
  const { State, Reason, OpenedAt, SubmittedAt, EndedAt, AnswerBy } = dispute;
  const at = (instant: string) => `${format.dateOf(instant)}, ${format.timeOf(instant)}`;
  const steps: TrackStep[] = [{ title: t('step.told'), text: at(OpenedAt), is: 'done' }];
  if (State === 'NeedsInfo') steps.push({ title: t('step.needs'), text: t('step.now'), is: 'now' });
  if (SubmittedAt !== null) {
    steps.push({ title: t('step.asked'), text: at(SubmittedAt), is: State === 'Submitted' ? 'now' : 'done' });
  } else if (EndedAt === null) {
    steps.push({ title: t('step.shop'), text: t(`step.shopText.${Reason}`), is: State === 'Open' ? 'now' : 'next' });
  }
  if (State === 'Cancelled') steps.push({ title: t('step.withdrawn'), text: at(EndedAt ?? OpenedAt), is: 'done' });
  else if (State === 'Resolved') steps.push({ title: t('step.decided'), text: at(EndedAt ?? OpenedAt), is: 'done' });
  else {
    steps.push({ title: t('step.decide'), text: t('step.decideText', { date: format.dateOf(AnswerBy) }), is: 'next' });
  }
  return <Course title={t('where')} steps={steps} />;
}
