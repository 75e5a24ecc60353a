import { SENT_FILE_TYPES } from '@wattle/contract/sent-file.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { described, FieldFrame } from '@wattle/web/ui/fields/field.tsx';
import { useEffect, useRef } from 'react';

type FileFieldProps = {
  readonly id: string;
  readonly file: File | null;
  /** Most bytes. A larger file is not sent. */
  readonly maximum: number;
  readonly kind: 'document' | 'sheet';
  readonly error: string | undefined;
  readonly onFile: (file: File | null) => void;
};

/** Field for the file that a command takes. */
export function FileField({ id, file, maximum, kind, error, onFile }: FileFieldProps) {
  const t = useTexts('desk');
  const words = useTexts('deskForms');
  const input = useRef<HTMLInputElement>(null);
  const isSheet = kind === 'sheet';
  const most = { most: maximum / 1024 / 1024 };
  const isTooLarge = file !== null && file.size > maximum;
  const field = {
    id,
    label: words('field.file'),
    hint: isSheet ? words('file.sheetHint', most) : t('file.hint', most),
    error: isTooLarge ? (isSheet ? words('file.sheetTooLarge', most) : t('refusal.file_too_large')) : error,
  };
  // The browser keeps a chosen file; once it was sent, the next one is another.
  useEffect(() => {
    if (!file && input.current) input.current.value = '';
  }, [file]);
  return (
    <FieldFrame {...field}>
      <input
        ref={input}
        id={id}
        className="field__file"
        type="file"
        accept={isSheet ? '.csv,text/csv' : SENT_FILE_TYPES.join(',')}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        {...described(field)}
      />
    </FieldFrame>
  );
}
