import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { useId } from 'react';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CALLER_CHECKS, useCaller } from './caller.ts';

/** Questions for a caller, and what has matched so far. */
export function CallerPane({ person }: { readonly person: string }) {
  const t = useTexts('deskPeople');
  const { count } = useCaller(person);
  return (
    <Pane
      title={t('caller.title')}
      aside={
        count === 0 ? <Tag tone="warn">{t('caller.none')}</Tag> : <Tag tone="ok">{t('caller.ways', { count })}</Tag>
      }
    >
      <CallerChecks person={person} />
      <p className="small quiet">{t('caller.lasts')}</p>
    </Pane>
  );
}

/** The checks, each with when it was passed. */
export function CallerChecks({ person }: { readonly person: string }) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const id = useId();
  const { passed, set } = useCaller(person);
  return (
    <div className="people__checks">
      {CALLER_CHECKS.map((check) => {
        const at = passed[check];
        return (
          <div key={check}>
            <Checkbox
              id={`${id}-${check}`}
              label={t(`caller.${check}`)}
              isChecked={at !== undefined}
              error={undefined}
              onChange={(matches) => set(check, matches)}
            />
            {at === undefined ? null : <span className="people__sub">{t('caller.at', { at: format.timeOf(at) })}</span>}
          </div>
        );
      })}
    </div>
  );
}
