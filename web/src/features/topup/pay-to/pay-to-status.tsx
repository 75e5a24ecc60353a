import './pay-to.css';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { type AutoTopup, cancelAutoTopup, getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { pausePayTo, resumePayTo } from '@wattle/contract/topup/pay-to.ts';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useOpenSection } from '../../../journey/edit-section.tsx';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/public.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Stroke } from '../../../ui/charts/stroke.tsx';
import { Track } from '../../../ui/charts/track.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RoundPicture, type RoundPictureTone } from '../../../ui/round-picture.tsx';
import { AmountsEdit } from '../auto/auto-edits.tsx';
import type { AutoTopupOf } from '../auto/auto-fields.ts';
import { Past } from '../auto/past-topups.tsx';
import { SetUpStopped } from '../auto/set-up-stopped.tsx';
import { WaitsForNotice } from '../auto/waits-for-notice.tsx';
import { SetUpAutoTopup } from './pay-to-form.tsx';

const STALE = [getActiveAutoTopup, getAutoTopupAccounts, getCards, getCardDetails];
const PAUSE = 'M9 6.5v11M15 6.5v11';
const BANK = 'M3.5 9.5 12 4.5l8.5 5zM6.5 12.5v5M10.2 12.5v5M13.8 12.5v5M17.5 12.5v5M4 20.5h16';
const SHOWN_DIGITS = 4;
/** Reasons of a pause of ours that have separate words. */
const OUR_REASONS = ['noFunds', 'limit', 'ours'];

type PayTo = NonNullable<AutoTopup['payTo']>;
type Props = {
  readonly memberNumber: string;
  readonly all: AutoTopupOf;
  readonly topup: AutoTopup;
  readonly payTo: PayTo;
};

/** An automatic top-up by PayTo in its state, and what its holder can do. */
export function PayToStatus({ memberNumber, all, topup, payTo }: Props) {
  const [form, setForm] = useState<'payTo' | 'debit' | null>(null);
  const typed = {
    trigger: amountText(topup.minBalance * 100),
    amount: amountText(topup.amount * 100),
    bsb: topup.bsb,
    accountNumber: topup.accountNumber,
    accountName: topup.accountName,
  };
  if (form !== null && all.SetUpStopped) return <SetUpStopped stopped={all.SetUpStopped} />;
  if (form !== null) {
    const { bsb, accountNumber, ...others } = typed;
    const given = form === 'debit' || payTo.state !== 'unsupported' ? typed : others;
    return (
      <SetUpAutoTopup
        memberNumber={memberNumber}
        all={all}
        typed={given}
        isDebit={form === 'debit'}
        onDone={() => setForm(null)}
      />
    );
  }
  const parts = { memberNumber, all, topup, payTo };
  switch (payTo.state) {
    case 'waiting':
      return <Waiting {...parts} />;
    case 'active':
      return <Active {...parts} />;
    case 'paused':
      return <Paused {...parts} onOther={() => setForm('payTo')} />;
    default:
      return <Over {...parts} onForm={setForm} />;
  }
}

type StateProps = {
  readonly tone: RoundPictureTone;
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
};

function State({ tone, picture, title, text, children }: StateProps) {
  return (
    <div className="pay-to">
      <RoundPicture tone={tone}>{picture}</RoundPicture>
      <h2>{title}</h2>
      <p className="pay-to__text">{text}</p>
      {children}
    </div>
  );
}

function Waiting({ memberNumber, topup, payTo }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const { bsb, accountNumber } = topup;
  const account = `${bsb.slice(0, 3)}-${bsb.slice(3)} ··${accountNumber.slice(-SHOWN_DIGITS)}`;
  const by = { date: format.dateOf(payTo.respondBy), time: format.timeOf(payTo.respondBy), payee: payTo.payee };
  return (
    <State
      tone="info"
      picture={<Icon name="clock" />}
      title={t('payTo.waiting.title')}
      text={t('payTo.waiting.text', by)}
    >
      <dl className="pay-to__rows">
        <div>
          <dt>{t('payTo.account')}</dt>
          <dd className="figures">{account}</dd>
        </div>
        <div>
          <dt>{t('payTo.shownAs')}</dt>
          <dd>{payTo.shownAs}</dd>
        </div>
        <div>
          <dt>{t('payTo.upTo')}</dt>
          <dd>{t('payTo.aDay', { amount: format.money(payTo.dayMost) })}</dd>
        </div>
      </dl>
      <p className="topup__key">{t('payTo.waiting.none')}</p>
      <End memberNumber={memberNumber} topup={topup} label={t('payTo.waiting.cancel')} />
    </State>
  );
}

function Active({ memberNumber, all, topup, payTo }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const section = useOpenSection();
  const wordsOf = useErrorTexts();
  const pause = useAction(pausePayTo, { invalidates: STALE });
  const [trigger, amount] = [format.money(topup.minBalance), format.money(topup.amount)];
  const [last] = all.Past.filter(({ State: is }) => is === 'credited');
  return (
    <State
      tone="ok"
      picture={<Icon name="check" />}
      title={t('payTo.active.title')}
      text={t('payTo.active.text', { trigger, amount, bank: topup.bankName })}
    >
      <FailedLast topup={topup} payTo={payTo} />
      <ResetNotice topup={topup} />
      <WaitsForNotice all={all} topup={topup} />
      <Track
        label={t('payTo.active.title')}
        steps={[
          ...(payTo.lastAt !== null && last
            ? [
                {
                  title: t('payTo.added', { amount: format.money(last.Amount) }),
                  text: `${format.dateOf(payTo.lastAt)}, ${format.timeOf(payTo.lastAt)}`,
                  is: 'done' as const,
                },
              ]
            : []),
          { title: t('payTo.nextRun', { trigger }), is: 'next' },
        ]}
      />
      <AmountsEdit memberNumber={memberNumber} all={all} topup={topup} section={section} />
      <Button
        tone="tonal"
        busy={pause.isPending}
        onClick={() => pause.run({ body: { MemberNumber: memberNumber, AutoTopUpId: topup.id } })}
      >
        {t('payTo.pause')}
      </Button>
      {pause.failure ? <p role="alert">{wordsOf(wordsKeyOf(pause.failure))}</p> : null}
      <End memberNumber={memberNumber} topup={topup} label={t('payTo.end')} />
      <Past all={all} />
    </State>
  );
}

/** Its last debit was refused, and is tried again. */
function FailedLast({ topup, payTo }: Pick<Props, 'topup' | 'payTo'>) {
  const t = useTexts('topup');
  const format = useFormat();
  if (payTo.trouble === null || topup.retryOn === null) return null;
  const amount = format.money(topup.amount);
  const date = format.dateOf(topup.retryOn);
  return (
    <Banner tone="warning" title={t('payTo.short.title', { amount })}>
      <p>{t(payTo.trouble === 'noFunds' ? 'payTo.short.text' : 'payTo.short.noReason', { amount, date })}</p>
      <Link className={buttonClass({ tone: 'tonal' })} to={paths.topup()} state={{ way: null }}>
        {t('payTo.short.now')}
      </Link>
    </Banner>
  );
}

/** It was set up or changed shortly before the password was reset. */
function ResetNotice({ topup }: Pick<Props, 'topup'>) {
  const t = useTexts('topup');
  if (!topup.isWaiting) return null;
  return (
    <Banner tone="warning" title={t('auto.waiting.title')}>
      <p>{t('auto.waiting.text')}</p>
      <Link className={buttonClass({ tone: 'tonal' })} to={paths.accountCheck()}>
        {t('auto.waiting.check')}
      </Link>
    </Banner>
  );
}

function Paused({ memberNumber, all, topup, payTo, onOther }: Props & { readonly onOther: () => void }) {
  const t = useTexts('topup');
  const section = useOpenSection();
  const wordsOf = useErrorTexts();
  const resume = useAction(resumePayTo, { invalidates: STALE });
  const { pausedBy, trouble } = payTo;
  const isOurs = pausedBy === 'us';
  const words = isOurs && trouble !== null && OUR_REASONS.includes(trouble) ? trouble : (pausedBy ?? 'us');
  const isWarning = pausedBy === 'scheme' || words !== pausedBy;
  return (
    <State
      tone={isWarning ? 'warn' : 'quiet'}
      picture={isWarning ? <Icon name="warning" /> : <Stroke shape={PAUSE} />}
      title={t(`payTo.paused.${words}.title`)}
      text={t(`payTo.paused.${words}.text`)}
    >
      {trouble === 'limit' && isOurs ? (
        <AmountsEdit memberNumber={memberNumber} all={all} topup={topup} section={section} />
      ) : null}
      {isOurs && !payTo.isResuming ? (
        <Button
          busy={resume.isPending}
          onClick={() => resume.run({ body: { MemberNumber: memberNumber, AutoTopUpId: topup.id } })}
        >
          {t('payTo.resume')}
        </Button>
      ) : null}
      {payTo.isResuming ? <p role="status">{t('payTo.resuming')}</p> : null}
      {resume.failure ? <p role="alert">{wordsOf(wordsKeyOf(resume.failure))}</p> : null}
      {pausedBy === 'scheme' ? <Button onClick={onOther}>{t('payTo.other')}</Button> : null}
      <End memberNumber={memberNumber} topup={topup} label={t('payTo.end')} />
    </State>
  );
}

type OverProps = Props & { readonly onForm: (form: 'payTo' | 'debit') => void };

/** It has ended, or was never approved. Another agreement or a direct debit takes its place. */
function Over({ memberNumber, all, topup, payTo, onForm }: OverProps) {
  const t = useTexts('topup');
  const format = useFormat();
  const { state, trouble } = payTo;
  const isNotPossible = state === 'unsupported';
  const words = state === 'ended' && trouble === 'account' ? 'ended.account' : state;
  const picture = isNotPossible ? (
    <Stroke shape={BANK} />
  ) : (
    <Icon name={state === 'expired' ? 'clock' : state === 'declined' ? 'close' : 'warning'} />
  );
  return (
    <State
      tone={state === 'failed' || state === 'ended' ? 'warn' : 'quiet'}
      picture={picture}
      title={t(`payTo.${words}.title`)}
      text={t(`payTo.${words}.text`, { date: format.dateOf(payTo.respondBy) })}
    >
      {all.SetUpStopped ? (
        <SetUpStopped stopped={all.SetUpStopped} />
      ) : isNotPossible ? (
        <>
          <Button onClick={() => onForm('debit')}>{t('payTo.useDebit')}</Button>
          <Button tone="line" onClick={() => onForm('payTo')}>
            {t('payTo.other')}
          </Button>
        </>
      ) : (
        <Button onClick={() => onForm('payTo')}>{t('payTo.again')}</Button>
      )}
      <End memberNumber={memberNumber} topup={topup} label={t('auto.cancel.action')} />
    </State>
  );
}

function End({ memberNumber, topup, label }: Pick<Props, 'memberNumber' | 'topup'> & { readonly label: string }) {
  const ui = useTexts('ui');
  const t = useTexts('topup');
  const wordsOf = useErrorTexts();
  const [isAsking, setAsking] = useState(false);
  const action = useAction(cancelAutoTopup, { invalidates: STALE, onSuccess: () => setAsking(false) });
  return (
    <>
      <Button tone="line" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('payTo.end.title')}
          action={label}
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
          {t('payTo.end.text')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
