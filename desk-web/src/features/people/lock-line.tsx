import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Say } from '../../ui/say.tsx';
import type { Act, Person } from './use-person.ts';

type LockLineProps = { readonly person: Person; readonly onAct: (act: Act) => void };

/** End of a lock of a sign-in, with a link to unlock it. */
export function LockLine({ person, onAct }: LockLineProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  if (person.lock === '') return null;
  const { lockOf, wrongTries } = person;
  const until = format.momentIn(person.lockedUntil);
  return (
    <Say tone="warn">
      <p>
        <strong>{t(`lock.${person.lock}`, { until })}</strong>{' '}
        {wrongTries > 0 ? <span>{t('lock.tries', { count: wrongTries })}</span> : null}{' '}
        <button
          type="button"
          className="link-button"
          onClick={() => onAct({ command: 'unlock', label: 'act.unlock', given: { signIn: lockOf } })}
        >
          {t('act.unlock')}
        </button>
      </p>
    </Say>
  );
}
