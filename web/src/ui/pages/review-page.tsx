import './panel.css';
import './review-page.css';
import { type ReactNode, useId } from 'react';
import { useIsOnline } from '../../browser/online.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button, buttonClass } from '../button.tsx';
import { JourneyPage } from './journey-page.tsx';
import { Money } from '../money.tsx';
import { SummaryList, type SummaryRow } from './summary-list.tsx';
import { type Way, WayOn } from '../way.tsx';

type ReviewPageProps = {
  /** `Check this transfer` */
  readonly title: string;
  readonly back?: Way;
  readonly steps?: { readonly step: number; readonly of: number };
  /** Amount to be moved, in dollars, a line about when, and its reason. */
  readonly amount?: { readonly dollars: number; readonly note?: string; readonly why?: string };
  readonly rows: readonly SummaryRow[];
  /** Notice below the rows, read before confirming. */
  readonly notice?: ReactNode;
  /** Label with verb and object: `Send $350.00 to Jordan Blake`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  /** Reason of a failure, and what to do. */
  readonly error?: { readonly title: string; readonly text: string } | undefined;
  readonly onConfirm: () => void;
  /** Further options below the main button, including cancel. */
  readonly others?: readonly { readonly label: string; readonly way: Way }[];
};

/**
 * Last page before money moves or an irreversible action. On a wide screen the button and its warnings are next to the
 * rows.
 */
export function ReviewPage(props: ReviewPageProps) {
  const { title, back, steps, amount, rows, notice, action, isDangerous, busy, error, onConfirm } = props;
  const { others = [] } = props;
  const offlineId = useId();
  return (
    <JourneyPage title={title} isWide {...(back ? { back } : {})} {...(steps ? { steps } : {})}>
      <div className="review-page">
        <div className="review-page__part">
          {amount ? (
            <div className="review-page__amount">
              <p>
                <Money dollars={amount.dollars} size="loud" />
              </p>
              {amount.note ? <p className="review-page__note">{amount.note}</p> : null}
              {amount.why ? <p className="review-page__why">{amount.why}</p> : null}
            </div>
          ) : null}
          <div className="review-page__rows panel">
            <SummaryList rows={rows} />
          </div>
        </div>
        <div className="review-page__part">
          {notice}
          <div role="alert">
            {error ? (
              <Banner tone="danger" title={error.title}>
                {error.text}
              </Banner>
            ) : null}
          </div>
          <div className="review-page__actions">
            <NotSentOffline id={offlineId} />
            <Button
              wide
              tone={isDangerous ? 'danger' : 'main'}
              busy={busy ?? false}
              aria-describedby={offlineId}
              onClick={onConfirm}
            >
              {action}
            </Button>
            {others.map(({ label, way }) => (
              <WayOn key={label} way={way} className={buttonClass({ tone: 'text', wide: true })}>
                {label}
              </WayOn>
            ))}
          </div>
        </div>
      </div>
    </JourneyPage>
  );
}

/** Says beside a button why it sends nothing: without a network, nothing waits to be sent later. */
function NotSentOffline({ id }: { readonly id: string }) {
  const t = useTexts('ui');
  const isOnline = useIsOnline();
  return (
    <p role="status" id={id} className="review-page__offline">
      {isOnline ? '' : t('offline.notSent')}
    </p>
  );
}
