import '../../../ui/pages/panel.css';
import './secure-details.css';
import { useEffect, useRef, useState } from 'react';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { expiryOnCard, grouped } from '../cards.domain.ts';
import { type SecureDetails, type SecureState, SHOWN_MS } from './use-secure-details.ts';

const TOO_OFTEN = '429';
const TICK_MS = 250;

/** The revealed number, expiry and CVV2 with their countdown, or a refusal. */
export function SecureDetailsPanel({ secure }: { readonly secure: SecureDetails }) {
  const t = useTexts('cards');
  const errorText = useErrorTexts();
  const { state } = secure;
  return (
    <>
      {state.kind === 'shown' && <Shown state={state} onHide={secure.hide} />}
      <div role="status">
        {state.kind === 'busy' && <span className="visually-hidden">{t('reveal.busy')}</span>}
        {state.kind === 'shown' && (
          <span className="visually-hidden">{t('reveal.shownFor', { seconds: SHOWN_MS / 1000 })}</span>
        )}
        {state.kind === 'hidden' && state.wasShown && <span className="visually-hidden">{t('reveal.hidden')}</span>}
        {state.kind === 'failed' && (
          <Banner tone="danger">
            {state.code === TOO_OFTEN ? t('reveal.tooOften') : t('reveal.failed', { reason: errorText(state.code) })}
          </Banner>
        )}
      </div>
    </>
  );
}

/** Delay after which the page's transitions have finished. */
const SCROLL_AFTER_MS = 200;

type ShownProps = { readonly state: Extract<SecureState, { kind: 'shown' }>; readonly onHide: () => void };

function Shown({ state, onHide }: ShownProps) {
  const t = useTexts('cards');
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useSecondsLeft(state.until);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const timer = window.setTimeout(
      () => heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' }),
      SCROLL_AFTER_MS,
    );
    return () => window.clearTimeout(timer);
  }, []);
  const { CardNumber, ExpirationDate, Cvv2 } = state.details;
  const expiry = expiryOnCard(ExpirationDate);
  return (
    <section className="secure panel panel--padded" aria-labelledby="secure-title">
      <div className="secure__head">
        <h2 id="secure-title" tabIndex={-1} ref={heading}>
          {t('reveal.title')}
        </h2>
        <p className="secure__time" role="timer">
          {t('reveal.countdown', { seconds: left })}
        </p>
      </div>
      <div className="secure__bar" aria-hidden="true">
        <i style={{ width: `${(left * 100_000) / SHOWN_MS}%` }} />
      </div>
      <div>
        <Secret
          label={t('reveal.number')}
          value={grouped(CardNumber)}
          copies={CardNumber}
          copyLabel={t('reveal.copyNumber')}
        />
        <Secret label={t('reveal.expiry')} value={expiry} copies={expiry} copyLabel={t('reveal.copyExpiry')} />
        <Secret label={t('reveal.cvv2')} value={Cvv2} copies={Cvv2} copyLabel={t('reveal.copyCvv2')} />
      </div>
      <p className="secure__never">{t('reveal.never')}</p>
      <Button tone="tonal" small onClick={onHide}>
        <AppIcon name="eyeOff" size="s" />
        {t('reveal.hide')}
      </Button>
    </section>
  );
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

type SecretProps = {
  readonly label: string;
  readonly value: string;
  readonly copies: string;
  readonly copyLabel: string;
};

function Secret({ label, value, copies, copyLabel }: SecretProps) {
  const t = useTexts('cards');
  const { outcome, copy } = useCopy(copies);
  return (
    <div className="secure__row">
      <div>
        <p className="secure__label">{label}</p>
        <p className="secure__value">{value}</p>
        <p className="secure__outcome" role="status">
          {outcome === 'failed' && t('reveal.copyFailed')}
        </p>
      </div>
      <Button
        tone="line"
        small
        aria-label={outcome === 'copied' ? t('reveal.copied') : copyLabel}
        onClick={() => void copy()}
      >
        <AppIcon name="copy" size="s" />
        {t(outcome === 'copied' ? 'reveal.copied' : 'reveal.copy')}
      </Button>
    </div>
  );
}
