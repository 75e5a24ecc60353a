import './receipt.css';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { AppIcon } from './app-icon.tsx';
import { Button } from './button.tsx';
import { RoundPicture } from './round-picture.tsx';
import { Icon } from './icon.tsx';
import { Stroke } from './stroke.tsx';
import { SummaryList } from './summary-list.tsx';
import { useCopy } from './use-copy.ts';

const PRINT =
  'M7 8.5v-5h10v5M7 16.5H5a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5 8.5h14a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-2M7 13.5h10v7H7z';

/** Plain text, so that it can be copied and saved. */
export type ReceiptRow = { readonly term: string; readonly value: string; readonly detail?: string };

type ReceiptProps = {
  /** Outcome: `$350.00 is on its way to Jordan`. */
  readonly title: string;
  readonly lead?: string;
  /** Issuer of the receipt. */
  readonly issuer: { readonly name: string; readonly logo?: ReactNode };
  readonly rows: readonly ReceiptRow[];
  /** Saves it as a file, if available. */
  readonly save?: ReactNode;
  /** Next steps. */
  readonly children?: ReactNode;
};

/** Receipt of a payment, which can be copied, saved as a file or printed. */
export function Receipt({ title, lead, issuer, rows, save, children }: ReceiptProps) {
  const t = useTexts('ui');
  return (
    <div className="receipt">
      <RoundPicture tone="ok">
        <Icon name="check" />
      </RoundPicture>
      <h1 className="receipt__title">{title}</h1>
      {lead ? <p className="receipt__lead">{lead}</p> : null}
      <section className="receipt__slip" aria-label={t('receipt.title')}>
        <p className="receipt__head">
          <span className="receipt__issuer">
            {issuer.logo}
            {issuer.name}
          </span>
          <span className="receipt__word" aria-hidden="true">
            {t('receipt.title')}
          </span>
        </p>
        <SummaryList layout="sides" rows={rows} />
      </section>
      <KeepReceipt text={receiptText(title, issuer.name, rows)} save={save} />
      {children ? <div className="receipt__after">{children}</div> : null}
    </div>
  );
}

/** Receipt as lines of text. */
function receiptText(title: string, issuer: string, rows: readonly ReceiptRow[]): string {
  const lines = rows.map(({ term, value, detail }) => `${term}: ${[value, detail].filter(Boolean).join(', ')}`);
  return [issuer, title, '', ...lines, ''].join('\n');
}

function KeepReceipt({ text, save }: { readonly text: string; readonly save: ReactNode }) {
  const t = useTexts('ui');
  const { outcome, copy } = useCopy(text);
  const copied = outcome === 'none' ? '' : t(outcome === 'copied' ? 'receipt.copied' : 'receipt.copyFailed');
  return (
    <div className="receipt__keep">
      <Button tone="tonal" small onClick={() => void copy()}>
        {outcome === 'copied' ? <Icon name="check" size="s" /> : <AppIcon name="copy" size="s" />}
        {t('receipt.copy')}
      </Button>
      {save}
      <Button tone="tonal" small onClick={() => window.print()}>
        <Stroke shape={PRINT} size="s" />
        {t('receipt.print')}
      </Button>
      <p className="receipt__copied" role="status">
        {copied}
      </p>
    </div>
  );
}
