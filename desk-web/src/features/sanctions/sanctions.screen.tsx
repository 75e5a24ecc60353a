import { Button } from '@wattle/web/ui/button.tsx';
import { useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { HitsPart } from './hits-part.tsx';

const EVERY_MS = 15_000;

/** Names like one of the sanctions list, which wait for two people, and the list. */
export function SanctionsScreen() {
  const t = useTexts('deskSanctions');
  const isDecided = useSearch().get('view') === 'decided';
  const mayLoad = useDefinition('load-sanctions')?.mayGive === true;
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          mayLoad && (
            <Button tone="line" aria-expanded={isLoading} onClick={() => setLoading(!isLoading)}>
              {t('load')}
            </Button>
          )
        }
      />
      {isLoading ? (
        <Pane title={t('load')}>
          <CommandForm name="load-sanctions" action={t('load')}>
            <p>{t('load.text')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <ListPane />
      <Tabs
        label={t('views')}
        tabs={[
          { key: 'open', words: t('view.open'), to: '/sanctions', isCurrent: !isDecided },
          { key: 'decided', words: t('view.decided'), to: '/sanctions?view=decided', isCurrent: isDecided },
        ]}
      />
      <HitsPart key={String(isDecided)} isDecided={isDecided} />
    </>
  );
}

function ListPane() {
  const t = useTexts('deskSanctions');
  const format = useDeskFormat();
  const looked = useCommand('sanctions-list', {}, { everyMs: EVERY_MS });
  return (
    <Pane title={t('list.title')}>
      <LookedPart of={looked} empty={t('list.none')}>
        {([list]) =>
          list ? (
            <Facts
              facts={[
                [t('list.source'), list.source],
                [t('list.entries'), format.count(list.entries)],
                [t('list.loaded'), t('list.loadedBy', { at: format.momentIn(list.loaded), name: list.loadedBy })],
                [t('list.threshold'), t('percent', { percent: list.threshold })],
                [t('list.due'), list.due === 0 ? t('list.dueNone') : format.count(list.due)],
              ]}
            />
          ) : null
        }
      </LookedPart>
    </Pane>
  );
}
