import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Place = 'people' | 'sessions' | 'settings' | 'hours';

const WAYS: Readonly<Record<Place, string>> = {
  people: '/staff',
  sessions: '/staff/sessions',
  settings: '/staff/settings',
  hours: '/staff/hours',
};

/** Title of staff and settings, and the ways to the parts that the member may see. */
export function StaffHead({ place, actions }: { readonly place: Place; readonly actions?: ReactNode }) {
  const t = useTexts('deskStaff');
  const maySee = useDefinition('staff-sessions')?.mayGive === true;
  const places = (['people', 'sessions', 'settings', 'hours'] as const).filter((one) => one !== 'sessions' || maySee);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={actions} />
      <Tabs
        label={t('title')}
        tabs={places.map((one) => ({ key: one, words: t(`tab.${one}`), to: WAYS[one], isCurrent: one === place }))}
      />
    </>
  );
}
