import '../../ui/pages/panel.css';
import { cancelWaiting, type getAccountCheck, keepWaiting } from '@wattle/contract/account-check/account-check.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { PROOF_NEEDED } from '../../api/proof.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { withHyphen } from '../transfers/public.ts';
import type { News } from './news.ts';

type Waiting = ResponseOf<typeof getAccountCheck>['Waiting'][number];

type WaitingListProps = {
  readonly waiting: readonly Waiting[];
  /** Called after the payment was kept or cancelled. */
  readonly onDone: (news: News) => void;
};

/** Pending payments and automatic top-ups, each to be kept or cancelled. */
export function WaitingList({ waiting, onDone }: WaitingListProps) {
  const t = useTexts('accountCheck');
  const wordsOf = useErrorTexts();
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState('');
  const [cancelling, setCancelling] = useState<Waiting | null>(null);
  const keep = async ({ Kind, Id }: Waiting) => {
    setBusy(Id);
    setFailed('');
    const answer = await call(keepWaiting, { body: { Kind, Id } });
    setBusy(null);
    if (answer.ok) onDone(Kind === 'topUp' ? 'keep.doneTopUp' : 'keep.done');
    // Without a proof the person has cancelled.
    else if (answer.code !== PROOF_NEEDED) setFailed(wordsOf(wordsKeyOf(answer)));
  };
  return (
    <section className="panel panel--padded account-check__section" aria-labelledby="account-check-waiting">
      <h2 id="account-check-waiting">{t('waiting.title')}</h2>
      <p className="account-check__text">{t('waiting.text')}</p>
      <p className="account-check__failed" role="alert">
        {failed}
      </p>
      <ul className="account-check__list">
        {waiting.map((one) => (
          <WaitingRow
            key={one.Id}
            waiting={one}
            isBusy={busy === one.Id}
            onKeep={() => (busy === null ? void keep(one) : undefined)}
            onCancel={() => setCancelling(one)}
          />
        ))}
      </ul>
      {cancelling ? (
        <CancelWaiting
          waiting={cancelling}
          onClose={() => setCancelling(null)}
          onDone={() => {
            setCancelling(null);
            onDone('cancel.done');
          }}
        />
      ) : null}
    </section>
  );
}

type RowProps = {
  readonly waiting: Waiting;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onCancel: () => void;
};

function WaitingRow({ waiting, isBusy, onKeep, onCancel }: RowProps) {
  const t = useTexts('accountCheck');
  const format = useFormat();
  const { Name: name, Amount, MadeAt, NextDate, MayBeKept, Bsb, Destination, Kind } = waiting;
  const amount = format.money(Amount);
  const kind = kindWord(waiting);
  const to =
    Kind === 'topUp'
      ? t('waiting.toAccount', { account: Destination })
      : [Bsb && withHyphen(Bsb), Destination].filter(Boolean).join(' · ');
  return (
    <li className="account-check__row">
      <p className="account-check__name">{name}</p>
      <b className="account-check__amount">{amount}</b>
      <div className="account-check__details">
        <p className="account-check__text">
          {t(`waiting.kind.${kind}`)} · {to}
        </p>
        <p className="account-check__text">
          {t('waiting.made', { date: format.dateOf(MadeAt), time: format.timeOf(MadeAt) })}
        </p>
        {MayBeKept ? null : <p className="account-check__text">{t('waiting.past')}</p>}
        {NextDate === null ? null : (
          <p className="account-check__text">
            {t(kind === 'regular' ? 'waiting.next' : 'waiting.on', { date: format.dateOf(NextDate) })}
          </p>
        )}
      </div>
      <div className="account-check__actions">
        {MayBeKept ? (
          <Button tone="tonal" small busy={isBusy} onClick={onKeep}>
            {t('keep')}
            <span className="visually-hidden">
              {' '}
              {amount} {name}
            </span>
          </Button>
        ) : null}
        <Button tone="line" small onClick={onCancel}>
          {t('waiting.cancel')}
          <span className="visually-hidden">
            {' '}
            {amount} {name}
          </span>
        </Button>
      </div>
    </li>
  );
}

const CANCEL_TEXT = { payment: 'cancel.textHeld', schedule: 'cancel.text', topUp: 'cancel.textTopUp' } as const;

type CancelProps = { readonly waiting: Waiting; readonly onDone: () => void; readonly onClose: () => void };

function CancelWaiting({ waiting: { Kind, Id, Name: name, Amount }, onDone, onClose }: CancelProps) {
  const t = useTexts('accountCheck');
  const format = useFormat();
  const wordsOf = useErrorTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const cancel = async () => {
    setIsBusy(true);
    const answer = await call(cancelWaiting, { body: { Kind, Id } });
    setIsBusy(false);
    // One that is gone already is cancelled too.
    if (answer.ok || answer.status === 404) onDone();
    else setError(wordsOf(wordsKeyOf(answer)));
  };
  return (
    <ConfirmDialog
      title={t('cancel.title')}
      action={t('cancel.action')}
      leave={t('cancel.leave')}
      isDangerous
      busy={isBusy}
      error={error}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      {t(CANCEL_TEXT[Kind], { amount: format.money(Amount), name })}
    </ConfirmDialog>
  );
}

const ONCE = 21;

/** Picks the noun for a pending payment: a schedule runs once or regularly. */
function kindWord({ Kind, Frequency }: Pick<Waiting, 'Kind' | 'Frequency'>) {
  if (Kind !== 'schedule') return Kind;
  return Frequency === ONCE ? 'once' : 'regular';
}
