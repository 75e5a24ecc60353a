import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type Connection, toneOfSecret } from './use-connections.ts';

/** Every input of `change-connection` but those that this form asks for. */
const OTHER_INPUTS = [
  'apiVersion',
  'increments',
  'silence',
  'atProcessor',
  'leastBalance',
  'url',
  'asksKey',
  'eventsKey',
  'apiKey',
];
const INPUT_OF: Readonly<Record<string, string>> = { asks: 'asksKey', events: 'eventsKey', api: 'apiKey' };

type Replacing = { readonly purpose: string } | { readonly drop: true };

/** Names of the secrets with their age. A new one is valid beside the one before it. */
export function SecretsPane({
  of: { connection },
  mayChange,
}: {
  readonly of: Connection;
  readonly mayChange: boolean;
}) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const looked = useCommand('connection-secrets', { connection });
  const [open, setOpen] = useState<Replacing>();
  const hasOld = looked.rows?.some(({ newest }) => newest === 'no') === true;
  return (
    <Pane title={t('secrets.title')} aside={<span className="quiet small">{t('secrets.two')}</span>} isPadded={false}>
      <LookedPart of={looked} empty={t('secrets.none')}>
        {(rows) => (
          <RowsTable
            label={t('secrets.title')}
            rows={rows}
            keyOf={({ purpose, name }) => `${purpose} ${name}`}
            columns={[
              {
                key: 'secret',
                head: t('secrets.secret'),
                render: ({ purpose, name, newest }) => (
                  <>
                    <span>{t(`secrets.${purpose}`)}</span>
                    <span className="connections__sub mono">
                      {newest === 'yes' ? name : t('secrets.before', { name })}
                    </span>
                  </>
                ),
              },
              {
                key: 'age',
                head: t('secrets.age'),
                isTight: true,
                render: ({ days, daysLeft, due, newest }) => {
                  const age = t('secrets.days', { count: days });
                  const tone = newest === 'yes' ? toneOfSecret(daysLeft) : undefined;
                  if (tone === undefined) return age;
                  return (
                    <>
                      <Tag tone={tone}>{age}</Tag>
                      <span className="connections__sub">{t('secrets.due', { day: format.dateOf(due) })}</span>
                    </>
                  );
                },
              },
              {
                key: 'act',
                head: '',
                isTight: true,
                render: ({ purpose, newest }) =>
                  mayChange && newest === 'yes' ? (
                    <Button
                      tone="line"
                      small
                      aria-expanded={open !== undefined && 'purpose' in open && open.purpose === purpose}
                      onClick={() => setOpen({ purpose })}
                    >
                      {t('secrets.rotate')}
                      <span className="visually-hidden">{` ${t(`secrets.${purpose}`)}`}</span>
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
      </LookedPart>
      {mayChange && hasOld && open === undefined ? (
        <div className="connections__act">
          <Button tone="line" onClick={() => setOpen({ drop: true })}>
            {t('secrets.drop')}
          </Button>
        </div>
      ) : null}
      {open === undefined ? null : (
        <div className="connections__act">
          <SecretForm key={'purpose' in open ? open.purpose : 'drop'} connection={connection} of={open} />
        </div>
      )}
    </Pane>
  );
}

function SecretForm({ connection, of }: { readonly connection: string; readonly of: Replacing }) {
  const t = useTexts('deskConnections');
  if ('drop' in of) {
    return (
      <CommandForm
        name="change-connection"
        given={{ connection, dropOldKeys: true }}
        without={OTHER_INPUTS}
        action={t('secrets.drop')}
      >
        <p>{t('secrets.dropText')}</p>
      </CommandForm>
    );
  }
  const asked = INPUT_OF[of.purpose];
  return (
    <CommandForm
      name="change-connection"
      given={{ connection }}
      without={[...OTHER_INPUTS.filter((input) => input !== asked), 'dropOldKeys']}
      action={t('secrets.ask')}
    >
      <p>{t('secrets.rotateText')}</p>
    </CommandForm>
  );
}
