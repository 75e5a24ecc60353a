import { getCards } from '@wattle/contract/cards/home.ts';
import {
  getScheduledPayments,
  type ScheduledPayment,
  skipScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DayLeaves } from '../transfers/schedule/day-leaves.part.tsx';
import { DeleteScheduled } from './delete-scheduled.tsx';
import { ScheduleSentence } from './schedule-sentence.tsx';
import { isRegular, mayChange } from './scheduled.domain.ts';

type SchedulePanelProps = {
  readonly payment: ScheduledPayment;
  readonly accountNumber: string;
  readonly onStopped?: () => void;
};

/** A schedule in one sentence with its next days, and what can be done about it. */
export function SchedulePanel({ payment, accountNumber, onStopped }: SchedulePanelProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  const [asked, setAsked] = useState<'skip' | 'stop' | null>(null);
  const { heldUntil, isWaiting, comingPayments, nextDate } = payment;
  const [next] = comingPayments;
  const maySkip = isRegular(payment) && heldUntil === null && !isWaiting && next !== undefined;
  return (
    <div className="schedule-panel">
      <ScheduleSentence payment={payment} />
      {isRegular(payment) ? <DayLeaves days={comingPayments.slice(0, 3)} /> : null}
      {isWaiting ? (
        <p className="scheduled__how">
          <Link to={paths.accountCheck()}>{t('waiting')}</Link>
        </p>
      ) : null}
      <div className="schedule-panel__acts">
        {mayChange(payment, format.dayOf(now)) ? (
          <Link to={paths.changeScheduled(payment.id)} className={buttonClass({ tone: 'tonal', wide: true })}>
            {t('change')}
            <span className="visually-hidden"> {payment.accountName}</span>
          </Link>
        ) : null}
        {maySkip ? (
          <Button tone="tonal" wide onClick={() => setAsked('skip')}>
            {t('skip', { date: format.relativeDay(next.paymentDate, now) })}
          </Button>
        ) : null}
        <Button tone="text" wide onClick={() => setAsked('stop')}>
          {t('stop')}
          <span className="visually-hidden"> {payment.accountName}</span>
        </Button>
      </div>
      {asked === 'skip' && nextDate !== null && next ? (
        <SkipPayment
          payment={payment}
          accountNumber={accountNumber}
          plannedDate={nextDate}
          day={format.dayInWords(next.paymentDate, now)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'stop' ? (
        <DeleteScheduled
          payment={payment}
          accountNumber={accountNumber}
          onClose={() => setAsked(null)}
          {...(onStopped ? { onStopped } : {})}
        />
      ) : null}
    </div>
  );
}

type SkipProps = Omit<SchedulePanelProps, 'onStopped'> & {
  readonly plannedDate: string;
  readonly day: string;
  readonly onClose: () => void;
};

/** Asks before the next payment is left out. */
function SkipPayment({ payment, accountNumber, plannedDate, day, onClose }: SkipProps) {
  const t = useTexts('schedules');
  const ui = useTexts('ui');
  const wordsOf = useErrorTexts();
  const action = useAction(skipScheduledPayment, {
    invalidates: [getScheduledPayments, getCards],
    onSuccess: () => {
      onClose();
      showToast({ text: t('skipped', { day }) });
    },
  });
  return (
    <ConfirmDialog
      title={t('skipTitle', { day })}
      action={t('skipAction')}
      leave={ui('keepIt')}
      busy={action.isPending}
      error={action.failure ? wordsOf(wordsKeyOf(action.failure)) : undefined}
      onConfirm={() => action.run({ body: { scheduledPaymentId: payment.id, accountNumber, plannedDate } })}
      onCancel={onClose}
    >
      {t('skipText', { name: payment.accountName })}
    </ConfirmDialog>
  );
}
