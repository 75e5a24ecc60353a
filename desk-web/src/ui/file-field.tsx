import { SENT_FILE_TYPES } from '@wattle/contract/sent-file.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { described, FieldFrame } from '@wattle/web/ui/fields/field.tsx';
import { useEffect, useRef } from 'react';
import type { TakenFile } from '../calls/definitions.ts';

type FileFieldProps = {
  readonly id: string;
  readonly file: File | null;
  /** A larger file than its most bytes is not sent. */
  readonly taken: TakenFile;
  readonly error: string | undefined;
  readonly onFile: (file: File | null) => void;
};

const ACCEPTED: Readonly<Record<TakenFile['kind'], string>> = {
  document: SENT_FILE_TYPES.join(','),
  picture: 'image/svg+xml,image/png',
  sheet: '.csv,text/csv',
  workbook: '.csv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const MEGABYTE = 1024 * 1024;

/** Field for the file that a command takes. */
export function FileField({ id, file, taken: { maximum, kind }, error, onFile }: FileFieldProps) {
  const words = useTexts('deskForms');
  const input = useRef<HTMLInputElement>(null);
  const most = { most: maximum / MEGABYTE };
  const isTooLarge = file !== null && file.size > maximum;
  const field = {
    id,
    label: words(kind === 'document' ? 'field.file' : `field.file.${kind}`),
    hint: words(`file.${kind}`, most),
    error: isTooLarge ? words('file.tooLarge', most) : error,
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
        accept={ACCEPTED[kind]}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        {...described(field)}
      />
    </FieldFrame>
  );
}
