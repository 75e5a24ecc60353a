import { createStore, useStore } from '@wattle/web/observable.ts';
import { type ReactNode, useEffect } from 'react';

const titleOfPage = createStore('');

type PageHeadProps = {
  readonly title: string;
  /** Next to the title: tags. */
  readonly tags?: ReactNode;
  /** Above the title: the position of this page. */
  readonly trail?: ReactNode;
  readonly lead?: ReactNode;
  /** At the end: the actions of the page. */
  readonly actions?: ReactNode;
};

/** Title of a page, with its subject and actions. It is also the title of the browser's tab. */
export function PageHead({ title, tags, trail, lead, actions }: PageHeadProps) {
  useEffect(() => {
    titleOfPage.set(title);
  }, [title]);
  return (
    <div className="head">
      <div>
        {trail ? <p className="head__trail">{trail}</p> : null}
        <h1>
          {title}
          {tags}
        </h1>
        {lead ? <p className="quiet">{lead}</p> : null}
      </div>
      {actions ? <div className="head__actions">{actions}</div> : null}
    </div>
  );
}

/** Writes the title of the browser's tab. Used once, at the root. */
export function useTabTitle(programme: string): void {
  const page = useStore(titleOfPage);
  useEffect(() => {
    document.title = [page, programme].filter(Boolean).join(' - ');
  }, [page, programme]);
}
