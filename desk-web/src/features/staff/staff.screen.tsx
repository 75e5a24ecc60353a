import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useParams } from '@wattle/web/router/public.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Say } from '../../ui/say.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MemberPane } from './member-pane.tsx';
import { StaffHead } from './staff-head.tsx';

type Member = RowOf<'staff'>;

/** One asks and another approves. */
const FEW_MANAGERS = 2;

/** Members of staff, and one of them with what the role may do and what can be changed. */
export function StaffScreen() {
  const t = useTexts('deskStaff');
  const { name } = useParams();
  const looked = useCommand('staff', {});
  const mayAdd = useDefinition('add-staff')?.mayGive === true;
  const [isAdding, setAdding] = useState(false);
  const chosen = looked.rows?.find((one) => one.name === name);
  const managers =
    looked.rows?.filter(({ role, status, until }) => role === 'manager' && status !== 'ended' && until === '') ?? [];
  return (
    <>
      <StaffHead
        place="people"
        actions={
          mayAdd ? (
            <Button aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {t('add')}
            </Button>
          ) : null
        }
      />
      {isAdding ? (
        <Pane title={t('add')}>
          <CommandForm name="add-staff" action={t('add')} />
        </Pane>
      ) : null}
      <div className="cols">
        <div className="col-8 stack">
          <Pane title={t('people')} aside={looked.rows ? String(looked.rows.length) : null} isPadded={false}>
            <LookedPart of={looked} empty={t('none')}>
              {(rows) => <Members rows={rows} chosen={chosen?.name} />}
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4 stack">
          {chosen ? <MemberPane key={chosen.name} member={chosen} /> : null}
          {looked.rows && managers.length <= FEW_MANAGERS ? (
            <Say>{t('few', { names: managers.map(({ fullName }) => fullName).join(' and ') })}</Say>
          ) : null}
        </div>
      </div>
    </>
  );
}

function Members({ rows, chosen }: { readonly rows: readonly Member[]; readonly chosen: string | undefined }) {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  return (
    <RowsTable
      label={t('people')}
      rows={rows}
      keyOf={({ name }) => name}
      wayOf={({ name }) => ({ to: `/staff/people/${name}` })}
      isCurrent={({ name }) => name === chosen}
      columns={[
        { key: 'name', head: t('column.name'), render: ({ fullName }) => fullName },
        { key: 'signIn', head: t('column.signIn'), isTight: true, render: ({ name }) => name },
        { key: 'role', head: t('column.role'), isTight: true, render: ({ role }) => t(`role.${role}`) },
        { key: 'factors', head: t('column.factors'), isTight: true, render: (row) => <Factors of={row} /> },
        {
          key: 'last',
          head: t('column.last'),
          isTight: true,
          render: ({ lastHere, status }) =>
            lastHere === '' ? (status === 'ended' ? '' : t('earlier')) : format.momentOf(lastHere),
        },
        { key: 'state', head: t('column.state'), isTight: true, render: (row) => <State of={row} /> },
      ]}
    />
  );
}

function Factors({ of: { factors, status } }: { readonly of: Member }) {
  const t = useTexts('deskStaff');
  if (status === 'ended') return null;
  if (factors === '') return <Tag tone="warn">{t('factor.none')}</Tag>;
  const words = factors.split(', ').map((one) => t(`factor.${one}`));
  return <>{words.join(', ')}</>;
}

function State({ of: { status, until, isYou } }: { readonly of: Member }) {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  if (isYou) return <Tag>{t('state.you')}</Tag>;
  if (until !== '' && status !== 'ended')
    return <Tag tone="info">{t('state.until', { day: format.dateOf(`${until}T06:00:00Z`) })}</Tag>;
  if (status === 'active') return <Tag tone="ok">{t('state.active')}</Tag>;
  return status === 'ended' ? <Tag>{t('state.ended')}</Tag> : <Tag tone="warn">{t('state.new')}</Tag>;
}
