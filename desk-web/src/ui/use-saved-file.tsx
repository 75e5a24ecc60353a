import { type ReactNode, useState } from 'react';
import { giveCommand, type InputOf, newKey, type RowOf } from '../calls/commands.ts';
import type { Failure } from '../calls/send.ts';
import { useFailureWords } from './refusal-words.ts';
import { saveFile, type SavedFile } from './save-file.ts';
import { Say } from './say.tsx';

type FileCommand =
  | 'complaint-file'
  | 'complaint-report'
  | 'dispute-file'
  | 'people-file-results'
  | 'export-person'
  | 'reconciliation-report'
  | 'report'
  | 'request-attachment';

/** Saves the file that a command returns. `failure` says why the last one could not be saved. */
export function useSavedFile<Name extends FileCommand>(
  name: Name,
): {
  /** Answers the row of the file; undefined: there is none, and `failure` says why. */
  readonly save: (input: InputOf<Name>) => Promise<RowOf<Name> | undefined>;
  readonly failure: ReactNode;
} {
  const wordsOf = useFailureWords();
  const [failure, setFailure] = useState<Failure>();
  const save = async (input: InputOf<Name>) => {
    const answered = await giveCommand<RowOf<Name> & SavedFile>(name, { input, key: newKey() });
    setFailure(answered.ok ? undefined : answered.failure);
    const [row] = answered.ok ? answered.value.rows : [];
    if (row) saveFile(row);
    return row;
  };
  return {
    save,
    failure: failure ? (
      <Say tone="bad" isNews>
        {wordsOf(failure)}
      </Say>
    ) : null,
  };
}
