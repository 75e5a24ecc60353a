import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useEffect, useRef } from 'react';
import { CommandForm } from '../../ui/command-form.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useMayGive } from './use-acts.ts';
import type { Act, Person } from './use-person.ts';

type ActPaneProps = {
  readonly act: Act | 'choose';
  readonly acts: readonly Act[];
  readonly person: Person;
  readonly onAct: (act: Act | null) => void;
};

/** Form of an action for a person, or the list of actions. It takes the focus when it opens. */
export function ActPane({ act, acts, person, onAct }: ActPaneProps) {
  const t = useTexts('deskPeople');
  const mayGive = useMayGive();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select, textarea, .people__acts button, .form button')?.focus();
  }, []);
  const close = (
    <Button tone="line" onClick={() => onAct(null)}>
      {t('act.close')}
    </Button>
  );
  return (
    <div ref={place}>
      {act === 'choose' ? (
        <Pane title={t('act.for')}>
          <div className="people__acts">
            {acts.filter(mayGive).map((one) => (
              <Button key={one.command} tone="line" onClick={() => onAct(one)}>
                {t(one.label)}
              </Button>
            ))}
            {close}
          </div>
        </Pane>
      ) : (
        <Pane title={act.of === undefined ? t(act.label) : t('act.titled', { what: t(act.label), of: act.of })}>
          <CommandForm name={act.command} given={act.given} action={t(act.label)} aside={close}>
            {act.command === 'message-person' ? (
              <p className="quiet">{t(`message.language.${person.language}`, { name: person.name })}</p>
            ) : null}
          </CommandForm>
        </Pane>
      )}
    </div>
  );
}
