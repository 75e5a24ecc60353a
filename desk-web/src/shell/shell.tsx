import { useStore } from '@wattle/web/observable.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useIsMoving } from '@wattle/web/router/public.ts';
import { ToastRegion } from '@wattle/web/ui/toast-region.tsx';
import type { ReactNode } from 'react';
import './shell.css';
import { useTabTitle } from '../ui/page-head.tsx';
import { sessionState } from '../session/session.ts';
import { LiveClock } from './live-clock.tsx';
import { useProgramme } from './programme.ts';
import { Rail } from './rail.tsx';
import { SearchBox } from './search-box.tsx';

/** Frame of every page: the rail of places, the search and the clock. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useTexts('desk');
  const isMoving = useIsMoving();
  const state = useStore(sessionState);
  const programme = useProgramme();
  useTabTitle(state.status === 'in' ? state.session.programme : '');
  if (state.status !== 'in') return null;
  return (
    <div className="desk">
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <Rail session={state.session} brands={programme.map(({ name }) => name)} />
      <div className="desk__work">
        <header className="top">
          <SearchBox />
          <LiveClock />
        </header>
        <main id="main" className="main" tabIndex={-1} aria-busy={isMoving}>
          {children}
        </main>
      </div>
      <ToastRegion />
    </div>
  );
}
