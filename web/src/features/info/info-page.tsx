import './info-page.css';
import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.ts';

type InfoPageProps = {
  readonly title: string;
  readonly lead: string;
  /** Suggested next action, on the brand's colour. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** A page to read: its name on the brand's colour, then its sections. */
export function InfoPage({ title, lead, action, children }: InfoPageProps) {
  const { Assets } = useBrand();
  return (
    <article className="info-page">
      <header className="info-page__head on-hero">
        <img className="info-page__picture" src={Assets.Hero} alt="" />
        <div className="info-page__words">
          <h1>{title}</h1>
          <p className="info-page__lead">{lead}</p>
          {action}
        </div>
      </header>
      {children}
    </article>
  );
}

/** A part of such a page under its own heading. */
export function InfoSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="info-page__section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
