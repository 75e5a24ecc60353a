import type { DocumentOperation, DocumentParameters } from '@wattle/contract/downloads/document.ts';
import type { ReactNode } from 'react';
import { useDownload } from '../api/download.ts';
import { UNEXPECTED } from '../api/send.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import { SaveButton } from '../ui/save-button.tsx';

type Props<D> = {
  readonly document: D;
  readonly parameters: DocumentParameters<D>;
  /** "Save as PDF" unless given. */
  readonly label?: string;
  /** Name of the thing that is saved, for screen readers, where several are listed. */
  readonly name?: string;
  readonly picture?: ReactNode;
};

/** Saves a document as a file. */
export function SaveDocumentButton<D extends Pick<DocumentOperation, 'name' | 'path' | 'parameters'>>({
  document,
  parameters,
  label,
  name,
  picture,
}: Props<D>) {
  const t = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const { state, failure, start } = useDownload(document);
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  return (
    <SaveButton
      label={label ?? t('savePdf')}
      name={name}
      picture={picture}
      isBusy={state === 'making'}
      note={state === 'idle' ? '' : t(state)}
      problem={failure === null ? '' : t.has(own) ? t(own) : wordsOfCode(failure.code)}
      onPress={() => start(parameters)}
    />
  );
}
