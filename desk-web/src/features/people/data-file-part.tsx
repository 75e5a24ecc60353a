import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useId, useRef, useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { Pane } from '../../ui/pane.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { Say } from '../../ui/say.tsx';
import { useSavedFile } from '../../ui/use-saved-file.tsx';

const FORMATS = ['pdf', 'xlsx', 'csv'] as const;

/** Everything that is held of a person as a file, for managers, with the reason. */
export function DataFilePart({ person }: { readonly person: string }) {
  const t = useTexts('deskPeople');
  const id = useId();
  const [why, setWhy] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [making, setMaking] = useState('');
  const [saved, setSaved] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const { save, failure } = useSavedFile('export-person');
  const mayGive = useDefinition('export-person')?.mayGive === true;
  if (!mayGive) return null;
  const make = async (format: (typeof FORMATS)[number]) => {
    setMissing(isBlank(why));
    if (isBlank(why)) return place.current?.querySelector('textarea')?.focus();
    setMaking(format);
    setSaved('');
    const row = await save({ person, why, format });
    setSaved(row?.name ?? '');
    return setMaking('');
  };
  return (
    <Pane title={t('data.title')}>
      <div className="form" ref={place}>
        <p>{t('data.text')}</p>
        <ReasonField
          id={id}
          label={t('data.why')}
          value={why}
          onValue={setWhy}
          error={isMissing ? t('data.missing') : undefined}
        />
        {failure}
        {saved === '' ? null : (
          <Say tone="ok" isNews>
            {t('data.saved', { name: saved })}
          </Say>
        )}
        <div className="form__actions">
          {FORMATS.map((format) => (
            <Button key={format} tone="line" busy={making === format} onClick={() => void make(format)}>
              {t(`data.${format}`)}
            </Button>
          ))}
        </div>
      </div>
    </Pane>
  );
}
