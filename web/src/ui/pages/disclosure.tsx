import './disclosure.css';
import { type ReactNode, useState } from 'react';
import { AppIcon } from '../app-icon.tsx';

/** Rows that each expand in place. */
export function DisclosureList({ children }: { readonly children: ReactNode }) {
  return <div className="disclosure-list">{children}</div>;
}

type DisclosureProps = {
  readonly title: string;
  /** A function renders them when it is first opened. */
  readonly children: ReactNode | (() => ReactNode);
};

/** One expandable row: a question and its answer, or details. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const isLater = typeof children === 'function';
  return (
    <details className="disclosure" {...(isLater ? { onToggle: () => setWasOpened(true) } : {})}>
      <summary className="disclosure__title">
        <span>{title}</span>
        <AppIcon name="down" size="s" />
      </summary>
      <div className="disclosure__content">{isLater ? wasOpened && children() : children}</div>
    </details>
  );
}
