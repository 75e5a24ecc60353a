import { Button } from '@wattle/web/ui/button.tsx';
import { Icon } from '@wattle/web/ui/icon.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import './staff.css';

/** Abilities of each role; it lacks the others of the list. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  viewer: ['look'],
  agent: ['look', 'act', 'ask'],
  manager: ['look', 'act', 'ask', 'approve', 'reports', 'staff'],
};
const ABILITIES = ['look', 'act', 'ask', 'approve', 'reports', 'staff'] as const;

type Act = 'change-role' | 'renew-staff' | 'limit-staff' | 'end-staff';

/** A member of staff: what the role may do, and what managers can change. */
export function MemberPane({ member }: { readonly member: RowOf<'staff'> }) {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  const { name, fullName, role, status, since, until, sessions, isYou } = member;
  const may = MAY[role] ?? [];
  return (
    <Pane title={fullName}>
      <Facts
        facts={[
          [t('column.role'), t(`role.${role}`)],
          [t('since'), format.dateOf(since)],
          [t('until'), until === '' ? '' : format.dateOf(`${until}T06:00:00Z`)],
          [t('sessions'), status === 'ended' ? '' : String(sessions)],
        ]}
      />
      {status === 'ended' ? null : (
        <>
          <h3 className="staff__head">{t(`may.${role}`)}</h3>
          <ul className="staff__may">
            {ABILITIES.map((one) => (
              <li key={one} className={may.includes(one) ? undefined : 'quiet'}>
                {may.includes(one) ? <Icon name="check" size="s" /> : <span aria-hidden="true">–</span>}
                <span>{t(`${may.includes(one) ? 'can' : 'cannot'}.${one}`)}</span>
              </li>
            ))}
          </ul>
          {isYou ? <p className="small quiet">{t('own')}</p> : <Acts name={name} fullName={fullName} />}
        </>
      )}
    </Pane>
  );
}

function Acts({ name, fullName }: { readonly name: string; readonly fullName: string }) {
  const t = useTexts('deskStaff');
  const [act, setAct] = useState<Act>();
  const mayGive = useDefinition('change-role')?.mayGive === true;
  if (!mayGive) return null;
  const button = (command: Act, tone: 'line' | 'danger') => (
    <Button
      tone={tone}
      small
      aria-expanded={act === command}
      onClick={() => setAct(act === command ? undefined : command)}
    >
      {t(`act.${command}`)}
    </Button>
  );
  return (
    <>
      <div className="form__actions">
        {button('change-role', 'line')}
        {button('renew-staff', 'line')}
        {button('limit-staff', 'line')}
        {button('end-staff', 'danger')}
      </div>
      {act ? (
        <section aria-label={t(`act.${act}`)}>
          <CommandForm
            key={act}
            name={act}
            given={{ name }}
            action={t(`act.${act}`)}
            tone={act === 'end-staff' ? 'danger' : 'main'}
          >
            <p>{t(`about.${act}`, { name: fullName })}</p>
          </CommandForm>
        </section>
      ) : null}
    </>
  );
}
