import { QueryClientProvider } from '@tanstack/react-query';
import { type Router, RouterView, useRouteFocus } from '@wattle/web/router/public.ts';
import { useStore } from '@wattle/web/observable.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { openQueryClient } from './calls/query-client.ts';
import { IdleWatch } from './session/idle.tsx';
import { askSession, sessionState, watchSession } from './session/session.ts';
import { SignInAgain } from './session/sign-in-again.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { openDeskRouter } from './open-router.ts';
import { PageFault } from './shell/page-fault.tsx';

/** The desk: the sign-in page, or the pages for a signed-in member. */
export function App() {
  const state = useStore(sessionState);
  useEffect(watchSession, []);
  useEffect(() => void askSession(), []);
  if (state.status === 'asking') return <Starting />;
  if (state.status === 'away') return <AwayPage />;
  if (state.status === 'out') return <SignInPage why={state.why} />;
  return (
    <>
      <Pages key={`${state.session.tenant} ${state.session.name}`} />
      {state.over ? <SignInAgain session={state.session} why={state.over} /> : <IdleWatch session={state.session} />}
    </>
  );
}

/** Pages of one member. Data that one member looked up is never shown to another. */
function Pages() {
  const [client] = useState(openQueryClient);
  const [router, setRouter] = useState<Router | null>(null);
  useEffect(() => {
    const opened = openDeskRouter();
    setRouter(opened);
    return () => opened.close();
  }, []);
  useEffect(
    () =>
      sessionState.subscribe((state) => {
        // After another sign-in, the calls that failed without a session are repeated.
        if (state.status === 'in' && !state.over) void client.invalidateQueries();
      }),
    [client],
  );
  if (!router) return <Starting />;
  return (
    <QueryClientProvider client={client}>
      <RouterView router={router} Starting={Starting} Root={Root} Fault={PageFault} />
    </QueryClientProvider>
  );
}

function Root({ children }: { readonly children: ReactNode }) {
  useRouteFocus();
  return <>{children}</>;
}

function Starting() {
  const t = useTexts('common');
  return (
    <p className="starting" role="status">
      {t('loading')}
    </p>
  );
}

function AwayPage() {
  const t = useTexts('desk');
  return (
    <main className="entry">
      <h1>{t('away.title')}</h1>
      <p>{t('away.text')}</p>
      <Button onClick={() => void askSession()}>{t('failed.retry')}</Button>
    </main>
  );
}
