import './shell.css';
import { useStore } from '@wattle/web/observable.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useIsMoving } from '@wattle/web/router/public.ts';
import { ToastRegion } from '@wattle/web/ui/toast-region.tsx';
import { type ReactNode, useEffect } from 'react';
import { useTabTitle } from '../ui/page-head.tsx';
import { sessionState } from '../session/session.ts';
import { LiveClock } from './live-clock.tsx';
import { Rail } from './rail.tsx';
import { SearchBox } from './search-box.tsx';
import type { RowOf } from '../calls/commands.ts';
import { useCommand } from '../calls/use-command.ts';
import { programmeZone } from '../ui/format.ts';

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

/** Brands of the programme. The first one gives the desk its colours and its time. */
function useProgramme(): readonly RowOf<'programme'>[] {
  const { rows = [] } = useCommand('programme', {});
  const [first] = rows;
  const { brand, colours, timeZone } = first ?? {};
  useEffect(() => {
    if (timeZone !== undefined) programmeZone.set(timeZone);
  }, [timeZone]);
  useEffect(() => {
    if (brand === undefined || colours === undefined) return;
    document.documentElement.dataset['brand'] = brand;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: colours });
    document.head.append(link);
    return () => {
      link.remove();
      delete document.documentElement.dataset['brand'];
    };
  }, [brand, colours]);
  return rows;
}
