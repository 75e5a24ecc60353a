import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { type ChangeEvent, useId, useState } from 'react';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FILE_REFUSED } from './evidence.ts';

type EvidencePickerProps = {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
};

/** Photos and PDFs that go with a dispute, chosen before it is sent. */
export function EvidencePicker({ files, onFiles }: EvidencePickerProps) {
  const t = useTexts('disputes');
  const errorText = useErrorTexts();
  const id = useId();
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    setTooLarge(chosen.find(({ size }) => size > SENT_FILE_MAXIMUM)?.name ?? null);
    onFiles([...files, ...chosen.filter(({ size }) => size <= SENT_FILE_MAXIMUM)].slice(0, 10));
    target.value = '';
  };
  return (
    <div className="evidence">
      <p className="evidence__label" id={`${id}-label`}>
        {t('files.label')}
      </p>
      <label className="evidence__drop">
        <AppIcon name="document" size="m" />
        <b>{t('files.add')}</b>
        <span className="evidence__limit">{t('files.limit')}</span>
        <input
          className="visually-hidden"
          type="file"
          multiple
          accept="application/pdf,image/jpeg,image/png"
          aria-labelledby={`${id}-label`}
          onChange={add}
        />
      </label>
      <div role="alert">
        {tooLarge === null ? null : (
          <p className="evidence__problem">{t('files.failed', { name: tooLarge, reason: errorText(FILE_REFUSED) })}</p>
        )}
      </div>
      {files.length === 0 ? null : (
        <ul className="evidence__files" aria-label={t('files.list')}>
          {files.map((file, place) => (
            <li key={`${file.name} ${file.lastModified}`}>
              <span className="evidence__name">{file.name}</span>
              <button
                type="button"
                className="evidence__remove"
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => onFiles(files.filter((_, index) => index !== place))}
              >
                <Icon name="close" size="s" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
