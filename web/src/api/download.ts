import type { DocumentOperation, DocumentParameters } from '@wattle/contract/downloads/document.ts';
import { useRef, useState } from 'react';
import { useLanguage } from '../i18n/use-texts.ts';
import { type CallFailure, UNEXPECTED } from './send.ts';

type DocumentLike = Pick<DocumentOperation, 'name' | 'path' | 'parameters'>;

/** Its code is loaded once it is needed: most people read a page and save nothing. */
const loadSaving = () => import('./save-document.ts');

export type Download<D> = {
  /** `making`: asked for and not begun. `saved`: the browser has it, and shows how far it is. */
  readonly state: 'idle' | 'making' | 'saved';
  readonly failure: CallFailure | null;
  /** `tab`: shown there, where the document is one that can be. Opened by the press itself, else browsers block it. */
  readonly start: (parameters: DocumentParameters<D>, tab?: Window | null) => void;
};

/**
 * Saves a document in the language of the page: `useDownload(transferReceipt)`. One at a time; what went
 * wrong is told where it was asked for, and the page stays.
 */
export function useDownload<D extends DocumentLike>(document: D): Download<D> {
  const language = useLanguage();
  const [{ state, failure }, setOutcome] = useState<Pick<Download<D>, 'state' | 'failure'>>({
    state: 'idle',
    failure: null,
  });
  const isBusy = useRef(false);
  const start = async (parameters: DocumentParameters<D>, tab: Window | null = null) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome({ state: 'making', failure: null });
    const failed = await loadSaving().then(
      ({ saveDocument }) => saveDocument(document, parameters as Record<string, unknown>, { language, tab }),
      (): CallFailure => ({ ok: false, code: UNEXPECTED, status: 0 }),
    );
    isBusy.current = false;
    if (failed) tab?.close();
    setOutcome({ state: failed || tab ? 'idle' : 'saved', failure: failed });
  };
  return { state, failure, start: (parameters, tab) => void start(parameters, tab) };
}
