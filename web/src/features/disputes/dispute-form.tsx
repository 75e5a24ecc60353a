import {
  DISPUTE_REASONS,
  DISPUTE_TEXT_MAXIMUM,
  type DisputeReason,
  getDispute,
  openDispute,
} from '@wattle/contract/disputes/dispute.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { operationKey } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { isUnknown } from '../../form/form.domain.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { showToast } from '../../ui/toasts.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { type DisputedRow, Payment } from './dispute-payment.tsx';
import { DisputeCourse } from './dispute-course.tsx';
import { sendFile } from './evidence.ts';
import { EvidencePicker } from './evidence-picker.tsx';

const REFUSED = '20301';

/** Reasons that may be about a part of the payment, so the person is asked for it. */
const isInPart = (reason: string) => reason === 'notReceived' || reason === 'noRefund';

type DisputeFormProps = { readonly row: DisputedRow; readonly found: ResponseOf<typeof getDispute> };

/** Form of a dispute. Files are uploaded once the dispute is lodged. */
export function DisputeForm({ row, found }: DisputeFormProps) {
  const t = useTexts('disputes');
  const format = useFormat();
  const wordsOf = useFailureWords();
  const cache = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const paid = Math.round(-found.Transaction.Amount * 100);
  const fields = {
    reason: { label: t('reason.label'), called: t('reason.called'), isChosen: true },
    shouldBe: { label: t('shouldBe.label'), called: t('shouldBe.called') },
    part: { label: t('part.label'), called: t('part.called'), initial: (paid / 100).toFixed(2) },
    explanation: { label: t('explanation.label'), called: t('explanation.called') },
  };
  /** Cents that are disputed; null while the typed text is not an amount up to the payment's. */
  const disputedOf = (values: Readonly<Record<'reason' | 'shouldBe' | 'part', string>>): number | null => {
    if (isInPart(values.reason)) {
      const part = amountInCents(values.part);
      return part === null || part === 0 || part > paid ? null : part;
    }
    if (values.reason !== 'amountWrong') return paid;
    const cents = amountInCents(values.shouldBe);
    return cents === null || cents >= paid ? null : paid - cents;
  };
  const askAgain = () => cache.invalidateQueries({ queryKey: operationKey(getDispute) });
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: openDispute,
      body: (values) => ({
        accountNumber: row.accountNumber,
        Sequence: row.sequence,
        Reason: values.reason as DisputeReason,
        Amount: (disputedOf(values) ?? paid) / 100,
        Explanation: values.explanation,
      }),
      names: { Reason: 'reason', Amount: 'shouldBe', Explanation: 'explanation' },
      also: (values) =>
        disputedOf(values) === null ? { [isInPart(values.reason) ? 'part' : 'shouldBe']: 'errorAmount' } : {},
      onDone: async (dispute) => {
        for (const file of files) {
          const sent = await sendFile(dispute.DisputeId, file);
          if (!sent.ok) showToast({ text: t('files.failed', { name: file.name, reason: wordsOf(sent) }) });
        }
        await askAgain();
      },
      // Without an answer the dispute may exist already, and then it cannot be opened again: the page shows it.
      onRefused: async ({ code, status, field }, values) => {
        if (isUnknown(status) || code === REFUSED) await askAgain();
        return field === 'Amount' && isInPart(values.reason) ? { problems: { part: 'errorAmount' } } : undefined;
      },
    }),
  });
  const { reason } = form.values;
  const disputed = disputedOf(form.values);
  return (
    <FormPage
      title={t('ask')}
      back={{ to: paths.transactions(), link: Link }}
      form={form}
      className="dispute-form"
      before={<Payment row={found.Transaction} />}
      side={<DisputeCourse answerBy={found.AnswerBy} reason={reason as DisputeReason | ''} />}
    >
      <RadioGroup
        {...form.field('reason')}
        name="reason"
        label={t('reason.label')}
        options={DISPUTE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason as DisputeReason | ''}
      />
      {reason === 'notMine' ? (
        <p>
          {t('notMineHint')} <Link to={paths.stopCard()}>{t('reportCard')}</Link>
        </p>
      ) : null}
      {reason === 'amountWrong' ? <AmountField {...form.field('shouldBe')} label={t('shouldBe.label')} /> : null}
      {isInPart(reason) ? <AmountField {...form.field('part')} label={t('part.label')} /> : null}
      <TextArea
        {...form.field('explanation')}
        label={t('explanation.label')}
        hint={t('explanation.hint')}
        limit={DISPUTE_TEXT_MAXIMUM}
      />
      <EvidencePicker files={files} onFiles={setFiles} />
      <SubmitButton form={form}>
        {disputed === null ? t('submitAny') : t('submit', { amount: format.money(disputed / 100) })}
      </SubmitButton>
    </FormPage>
  );
}
