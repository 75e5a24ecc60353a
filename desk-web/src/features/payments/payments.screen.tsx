import { useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GivenUpPart } from './given-up-part.tsx';
import { HeldPart } from './held-part.tsx';
import { LoadsPart } from './loads-part.tsx';
import { PaymentList } from './payment-list.tsx';
import { ToCheckPart } from './to-check-part.tsx';

const VIEWS = ['all', 'toCheck', 'inDoubt', 'returned', 'held', 'givenUp', 'loads'] as const;
type View = (typeof VIEWS)[number];

const isView = (name: string | null): name is View => VIEWS.some((view) => view === name);

/** Payments by the state in which staff search for them. */
export function PaymentsScreen() {
  const t = useTexts('deskPayments');
  const asked = useSearch().get('view');
  const view = isView(asked) ? asked : 'all';
  return (
    <>
      <PageHead title={t('title')} lead={t(`lead.${view}`)} />
      <Tabs
        label={t('views')}
        tabs={VIEWS.map((name) => ({
          key: name,
          words: t(`view.${name}`),
          to: name === 'all' ? '/payments' : `/payments?view=${name}`,
          isCurrent: name === view,
        }))}
      />
      {view === 'toCheck' ? <ToCheckPart /> : null}
      {view === 'held' ? <HeldPart /> : null}
      {view === 'givenUp' ? <GivenUpPart /> : null}
      {view === 'loads' ? <LoadsPart /> : null}
      {view === 'all' || view === 'inDoubt' || view === 'returned' ? <PaymentList key={view} view={view} /> : null}
    </>
  );
}
