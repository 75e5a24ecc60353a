import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ActPane } from './act-pane.tsx';
import { IssuePane } from './issue-pane.tsx';
import { ReportPane } from './report-pane.tsx';
import { actsOfPerson } from './use-acts.ts';
import type { Act, Person } from './use-person.ts';
import { ViewAsPane } from './view-as-pane.tsx';

const ISSUING: readonly string[] = ['issue-card', 'allocate-card'];

type ActDrawerProps = {
  readonly act: Act | 'choose' | 'view';
  readonly person: Person;
  readonly onAct: (act: Act | null) => void;
};

/** An action for a person, beside what is known of them. */
export function ActDrawer({ act, person, onAct }: ActDrawerProps) {
  const t = useTexts('deskPeople');
  const close = () => onAct(null);
  const label = act === 'choose' ? t('act.for') : act === 'view' ? t('act.view') : t(act.label);
  const key = typeof act === 'string' ? act : act.command + JSON.stringify(act.given);
  return (
    <Drawer label={label} onClose={close}>
      {act === 'view' ? (
        <ViewAsPane person={person} onClose={close} />
      ) : act !== 'choose' && act.command === 'report-card' ? (
        <ReportPane key={key} person={person} card={String(act.given['card'])} onAct={onAct} />
      ) : act !== 'choose' && ISSUING.includes(act.command) ? (
        <IssuePane key={key} act={act} person={person} onClose={close} />
      ) : (
        <ActPane key={key} act={act} acts={actsOfPerson(person)} person={person} onAct={onAct} />
      )}
    </Drawer>
  );
}
