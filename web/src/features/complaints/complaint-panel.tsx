import {
  addComplaintFile,
  answerComplaint,
  type Complaint,
  COMPLAINT_TEXT_MAXIMUM,
  type ComplaintEnding,
} from '@wattle/contract/complaints/complaint.ts';
import { type ChangeEvent, useId, useState } from 'react';
import type { CallFailure, CallResult } from '../../api/send.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { NamedRow } from '../transactions/named-row.part.tsx';
import { RoundPicture, type RoundPictureTone } from '../../ui/round-picture.tsx';

type PanelProps = {
  readonly complaint: Complaint;
  readonly write: (words: string) => Promise<CallResult<Complaint>>;
  readonly end: (how: ComplaintEnding) => Promise<CallResult<Complaint>>;
  /** Absent: files are not taken here. */
  readonly addFile?: (file: File) => Promise<CallResult<Complaint>>;
};

const PICTURE: Readonly<Record<Complaint['State'], readonly [icon: IconName, tone: RoundPictureTone]>> = {
  Received: ['check', 'ok'],
  Working: ['info', 'info'],
  Answered: ['info', 'info'],
  WithAfca: ['info', 'info'],
  Closed: ['check', 'ok'],
  Withdrawn: ['close', 'quiet'],
};

/** Where a complaint is, what both sides have written, and what its person can do. */
export function ComplaintPanel({ complaint, write, end, addFile }: PanelProps) {
  const t = useTexts('complaints');
  const format = useFormat();
  const id = useId();
  const { State, Reference, Handler, AnswerBy, AcknowledgeBy, Outcome, Subject, Files, Way, To } = complaint;
  const isOver = State === 'Closed' || State === 'Withdrawn';
  const [icon, tone] = PICTURE[State];
  const title = State === 'Working' && Handler !== null ? t('state.WorkingBy', { name: Handler }) : t(`state.${State}`);
  const date = State === 'Received' ? format.dateOf(AcknowledgeBy) : format.dateOf(AnswerBy);
  return (
    <section className="panel panel--padded complaint" aria-labelledby={id}>
      <RoundPicture tone={tone}>
        <Icon name={icon} />
      </RoundPicture>
      <h2 id={id}>{title}</h2>
      <p>{t(`text.${State}`, { reference: Reference, date })}</p>
      {State === 'Answered' && Outcome !== null ? (
        <p className="complaint__outcome">{t(`outcome.${Outcome}`)}</p>
      ) : null}
      {complaint.Transaction ? (
        <p className="complaint__row">
          <NamedRow row={complaint.Transaction} />
        </p>
      ) : null}
      <Course complaint={complaint} />
      <Messages complaint={complaint} />
      {Files.length > 0 ? (
        <p className="complaint__quiet">
          {t('files.sent')}: {Files.map(({ Name }) => Name).join(', ')}
        </p>
      ) : null}
      <p className="complaint__quiet">
        {t(`about.${Subject}`)}
        {isOver || ((Way === 'email' || Way === 'sms') && To === '') ? null : <> · {t(`told.${Way}`, { to: To })}</>}
      </p>
      {isOver ? null : <Write write={write} complaintId={complaint.ComplaintId} addFile={addFile} />}
      {State === 'Answered' ? <End how="settled" end={end} /> : null}
      {State === 'Received' || State === 'Working' ? <End how="withdrawn" end={end} /> : null}
    </section>
  );
}

function Course({ complaint }: { readonly complaint: Complaint }) {
  const t = useTexts('complaints');
  const format = useFormat();
  const { State, OpenedAt, AcknowledgedAt, AcknowledgeBy, AnsweredAt, AnswerBy } = complaint;
  if (State === 'Withdrawn' || State === 'WithAfca') return null;
  const at = (instant: string) => `${format.dateOf(instant)}, ${format.timeOf(instant)}`;
  const by = (day: string) => t('step.by', { date: format.dateOf(day) });
  const isAnswered = AnsweredAt !== null && State !== 'Working';
  const steps: TrackStep[] = [{ title: t('step.sent'), text: at(OpenedAt), is: 'done' }];
  if (AcknowledgedAt !== null) steps.push({ title: t('step.reply'), text: at(AcknowledgedAt), is: 'done' });
  else if (State === 'Received') steps.push({ title: t('step.reply'), text: by(AcknowledgeBy), is: 'now' });
  if (isAnswered) steps.push({ title: t('step.answer'), text: at(AnsweredAt), is: 'done' });
  else if (State !== 'Closed') {
    steps.push({ title: t('step.answer'), text: by(AnswerBy), is: State === 'Working' ? 'now' : 'next' });
  }
  return <Track label={t('course')} steps={steps} />;
}

function Messages({ complaint: { Words, Wish, OpenedAt, Messages: sent } }: { readonly complaint: Complaint }) {
  const t = useTexts('complaints');
  const format = useFormat();
  const said = [{ IsFromUs: false, Text: Wish === '' ? Words : `${Words}\n\n${Wish}`, At: OpenedAt }, ...sent];
  return (
    <>
      <h3>{t('messages')}</h3>
      <ul className="complaint__messages">
        {said.map(({ IsFromUs, Text, At }) => (
          <li key={`${At} ${Text}`}>
            <p>
              <b>{t(IsFromUs ? 'team' : 'you')}</b> <span className="complaint__quiet">{format.dateOf(At)}</span>
            </p>
            <p className="complaint__words">{Text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

type WriteProps = Pick<PanelProps, 'write' | 'addFile'> & { readonly complaintId: string };

function Write({ write, addFile, complaintId }: WriteProps) {
  const t = useTexts('complaints');
  const wordsOf = useFailureWords();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const fields = { words: { label: t('message.label'), called: t('message.called'), id: `${id}-words` } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: answerComplaint,
      body: ({ words }) => ({ ComplaintId: complaintId, Text: words }),
      names: { Text: 'words' },
      send: ({ Text }) => write(Text),
      onDone: () => {
        form.setValue('words', '');
      },
    }),
  });
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file || !addFile) return;
    setProblem(null);
    const sent = await addFile(file);
    if (!sent.ok) setProblem(t('files.failed', { name: file.name, reason: wordsOf(sent) }));
  };
  return (
    <form className="complaint-form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <TextArea {...form.field('words')} label={t('message.label')} limit={COMPLAINT_TEXT_MAXIMUM} />
      <SubmitButton form={form} tone="tonal">
        {t('message.send')}
      </SubmitButton>
      {addFile ? (
        <label className="button button--text">
          {t('addFile')}
          <input
            className="visually-hidden"
            type="file"
            accept="application/pdf,image/jpeg,image/png"
            onChange={(event) => void add(event)}
            name={addComplaintFile.name}
          />
        </label>
      ) : null}
      <div role="alert">{problem === null ? null : <p className="complaint__problem">{problem}</p>}</div>
    </form>
  );
}

function End({ how, end }: { readonly how: ComplaintEnding; readonly end: PanelProps['end'] }) {
  const t = useTexts('complaints');
  const ui = useTexts('ui');
  const wordsOf = useFailureWords();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const words = how === 'settled' ? 'settle' : 'withdraw';
  const confirm = async () => {
    setBusy(true);
    const answer = await end(how);
    setBusy(false);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) setAsking(false);
  };
  return (
    <>
      <Button tone={how === 'settled' ? 'main' : 'text'} wide onClick={() => setAsking(true)}>
        {t(words)}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t(`${words}.title`)}
          action={t(words)}
          leave={ui('keepIt')}
          isDangerous={how === 'withdrawn'}
          busy={isBusy}
          error={failure ? wordsOf(failure) : undefined}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {t(`${words}.text`)}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
