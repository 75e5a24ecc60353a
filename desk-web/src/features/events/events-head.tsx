import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Place = 'network' | 'webhooks' | 'outbox' | 'audit';

const WAYS: Readonly<Record<Place, string>> = {
  network: '/events',
  webhooks: '/events/webhooks',
  outbox: '/events/messages',
  audit: '/events/audit',
};

/** Title of the events, and the ways to each kind that the member may see. */
export function EventsHead({ place, actions }: { readonly place: Place; readonly actions?: ReactNode }) {
  const t = useTexts('deskEvents');
  const mayAudit = useDefinition('audit-log')?.mayGive === true;
  const places = (['network', 'webhooks', 'outbox', 'audit'] as const).filter((one) => one !== 'audit' || mayAudit);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={actions} />
      <Tabs
        label={t('title')}
        tabs={places.map((one) => ({
          key: one,
          words: t(`tab.${one}`),
          to: WAYS[one],
          isCurrent: one === place,
        }))}
      />
    </>
  );
}
