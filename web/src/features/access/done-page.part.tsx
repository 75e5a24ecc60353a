import './entry-page.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../layout/page-title.ts';
import { RoundPicture } from '../../ui/round-picture.tsx';

type DonePageProps = {
  readonly title: string;
  /** `brand` if something has ended without success. */
  readonly tone?: 'ok' | 'brand';
  readonly picture: ReactNode;
  readonly children: ReactNode;
};

/** Replaces a completed form, at the same address: title and focus move to it. */
export function DonePage({ title, tone = 'ok', picture, children }: DonePageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="entry">
      <RoundPicture tone={tone}>{picture}</RoundPicture>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  );
}
