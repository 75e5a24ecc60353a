import { Button } from '@wattle/web/ui/button.tsx';
import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { DifferingPane } from './differing-pane.tsx';
import { type Connection, EVERY_MS, processorName, stateOf, toneOfSecret, wayOfConnection } from './use-connections.ts';
import './connections.css';

/** Connections to card processors, and cards whose state is another one there. */
export function ConnectionsScreen() {
  const t = useTexts('deskConnections');
  const looked = useCommand('connections', {}, { everyMs: EVERY_MS });
  const mayAdd = useDefinition('add-connection')?.mayGive === true;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          mayAdd ? (
            <Button tone="line" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {t('add.action')}
            </Button>
          ) : null
        }
      />
      {isAdding ? (
        <Pane title={t('add.action')}>
          <CommandForm name="add-connection" action={t('add.ask')}>
            <p>{t('add.text')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <LookedPart of={looked} empty={t('list.none')}>
        {(rows) => rows.map((row) => <ConnectionPane key={row.number} of={row} />)}
      </LookedPart>
      <DifferingPane />
    </>
  );
}

/** One connection with its figures, and the way to it. */
function ConnectionPane({ of }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const [key, tone] = stateOf(of);
  return (
    <Pane
      title={
        <>
          <Link to={wayOfConnection(of)}>{of.connection}</Link> <Tag tone={tone}>{t(`state.${key}`)}</Tag>
        </>
      }
      aside={<span className="quiet small">{processorName(of.processor)}</span>}
      isPadded={false}
    >
      <FigureStrip of={of} isWithin />
      <MoreFigures of={of} />
    </Pane>
  );
}

function MoreFigures({ of: { asked, p50, p99, deadlineMs, secretDaysLeft, differing } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const tone = toneOfSecret(secretDaysLeft);
  const secret = secretDaysLeft < 0 ? t('secret.over') : t('secret.left', { count: secretDaysLeft });
  return (
    <ul className="connections__line small">
      {asked === 0 ? null : (
        <li>
          {t('used.words', { p50: format.count(p50), p99: format.count(p99), deadline: format.count(deadlineMs) })}
        </li>
      )}
      <li>{tone ? <Tag tone={tone}>{secret}</Tag> : secret}</li>
      <li className={differing > 0 ? 'money-out' : undefined}>{t('differing.count', { count: differing })}</li>
    </ul>
  );
}
