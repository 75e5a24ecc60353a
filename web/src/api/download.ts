import type { DocumentOperation, DocumentParameters } from '@wattle/contract/downloads/document.ts';
import { useRef, useState } from 'react';
import { useLanguage } from '../i18n/use-texts.ts';
import { type CallFailure, UNEXPECTED } from './send.ts';

type DocumentLike = Pick<DocumentOperation, 'name' | 'path' | 'parameters'>;

/** Loaded when needed, because most visitors of a page save nothing. */
const loadSaving = () => import('./save-document.ts');

export type Download<D> = {
  /** `making`: requested and not started. `saved`: the browser has started the download and shows its progress. */
  readonly state: 'idle' | 'making' | 'saved';
  readonly failure: CallFailure | null;
  /** `tab`: shows the document in a new tab, which is opened during the click; otherwise browsers block it. */
  readonly start: (parameters: DocumentParameters<D>, tab?: Window | null) => void;
};

/**
 * Saves a document in the language of the page: `useDownload(transferReceipt)`. One at a time. An error is shown where
 * the document was requested, and the page stays.
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
