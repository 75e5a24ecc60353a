import './e-kyc.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { matchesMedia } from '../../../browser/media.ts';
import { useDarkMedia } from '../../../browser/theme.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import type { FacilityMessage, FacilityStart, FacilityState } from '../../../identity-check/facility-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { classNames } from '../../../ui/class-names.ts';

const FACILITY_MESSAGE: FacilityMessage = 'wattle.identity';
/** How a page without an origin signs its messages. */
const NO_ORIGIN = 'null';
const STATES: readonly FacilityState[] = [
  'loaded',
  'shown',
  'resized',
  'complete',
  'cancelled',
  'failed',
  'unavailable',
];
/** Height before the frame has reported its own. */
const HEIGHT = 480;

type FacilityProps = {
  /** Null while the verification is being registered. */
  readonly start: Omit<FacilityStart, 'language' | 'theme'> | null;
  /** The result is being fetched. */
  readonly isChecking: boolean;
  readonly onEnd: (how: 'complete' | 'cancelled' | 'failed' | 'unavailable') => void;
};

/** A message of the frame; null for anything else. */
function readMessage(data: unknown): { readonly state: FacilityState; readonly height: number } | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, state: message, height } = data as { type?: unknown; state?: unknown; height?: unknown };
  const state = STATES.find((each) => each === message);
  if (type !== FACILITY_MESSAGE || state === undefined) return null;
  return { state, height: typeof height === 'number' && Number.isFinite(height) ? height : HEIGHT };
}

/**
 * The frame of the identity service: sandboxed, so that its scripts have no origin and cannot reach this page. The page
 * uses the frame's messages only as a sign to ask the server.
 */
export function Facility({ start, isChecking, onEnd }: FacilityProps) {
  const t = useTexts('identity');
  const language = LANGUAGE_TAG[useLanguage()];
  const darkMedia = useDarkMedia();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [height, setHeight] = useState(HEIGHT);
  const receive = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const inside = frame.current?.contentWindow;
    if (!inside || source !== inside || origin !== NO_ORIGIN || !start) return;
    const message = readMessage(data);
    if (message === null) return;
    if (message.state === 'loaded') {
      const theme = matchesMedia(darkMedia) ? 'dark' : 'light';
      // A frame without an origin cannot be named as the receiver. No other page gets in: frame-src allows only ours.
      inside.postMessage({ type: FACILITY_MESSAGE, start: { ...start, language, theme } }, '*');
    } else if (message.state === 'shown') setIsShown(true);
    else if (message.state === 'resized') setHeight(Math.min(Math.max(message.height, 200), 2000));
    else onEnd(message.state);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  const isWaiting = !isShown || isChecking;
  return (
    <section className="facility" aria-label={t('kyc.region')}>
      <p className="facility__cap">
        <Icon name="lock" size="s" />
        {t('kyc.secure')}
      </p>
      {isWaiting ? (
        <div className="facility__wait" role="status">
          <span className="facility__orbit">
            <Icon name="person" />
          </span>
          <strong>{t(isChecking ? 'kyc.checking' : 'kyc.opening')}</strong>
          <p>{t('kyc.stay')}</p>
        </div>
      ) : null}
      {start ? (
        <iframe
          ref={frame}
          className={classNames('facility__frame', isWaiting && 'facility__frame--hidden')}
          src="/identity-check"
          // The service documents script, calls and a form that its script handles: no windows, no downloads.
          sandbox="allow-scripts allow-forms"
          title={t('kyc.region')}
          height={isWaiting ? 0 : height}
        />
      ) : null}
    </section>
  );
}
