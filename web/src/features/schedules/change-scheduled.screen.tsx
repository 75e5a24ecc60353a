import './schedules.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { getScheduledPayments, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operationKey, useOperation } from '../../api/use-operation.ts';
import { useNow } from '../../api/use-now.ts';
import { FormPage } from '../../form/form-page.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Link, useNavigate, useParams } from '../../router/public.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { BackLink } from '../../ui/pages/back-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useCards } from '../cards/public.ts';
import { ScheduleFields } from '../transfers/schedule/schedule-fields.part.tsx';
import { fieldsOf, methodOf, openChange } from './change-rules.ts';
import { mayChange } from './scheduled.domain.ts';

/** Changes a scheduled payment: how much, how often, from when and until when. Never whom it pays. */
export function ChangeScheduledScreen() {
  const { selected, key, failure, refetch } = useCards();
  if (selected) return <OfAccount key={key} card={selected} />;
  return failure ? <LoadFailed failure={failure} onRetry={refetch} /> : <SkeletonRows count={4} />;
}

function OfAccount({ card }: { readonly card: CardSummary }) {
  const t = useTexts('schedules');
  const { id = '' } = useParams();
  const today = useFormat().dayOf(useNow());
  const { AccountNumber: accountNumber } = card;
  const { data, failure, refetch } = useOperation(getScheduledPayments, { query: { accountNumber } });
  const payment = data && [...data.transferPayments, ...data.bpayPayments].find((one) => one.id === id);
  // What is typed belongs to the schedule that was opened, whatever becomes of it meanwhile.
  const [opened, setOpened] = useState(payment);
  if (payment && !opened) setOpened(payment);
  const shown = opened ?? payment;
  if (shown && mayChange(shown, today)) return <ChangeForm payment={shown} accountNumber={accountNumber} />;
  if (failure && !data) return <LoadFailed failure={failure} onRetry={refetch} />;
  if (!data) return <SkeletonRows count={4} />;
  return (
    <div className="scheduled">
      <BackLink way={{ to: paths.scheduledPayments(), link: Link }} />
      <h1 className="scheduled__title">{t('change.title')}</h1>
      <div className="panel">
        <EmptyState
          picture={<AppIcon name="calendar" />}
          title={t(shown ? 'change.notNow' : 'one.gone')}
          text={t(shown ? 'change.notNowText' : 'one.goneText')}
        />
      </div>
    </div>
  );
}

type ChangeFormProps = { readonly payment: ScheduledPayment; readonly accountNumber: string };

function ChangeForm({ payment, accountNumber }: ChangeFormProps) {
  const t = useTexts('schedules');
  const transfers = useTexts('transfers');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const today = useFormat().dayOf(useNow());
  const method = methodOf(payment);
  const fields = fieldsOf(payment, { amount: transfers('missing.amount') });
  const [open] = useState(openChange);
  const form = useForm({
    fields,
    rules: open(payment, {
      fields,
      accountNumber,
      today,
      onDone: async (id) => {
        await Promise.all(
          [getScheduledPayments, getCards].map((stale) => cache.invalidateQueries({ queryKey: operationKey(stale) })),
        );
        showToast({ text: t('changed', { name: payment.accountName }) });
        await navigate(paths.scheduledPayment(id), { replace: true });
      },
    }),
  });
  const cents = amountInCents(form.values.amount);
  const { frequency, startDate: firstDay, monthDay, nextDate: nextDay } = payment;
  return (
    <FormPage
      form={form}
      className="schedule-change"
      title={t('change.title')}
      lead={t('change.lead', { name: payment.accountName })}
      back={{ to: paths.scheduledPayment(payment.id), link: Link }}
    >
      <AmountField {...form.field('amount')} label={transfers('field.amount')} isLarge />
      <Segmented
        label={transfers('when')}
        options={[
          { value: 'later', label: t('once') },
          { value: 'regular', label: transfers('when.regular') },
        ]}
        value={form.values.schedule}
        onChange={(value) => form.setValue('schedule', value)}
      />
      <ScheduleFields
        form={form}
        method={method}
        dollars={cents === null ? null : cents / 100}
        changed={{ frequency, firstDay, nextDay, monthDay: monthDay ?? undefined }}
      />
      <Field
        {...form.field('description')}
        label={transfers('field.description')}
        hint={transfers('field.descriptionHint')}
        autoComplete="off"
      />
      <SubmitButton form={form}>{t('change.save')}</SubmitButton>
    </FormPage>
  );
}
