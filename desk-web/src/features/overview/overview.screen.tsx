import { useStore } from '@wattle/web/observable.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { sessionState } from '../../session/session.ts';
import { DeclinesPane } from './declines-pane.tsx';
import { Figures } from './figures.tsx';
import { RunningPane } from './running-pane.tsx';
import { WaitingPane } from './waiting-pane.tsx';
import './overview.css';

/** First page of the desk: the work that waits for the signed-in member, and whether everything runs. */
export function OverviewScreen() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const state = useStore(sessionState);
  const [first = ''] = state.status === 'in' ? state.session.fullName.split(' ') : [];
  const hour = format.hourOf(useNow());
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  return (
    <>
      <PageHead title={t(`hello.${part}`, { name: first })} lead={t('lead')} />
      <Figures />
      <div className="cols">
        <div className="col-8 stack">
          <WaitingPane />
        </div>
        <div className="col-4 stack">
          <RunningPane />
          <DeclinesPane />
        </div>
      </div>
    </>
  );
}
