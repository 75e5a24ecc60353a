import {
  AUTO_TOPUP_STATUS,
  type AutoTopup,
  cancelAutoTopup,
  getActiveAutoTopup,
} from '@wattle/contract/topup/auto-topup.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { useBusinessDay } from '../../../api/use-business-day.ts';
import { useAction } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useOpenSection } from '../../../journey/edit-section.tsx';
import { paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Agreement } from './agreement.tsx';
import { AutoCurve } from './auto-curve.tsx';
import { AmountsEdit, BankEdit } from './auto-edits.tsx';
import { Past } from './past-topups.tsx';
import { SetUpStopped } from './set-up-stopped.tsx';
import { WaitsForNotice } from './waits-for-notice.tsx';
import type { AutoTopupOf } from './auto-fields.ts';

const STALE = [getActiveAutoTopup, getAutoTopupAccounts, getCards, getCardDetails];
const STATES = {
  [AUTO_TOPUP_STATUS.Active]: ['active', 'ok'],
  [AUTO_TOPUP_STATUS.Retry]: ['retry', 'warning'],
  [AUTO_TOPUP_STATUS.Expired]: ['expired', 'danger'],
  [AUTO_TOPUP_STATUS.Pending]: ['pending', 'info'],
} as const satisfies Record<AutoTopup['status'], readonly [string, BadgeTone]>;

type Props = { readonly memberNumber: string; readonly all: AutoTopupOf; readonly topup: AutoTopup };

/** Status of an automatic top-up with its editable settings. */
export function AutoTopupStatus({ memberNumber, all, topup }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const section = useOpenSection();
  const today = useBusinessDay();
  const [state, tone] = STATES[topup.status];
  const says = { trigger: format.money(topup.minBalance), amount: format.money(topup.amount), count: all.CreditDays };
  return (
    <div className="auto__standing">
      <p className="auto__state">
        <Badge tone={tone}>{t(`auto.state.${state}`)}</Badge>
      </p>
      <p className="auto__says">{t('auto.says', says)}</p>
      {state === 'pending' ? (
        <Banner title={t('auto.pending.title')}>
          <p>
            {t('auto.pending.text', {
              by: format.dateOf(topup.depositBy ?? all.DepositBy),
              until: format.dateOf(topup.codeUntil ?? all.DepositBy),
            })}
          </p>
          <Link className={buttonClass({ tone: 'tonal' })} to={paths.autoTopupActivate()}>
            {t('auto.pending.enter')}
          </Link>
        </Banner>
      ) : null}
      {topup.isWaiting ? (
        <Banner tone="warning" title={t('auto.waiting.title')}>
          <p>{t('auto.waiting.text')}</p>
          <Link className={buttonClass({ tone: 'tonal' })} to={paths.accountCheck()}>
            {t('auto.waiting.check')}
          </Link>
        </Banner>
      ) : null}
      <WaitsForNotice all={all} topup={topup} />
      {state === 'retry' ? (
        <Banner tone="warning" title={t('auto.retry.title')}>
          {topup.retryOn !== null && topup.retryOn >= today
            ? t('auto.retry.text', { date: format.dateOf(topup.retryOn) })
            : t('auto.retry.later', { trigger: says.trigger })}
        </Banner>
      ) : null}
      {state === 'expired' ? (
        <Banner tone="danger" title={t('auto.expired.title')}>
          {t('auto.expired.text')}
        </Banner>
      ) : null}
      {state === 'expired' ? null : (
        <AmountsEdit memberNumber={memberNumber} all={all} topup={topup} section={section} />
      )}
      {all.SetUpStopped ? (
        <SetUpStopped stopped={all.SetUpStopped} />
      ) : (
        <BankEdit memberNumber={memberNumber} all={all} topup={topup} section={section} />
      )}
      <h2>{t('auto.agreement.title')}</h2>
      <p className="topup__key">{t('auto.agreement.on', { date: format.dateOf(topup.acceptedAt) })}</p>
      <Agreement />
      <AutoCurve trigger={topup.minBalance} amount={topup.amount} />
      <Past all={all} />
      <Cancel memberNumber={memberNumber} topup={topup} />
    </div>
  );
}

function Cancel({ memberNumber, topup }: Pick<Props, 'memberNumber' | 'topup'>) {
  const ui = useTexts('ui');
  const t = useTexts('topup');
  const wordsOf = useErrorTexts();
  const [isAsking, setAsking] = useState(false);
  const action = useAction(cancelAutoTopup, { invalidates: STALE, onSuccess: () => setAsking(false) });
  return (
    <>
      <Button tone="line" onClick={() => setAsking(true)}>
        {t('auto.cancel.action')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('auto.cancel.title')}
          action={t('auto.cancel.action')}
          leave={ui('keepIt')}
          isDangerous
          busy={action.isPending}
          error={action.failure ? wordsOf(wordsKeyOf(action.failure)) : undefined}
          onConfirm={() => action.run({ body: { MemberNumber: memberNumber, AutoTopUpId: topup.id } })}
          onCancel={() => {
            action.reset();
            setAsking(false);
          }}
        >
          {t('auto.cancel.text')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
