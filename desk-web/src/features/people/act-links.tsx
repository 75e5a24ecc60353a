import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useMayGive } from './use-acts.ts';
import type { Act } from './use-person.ts';

type ActLinksProps = {
  readonly acts: readonly Act[];
  /** Object of the actions, for screen readers. */
  readonly of: string;
  readonly onAct: (act: Act) => void;
};

/** Actions of an object, beside it. Those that the member may not give are left out. */
export function ActLinks({ acts, of, onAct }: ActLinksProps) {
  const t = useTexts('deskPeople');
  const mayGive = useMayGive();
  const possible = acts.filter(mayGive);
  if (possible.length === 0) return null;
  return (
    <p className="people__cardActs small" role="group" aria-label={t('act.of', { of })}>
      {possible.map((act) => (
        <button key={act.command} type="button" className="link-button" onClick={() => onAct({ ...act, of })}>
          {t(act.label)}
        </button>
      ))}
    </p>
  );
}
