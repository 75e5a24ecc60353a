import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Banner, type BannerTone } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { State } from './specimen.tsx';

const WITH_TITLE: readonly BannerTone[] = ['warning', 'danger'];

export function Banners() {
  const t = useTexts('sandbox');
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere ? (
        <State name={t('banners.info')}>
          <Banner onDismiss={() => setThere(false)}>{t('banners.infoText')}</Banner>
        </State>
      ) : null}
      <State name={t('banners.ok')}>
        <Banner tone="ok">{t('banners.okText')}</Banner>
      </State>
      {WITH_TITLE.map((tone) => (
        <State key={tone} name={t(`banners.${tone}`)}>
          <Banner tone={tone} title={t(`banners.${tone}Title`)}>
            {t(`banners.${tone}Text`)}
          </Banner>
        </State>
      ))}
    </>
  );
}

export function Toasts() {
  const t = useTexts('sandbox');
  const [isScheduled, setScheduled] = useState(true);
  const cancel = () => {
    setScheduled(false);
    showToast({
      text: t('toasts.cancelled'),
      action: { label: t('toasts.undo'), onPress: () => setScheduled(true) },
    });
  };
  return (
    <>
      <p>{t(isScheduled ? 'toasts.scheduled' : 'toasts.notScheduled')}</p>
      <div className="specimen__row">
        <Button small tone="tonal" onClick={() => showToast({ text: t('toasts.savedText') })}>
          {t('toasts.save')}
        </Button>
        <Button small tone="line" onClick={cancel}>
          {t('toasts.cancel')}
        </Button>
      </div>
    </>
  );
}

type Asking = 'turnOff' | 'stolen' | 'failing';

export function Dialogs() {
  const ui = useTexts('ui');
  const t = useTexts('sandbox');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [answer, setAnswer] = useState('');
  const open = (what: Asking) => {
    setFailed(false);
    setAsking(what);
  };
  const close = (words: string) => {
    setAsking(null);
    setAnswer(words);
  };
  return (
    <>
      <div className="specimen__row">
        {(['turnOff', 'stolen', 'failing'] as const).map((what) => (
          <Button key={what} small tone="tonal" onClick={() => open(what)}>
            {t(`dialogs.${what}`)}
          </Button>
        ))}
      </div>
      <p className="specimen__name" role="status">
        {answer}
      </p>
      {asking === null ? null : (
        <ConfirmDialog
          title={t(`dialogs.${asking}Title`)}
          action={t(`dialogs.${asking}Action`)}
          leave={ui('cancel')}
          isDangerous={asking === 'stolen'}
          error={hasFailed ? t('dialogs.failed') : undefined}
          onConfirm={() => (asking === 'failing' ? setFailed(true) : close(t('dialogs.confirmed')))}
          onCancel={() => close(t('dialogs.left'))}
        >
          <p>{t(`dialogs.${asking}Text`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
