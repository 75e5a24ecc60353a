import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useFormat } from '../../i18n/format.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Link, useNavigate } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toPaidBefore } from './scheduled.domain.ts';

type RunTroubleProps = {
  readonly payment: ScheduledPayment;
  readonly run: ScheduledPayment['runs'][number];
  readonly onHide?: () => void;
};

/** Why the last payment was not made, and what can be done. */
export function FailedRun({ payment, run, onHide }: RunTroubleProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const owned = useOwnedMoney();
  const wordsOf = useErrorTexts();
  const navigate = useNavigate();
  const payNow = async () =>
    (await import('../transfers/pay-again.part.tsx')).repeatPayment(toPaidBefore(payment), navigate);
  const amount = format.money(payment.amount);
  const available = run.available === null ? null : owned(run.available);
  const isOver = run.state !== 'Retry';
  const why =
    run.state === 'Missed'
      ? t('missed.text')
      : run.state === 'Retry'
        ? t('retry.text', { amount, available: available ?? '' })
        : available === null
          ? wordsOf(run.errorCode ?? '')
          : t('failed.funds', { amount, available });
  const title = run.state === 'Missed' ? 'missed' : run.state === 'Retry' ? 'retry' : 'failed';
  return (
    <div className="scheduled__trouble">
      <p>
        <b>{t(title, { date: format.dateOf(run.plannedDate) })}</b> {why}{' '}
        {isOver && payment.state === 'Active' ? t('goesOn') : null}
      </p>
      {isOver ? (
        <div className="scheduled__tools">
          {payment.isReturnOfFunds ? (
            <Link className={buttonClass({ small: true })} to={paths.returnFund()}>
              {t('returnAgain')}
            </Link>
          ) : (
            <Button small onClick={() => void payNow()}>
              {t('payNow', { amount })}
              <span className="visually-hidden"> {payment.accountName}</span>
            </Button>
          )}
          {onHide ? (
            <Button tone="text" small onClick={onHide}>
              {t('hide')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
