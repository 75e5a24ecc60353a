import './slip.css';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../badge.tsx';
import { SummaryList } from './summary-list.tsx';

/** Plain text, so that it can be copied, shared and saved. */
export type SlipRow = { readonly term: string; readonly value: string; readonly detail?: string };

type SlipProps = {
  readonly issuer: { readonly name: string; readonly logo?: ReactNode };
  /** Accessible name, and the word beside the issuer: `Receipt`. */
  readonly word: string;
  /** State, which replaces the word of the slip: `On hold`. */
  readonly tag?: { readonly tone: BadgeTone; readonly text: string } | undefined;
  /** The first one is large: the amount. */
  readonly rows: readonly SlipRow[];
};

/** Paper with the issuer's name: receipt of what was done, or what it would have been. */
export function Slip({ issuer, word, tag, rows }: SlipProps) {
  return (
    <section className="slip" aria-label={word}>
      <p className="slip__head">
        <span className="slip__issuer">
          {issuer.logo}
          {issuer.name}
        </span>
        {tag ? (
          <Badge tone={tag.tone}>{tag.text}</Badge>
        ) : (
          <span className="slip__word" aria-hidden="true">
            {word}
          </span>
        )}
      </p>
      <SummaryList layout="sides" rows={rows} />
    </section>
  );
}

/** Paper as lines of text. */
export function slipText(title: string, issuer: string, rows: readonly SlipRow[]): string {
  const lines = rows.map(({ term, value, detail }) => `${term}: ${[value, detail].filter(Boolean).join(', ')}`);
  return [issuer, title, '', ...lines, ''].join('\n');
}
