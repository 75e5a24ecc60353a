import './gateway-frame.css';
import type { openedPayment } from '@wattle/contract/topup/card-topup.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type * as z from 'zod/mini';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import type { PaymentFrameState, PaymentMessage } from '../../payment-return/message.ts';
import { Icon } from '../../ui/icon.tsx';

const MESSAGE: PaymentMessage = 'wattle.payment';
const FRAME = 'gateway-frame';

/** One-time data that opens the gateway's page, kept in memory only. */
export type OpenedPayment = z.output<typeof openedPayment>;

type GatewayFrameProps = {
  readonly payment: OpenedPayment;
  /** The gateway has sent the browser back, or its page cannot be opened again. */
  readonly onEnd: (state: PaymentFrameState) => void;
};

/** The page of the payment service. The page around it uses its messages only as a sign to ask the server. */
export function GatewayFrame({ payment, onEnd }: GatewayFrameProps) {
  const t = useTexts('gateway');
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<string>('');
  const receive = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
    const { type, state } = (data ?? {}) as { type?: unknown; state?: PaymentFrameState };
    if (type === MESSAGE && (state === 'back' || state === 'gone')) onEnd(state);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    // Sid and Sst are good once.
    if (sent.current === payment.Sid) return;
    sent.current = payment.Sid;
    form.current?.submit();
  }, [payment.Sid]);
  const isPage = payment.Page === 'redirect';
  const isBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (isPage && persisted) onEnd('gone');
  });
  useEffect(() => {
    // The browser's way back may show this page as it was left.
    const listen = (event: PageTransitionEvent) => isBack(event);
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, []);
  return (
    <>
      <form ref={form} method="post" action={payment.url} target={isPage ? '_self' : FRAME} hidden>
        <input type="hidden" name="Sid" value={payment.Sid} />
        <input type="hidden" name="Sst" value={payment.Sst} />
        <input type="hidden" name="language" value={language} />
      </form>
      {isPage ? (
        <p className="gateway-leave" role="status">
          <span className="gateway-leave__spin" />
          {t('leave.text')}
        </p>
      ) : (
        // Apple Pay and Google Pay are offered by the service's page where the browser has them.
        <iframe ref={frame} name={FRAME} className="gateway-frame" title={t('frame.title')} allow="payment" />
      )}
    </>
  );
}

type GatewayNoteProps = {
  /** The payment service's page in a frame here; null: it comes after this page. */
  readonly payment: Pick<OpenedPayment, 'Page'> | null;
};

/** Says that the page where the card is entered belongs to the payment service. */
export function GatewayNote({ payment }: GatewayNoteProps) {
  const t = useTexts('gateway');
  return (
    <p className="gateway-note">
      <Icon name="lock" size="s" />
      {t(payment?.Page === 'frame' ? 'note' : 'noteBefore')}
    </p>
  );
}
