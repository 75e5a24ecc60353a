import './disclosure.css';
import type { ReactNode } from 'react';
import { AppIcon } from './app-icon.tsx';

/** Rows that each open where they stand. */
export function DisclosureList({ children }: { readonly children: ReactNode }) {
  return <div className="disclosure-list">{children}</div>;
}

type DisclosureProps = { readonly title: string; readonly children: ReactNode };

/** One of them: a question and its answer, or more of what a row says. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className="disclosure">
      <summary className="disclosure__title">
        <span>{title}</span>
        <AppIcon name="down" size="s" />
      </summary>
      <div className="disclosure__content">{children}</div>
    </details>
  );
}
