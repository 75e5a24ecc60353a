import {
  addDisputeFile,
  answerDispute,
  type Dispute,
  DISPUTE_TEXT_MAXIMUM,
  getDispute,
  withdrawDispute,
} from '@wattle/contract/disputes/dispute.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { Link } from '../../router/public.ts';
import { operationKey, useAction } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { isUnknown } from '../../form/form.domain.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { type DisputedRow, Payment } from './dispute-payment.tsx';
import { CourseOf } from './dispute-course.tsx';
import { sendFile } from './evidence.ts';

type DisputeStatusProps = {
  readonly row: DisputedRow;
  readonly found: ResponseOf<typeof getDispute>;
  readonly dispute: Dispute;
  readonly onAgain: () => void;
};

/** Status of a dispute, its messages, and a form for more. */
export function DisputeStatus({ found, dispute, onAgain }: DisputeStatusProps) {
  const t = useTexts('disputes');
  const format = useFormat();
  const { State, AnswerBy, Resolution, CreditedAmount } = dispute;
  const isOver = State === 'Resolved' || State === 'Cancelled';
  const lead =
    Resolution === null
      ? t(`lead.${State}`, { date: format.dateOf(AnswerBy) })
      : t(`resolution.${Resolution}`, { amount: format.money(CreditedAmount ?? 0) });
  return (
    <JourneyPage title={t(`state.${State}`)} lead={lead} back={{ to: paths.transactions(), link: Link }}>
      <CourseOf dispute={dispute} />
      <Messages dispute={dispute} isOver={isOver} />
      <section className="panel dispute-facts">
        <Payment row={found.Transaction} />
        <SummaryList
          rows={[
            { term: t('disputed'), value: format.money(dispute.Amount) },
            ...(dispute.ProvisionalAmount === null
              ? []
              : [{ term: t('provisionalTerm'), value: format.money(dispute.ProvisionalAmount) }]),
            { term: t('reasonTerm'), value: t(`reason.${dispute.Reason}`) },
            { term: t('reference'), value: dispute.Reference },
            ...(dispute.Files.length === 0
              ? []
              : [{ term: t('files.sent'), value: dispute.Files.map(({ Name }) => Name).join(', ') }]),
          ]}
        />
      </section>
      {isOver ? null : <Withdraw dispute={dispute} />}
      {State === 'Cancelled' && found.CanDispute ? (
        <Button tone="tonal" wide onClick={onAgain}>
          {t('again')}
        </Button>
      ) : null}
    </JourneyPage>
  );
}

function useRefetched(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: operationKey(getDispute) });
}

function Messages({ dispute, isOver }: { readonly dispute: Dispute; readonly isOver: boolean }) {
  const t = useTexts('disputes');
  const format = useFormat();
  const said = [{ IsFromUs: false, Text: dispute.Explanation, At: dispute.OpenedAt }, ...dispute.Messages];
  return (
    <section aria-label={t('messages')} className="dispute-talk">
      <h2 className="dispute-heading">{t('messages')}</h2>
      <ul className="dispute-talk__list">
        {said.map(({ IsFromUs, Text, At }) => (
          <li className="panel dispute-talk__one" key={`${At} ${Text}`}>
            <p>
              <b>{t(IsFromUs ? 'team' : 'you')}</b> <span className="dispute-talk__when">{format.dateOf(At)}</span>
            </p>
            <p className="dispute-talk__words">{Text}</p>
          </li>
        ))}
      </ul>
      {isOver ? null : <Answer dispute={dispute} />}
    </section>
  );
}

function Answer({ dispute }: { readonly dispute: Dispute }) {
  const t = useTexts('disputes');
  const wordsOf = useFailureWords();
  const refetch = useRefetched();
  const [problem, setProblem] = useState<string | null>(null);
  const fields = { words: { label: t('message.label'), called: t('message.called') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: answerDispute,
      body: ({ words }) => ({ DisputeId: dispute.DisputeId, Text: words }),
      names: { Text: 'words' },
      onDone: async () => {
        form.setValue('words', '');
        await refetch();
      },
      // Without a response the message may have been saved: it is refetched to prevent a duplicate.
      onRefused: async ({ status }) => {
        if (isUnknown(status)) await refetch();
        return undefined;
      },
    }),
  });
  const addFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    setProblem(null);
    const sent = await sendFile(dispute.DisputeId, file);
    if (!sent.ok) setProblem(t('files.failed', { name: file.name, reason: wordsOf(sent) }));
    await refetch();
  };
  return (
    <form className="dispute-form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <TextArea {...form.field('words')} label={t('message.label')} limit={DISPUTE_TEXT_MAXIMUM} />
      <SubmitButton form={form} tone="tonal">
        {t('message.send')}
      </SubmitButton>
      <label className="button button--text">
        {t('addFile')}
        <input
          className="visually-hidden"
          type="file"
          accept="application/pdf,image/jpeg,image/png"
          onChange={(event) => void addFile(event)}
          name={addDisputeFile.name}
        />
      </label>
      <div role="alert">{problem === null ? null : <p className="evidence__problem">{problem}</p>}</div>
    </form>
  );
}

function Withdraw({ dispute }: { readonly dispute: Dispute }) {
  const ui = useTexts('ui');
  const t = useTexts('disputes');
  const wordsOf = useFailureWords();
  const [isAsking, setAsking] = useState(false);
  const action = useAction(withdrawDispute, {
    invalidates: [getDispute],
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button tone="text" onClick={() => setAsking(true)}>
        {t('withdraw')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('withdraw.title')}
          action={t('withdraw')}
          leave={ui('keepIt')}
          isDangerous
          busy={action.isPending}
          error={action.failure ? wordsOf(action.failure) : undefined}
          onConfirm={() => action.run({ body: { DisputeId: dispute.DisputeId } })}
          onCancel={() => setAsking(false)}
        >
          {t('withdraw.text')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
