import { Link, useNavigate } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useDefinition } from '../../calls/definitions.ts';
import type { Outcome } from '../../calls/use-change.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useBrandChoice } from '../../ui/use-brand-choice.tsx';
import { saveTemplate, tagOf } from './use-people-files.ts';

const EVERY_MS = 10_000;

/** Files of people and cards that were sent, and the form that sends one. */
export function PeopleFilesScreen() {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('people-files', { ...(page > 1 && { page: String(page) }) }, { everyMs: EVERY_MS });
  const maySend = useDefinition('send-people-file')?.mayGive === true;
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        trail={<Link to="/people">{t('people')}</Link>}
        actions={
          <Button tone="line" onClick={saveTemplate}>
            {t('template')}
          </Button>
        }
      />
      <div className="cols">
        <div className="col-8">
          <Pane title={t('list.title')} isPadded={false}>
            <LookedPart of={looked} empty={t('list.none')}>
              {(rows) => (
                <RowsTable
                  label={t('list.title')}
                  rows={rows}
                  keyOf={({ file }) => file}
                  wayOf={({ file }) => ({ to: `/people-files/${file}` })}
                  columns={[
                    {
                      key: 'name',
                      head: t('list.file'),
                      render: ({ name, sender, sent, brand }) => (
                        <>
                          <span>{name}</span>
                          <span className="small quiet">
                            {' '}
                            {t('list.sent', { brand, name: sender, at: format.momentIn(sent) })}
                          </span>
                        </>
                      ),
                    },
                    {
                      key: 'state',
                      head: t('list.state'),
                      isTight: true,
                      render: (row) => (
                        <Tag tone={tagOf(row).tone}>{t(`state.${tagOf(row).key}`, { count: row.wrong })}</Tag>
                      ),
                    },
                    {
                      key: 'rows',
                      head: t('list.rows'),
                      isFigure: true,
                      render: ({ rows: count, added }) =>
                        added > 0
                          ? t('list.added', { added: format.count(added), rows: format.count(count) })
                          : format.count(count),
                    },
                  ]}
                />
              )}
            </LookedPart>
            <Pager page={page} hasMore={looked.hasMore} />
          </Pane>
        </div>
        <div className="col-4">{maySend ? <SendPane /> : null}</div>
      </div>
    </>
  );
}

/** Sends a file, and opens it once it is read. */
function SendPane() {
  const t = useTexts('deskPeopleFiles');
  const navigate = useNavigate();
  const { brand, field } = useBrandChoice();
  const open = (outcome: Outcome) => {
    if (outcome.kind === 'done') void navigate(`/people-files/${outcome.answer.rows[0]?.['file']}`);
  };
  return (
    <Pane title={t('send.title')}>
      <div className="form">
        {field}
        {brand === '' ? null : (
          <CommandForm
            key={brand}
            name="send-people-file"
            given={{ brand }}
            action={t('send.action')}
            onEnd={open}
            isShownElsewhere
          >
            <p className="quiet small">{t('send.text')}</p>
          </CommandForm>
        )}
      </div>
    </Pane>
  );
}
