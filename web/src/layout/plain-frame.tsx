import './plain-frame.css';
import type { ReactNode } from 'react';
import { LanguageTool } from './language-switch.tsx';

type PlainFrameProps = { readonly logo?: ReactNode; readonly foot?: ReactNode; readonly children: ReactNode };

/** A page of few words: one column under the brand's name. It needs neither brand nor session. */
export function PlainFrame({ logo, foot, children }: PlainFrameProps) {
  return (
    <div className="plain-frame">
      <header className="plain-frame__top">
        {logo ?? <span />}
        <LanguageTool />
      </header>
      <main className="plain-frame__main" id="main" tabIndex={-1}>
        {children}
      </main>
      {foot ? <footer className="plain-frame__foot">{foot}</footer> : null}
    </div>
  );
}
