import './offer-dialog.css';
import { disablePasscodeAlert } from '@wattle/contract/devices/device.ts';
import { useId, useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { turnNoticesOff, turnNoticesOn } from '../push/notices-on-device.ts';
import type { AddPasskeyDialog } from '../passkeys/passkey-dialogs.tsx';
import type { Offer } from './offer.domain.ts';
import { putOff } from './put-off.ts';
import { deviceUuid } from '../this-device.ts';

export type OfferDialogProps = {
  readonly offer: Offer;
  readonly noticesKey: string | null;
  readonly onAnswered: () => void;
};

export function OfferDialog({ offer, noticesKey, onAnswered }: OfferDialogProps) {
  if (offer === 'passkey') return <PasskeyOffer onAnswered={onAnswered} />;
  return offer === 'passcode' ? (
    <PasscodeOffer onAnswered={onAnswered} />
  ) : (
    <NoticesOffer noticesKey={noticesKey ?? ''} onAnswered={onAnswered} />
  );
}

type AnswersProps = {
  readonly accept: string;
  readonly onAccept: () => void;
  readonly onPutOff: () => void;
  readonly onDecline: () => void;
  readonly isBusy?: boolean;
};

function Answers({ accept, onAccept, onPutOff, onDecline, isBusy = false }: AnswersProps) {
  const t = useTexts('offers');
  return (
    <>
      <Button wide busy={isBusy} onClick={onAccept}>
        {accept}
      </Button>
      <Button wide tone="line" busy={isBusy} onClick={onPutOff}>
        {t('later')}
      </Button>
      <Button wide tone="text" busy={isBusy} onClick={onDecline}>
        {t('never')}
      </Button>
    </>
  );
}

type AddPasskey = typeof AddPasskeyDialog;

/** At the end of a set-up. Asked once in 14 days: Ways to sign in always has the same choice. */
function PasskeyOffer({ onAnswered }: Pick<OfferDialogProps, 'onAnswered'>) {
  const t = useTexts('offers');
  const id = useId();
  const [Adding, setAdding] = useState<AddPasskey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      const { AddPasskeyDialog } = await import('../passkeys/passkey-dialogs.tsx');
      setAdding(() => AddPasskeyDialog);
    } catch {
      setBusy(false);
    }
  };
  const end = () => {
    putOff('passkey');
    onAnswered();
  };
  if (Adding) {
    return (
      <Adding
        onDone={(words) => {
          showToast({ text: words });
          end();
        }}
        onClose={end}
      />
    );
  }
  return (
    <Dialog
      title={t('passkey.title')}
      describedBy={id}
      onDismiss={end}
      actions={
        <>
          <Button wide busy={isBusy} onClick={() => void add()}>
            {t('passkey.accept')}
          </Button>
          <Button wide tone="line" onClick={end}>
            {t('later')}
          </Button>
        </>
      }
    >
      <p id={id}>{t('passkey.text')}</p>
    </Dialog>
  );
}

function PasscodeOffer({ onAnswered }: Pick<OfferDialogProps, 'onAnswered'>) {
  const t = useTexts('offers');
  const navigate = useNavigate();
  const id = useId();
  const set = () => {
    onAnswered();
    void navigate(paths.setLoginPin());
  };
  const later = () => {
    putOff('passcode');
    onAnswered();
  };
  const decline = () => {
    // Without a response of the server it is offered again later.
    putOff('passcode');
    void call(disablePasscodeAlert, { body: { deviceuuid: deviceUuid() } });
    onAnswered();
  };
  return (
    <Dialog
      title={t('passcode.title')}
      describedBy={id}
      onDismiss={later}
      actions={<Answers accept={t('passcode.accept')} onAccept={set} onPutOff={later} onDecline={decline} />}
    >
      <p id={id}>{t('passcode.text')}</p>
    </Dialog>
  );
}

type NoticesState = 'asking' | 'working' | 'on' | 'denied' | 'failed';

function NoticesOffer({
  noticesKey,
  onAnswered,
}: Omit<OfferDialogProps, 'offer' | 'noticesKey'> & { noticesKey: string }) {
  const t = useTexts('offers');
  const id = useId();
  const [state, setState] = useState<NoticesState>('asking');
  const isOver = state === 'on' || state === 'denied';
  const allow = async () => {
    setState('working');
    const outcome = await turnNoticesOn(noticesKey);
    setState(outcome === 'undecided' ? 'asking' : outcome);
  };
  const later = () => {
    if (!isOver) putOff('notices');
    onAnswered();
  };
  const decline = () => {
    putOff('notices');
    void turnNoticesOff();
    onAnswered();
  };
  return (
    <Dialog
      title={t('notices.title')}
      describedBy={id}
      onDismiss={later}
      actions={
        isOver ? (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button that had the focus is gone; in a dialog nothing else should get it.
          <Button wide autoFocus onClick={onAnswered}>
            {t('notices.close')}
          </Button>
        ) : (
          <Answers
            accept={t(state === 'working' ? 'notices.busy' : 'notices.accept')}
            onAccept={() => void allow()}
            onPutOff={later}
            onDecline={decline}
            isBusy={state === 'working'}
          />
        )
      }
    >
      <p id={id}>{t(isOver ? `notices.${state}` : 'notices.text')}</p>
      <p className="offer__failed" role="alert">
        {state === 'failed' ? t('notices.failed') : null}
      </p>
    </Dialog>
  );
}
