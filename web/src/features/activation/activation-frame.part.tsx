import './activation-frame.css';
import type { ActivationStep, ActivationView } from '@wattle/contract/activation/activation.ts';
import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BrandLogo } from '../../layout/brand-logo.tsx';
import { LanguageTool } from '../../layout/language-switch.tsx';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActivationWarning } from './activation-warning.tsx';
import { progressOf } from './activation-steps.domain.ts';

type ActivationFrameProps = {
  /** `alone`: a page outside of an activation, which has no progress. */
  readonly page: ActivationStep | 'card' | 'alone';
  readonly view: ActivationView | null;
  /** The card of the first page, with the typed part of its number. */
  readonly card?: ReactNode;
  readonly children: ReactNode;
};

/**
 * The frame of an activation: on a phone how far it is, on the brand's hero; on a desktop a column with the named
 * steps. The places of the signed-in area are not shown meanwhile.
 */
export function ActivationFrame({ page, view, card, children }: ActivationFrameProps) {
  const t = useTexts('activation');
  const { SupportPhoneNumber } = useBrand();
  const { parts, at, next } = progressOf(view?.Steps, page === 'alone' ? 'card' : page);
  const isOver = view?.NextStep === null;
  // The position of a later step is unknown before the activation is loaded; its space is reserved.
  const isUnread = view === null && page !== 'card';
  const where = t('progress.step', { step: at + 1, of: parts.length });
  return (
    <div className={classNames('activation', card !== undefined && 'activation--pictured')}>
      <header className="activation__hero on-hero">
        <div className="activation__top">
          <BrandLogo to={paths.root()} onHero />
          <LanguageTool />
        </div>
        {card}
        {page === 'alone' ? null : (
          <div className={classNames('activation__progress', isUnread && 'activation__progress--unread')}>
            <div className="activation__bar" aria-hidden="true">
              {parts.map((part, index) => (
                <span
                  key={part}
                  className={classNames('activation__bit', (index <= at || isOver) && 'activation__bit--done')}
                />
              ))}
            </div>
            <p className="activation__where">
              <span>{isOver ? t('progress.done') : where}</span>
              {next && !isOver ? (
                <span className="activation__next">{t('progress.next', { part: t(`progress.${next}`) })}</span>
              ) : null}
            </p>
            <ol className="activation__steps">
              {parts.map((part, index) => {
                const isDone = index < at || isOver;
                return (
                  <li
                    key={part}
                    className={classNames('activation__step', isDone && 'activation__step--done')}
                    aria-current={index === at && !isOver ? 'step' : undefined}
                  >
                    <span className="activation__mark" aria-hidden="true">
                      {isDone ? <Icon name="check" size="s" /> : index + 1}
                    </span>
                    <span>
                      {t(`progress.${part}`)}
                      {part === 'card' && view ? (
                        <span className="activation__answer">
                          {view.CardName} ·· {view.CardNumberSuffix}
                        </span>
                      ) : null}
                    </span>
                  </li>
                );
              })}
            </ol>
          </div>
        )}
        <p className="activation__hand">
          {t('hand')}{' '}
          <a className="figures" href={`tel:${SupportPhoneNumber.replace(/\s/g, '')}`}>
            {SupportPhoneNumber}
          </a>
        </p>
      </header>
      <main className="activation__sheet" id="main" tabIndex={-1}>
        {children}
      </main>
      <ActivationWarning />
    </div>
  );
}
