import { askTicket } from '@wattle/contract/downloads/ask-ticket.ts';
import type { DocumentOperation, DocumentParameters } from '@wattle/contract/downloads/document.ts';
import { useRef, useState } from 'react';
import { useLanguage } from '../i18n/use-texts.ts';
import { call } from './call.ts';
import { type CallFailure, failureOf, UNEXPECTED } from './send.ts';

type DocumentLike = Pick<DocumentOperation, 'name' | 'path' | 'parameters'>;

/** How long a file may take to begin; the ticket is good for as long. */
const PATIENCE_MS = 60_000;
/** How often the page looks for the cookie that says that the file has begun. */
const LOOK_MS = 200;
/** A frame that is taken away stops the download of some browsers while it begins. */
const FRAME_LEFT_MS = 60_000;

export type Download<D> = {
  /** `making`: asked for and not begun. `saved`: the browser has it, and shows how far it is. */
  readonly state: 'idle' | 'making' | 'saved';
  readonly failure: CallFailure | null;
  readonly start: (parameters: DocumentParameters<D>) => void;
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
  const start = async (parameters: DocumentParameters<D>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome({ state: 'making', failure: null });
    const body = { kind: document.name, parameters: parameters as Record<string, unknown>, language };
    const asked = await call(askTicket, { body });
    const failed = asked.ok ? await fetchFile(document.path, asked.value) : asked;
    isBusy.current = false;
    setOutcome({ state: failed ? 'idle' : 'saved', failure: failed });
  };
  return { state, failure, start: (parameters) => void start(parameters) };
}

/**
 * Posts the form of a document into a frame, so that its file is saved and this page stays. A page hears
 * nothing of a download: that it begins is told by a cookie, and a refusal is what the frame then shows.
 * Answers the failure, null where the file has begun.
 */
async function fetchFile(
  path: string,
  { Token, BeginCookie }: { readonly Token: string; readonly BeginCookie: string },
): Promise<CallFailure | null> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.name = BeginCookie;
  const form = document.createElement('form');
  form.hidden = true;
  form.method = 'post';
  form.action = `/api/${path}`;
  form.target = frame.name;
  const field = document.createElement('input');
  field.name = 'token';
  field.value = Token;
  form.append(field);
  document.body.append(frame, form);
  form.submit();
  form.remove();
  const outcome = await outcomeOf(frame, BeginCookie);
  if (outcome) frame.remove();
  else setTimeout(() => frame.remove(), FRAME_LEFT_MS);
  return outcome;
}

function outcomeOf(frame: HTMLIFrameElement, beginCookie: string): Promise<CallFailure | null> {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const settle = (outcome: CallFailure | null) => {
      clearInterval(look);
      frame.removeEventListener('load', read);
      resolve(outcome);
    };
    const hasBegun = () => document.cookie.split('; ').includes(`${beginCookie}=1`);
    const read = () => {
      if (hasBegun()) settle(null);
      else if (!isBlank(frame)) settle(refusalIn(frame));
    };
    const look = setInterval(() => {
      if (hasBegun()) settle(null);
      else if (Date.now() - startedAt > PATIENCE_MS) settle({ ok: false, code: UNEXPECTED, status: 0 });
    }, LOOK_MS);
    frame.addEventListener('load', read);
  });
}

/** Whether the frame is as it was made. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.href === 'about:blank';
  } catch {
    // A page of the browser's own, such as one that says that there is no connection.
    return false;
  }
}

/** What the server answered in the place of a file; no status where that cannot be read. */
function refusalIn(frame: HTMLIFrameElement): CallFailure {
  try {
    const answer: unknown = JSON.parse(frame.contentDocument?.body.textContent ?? '');
    return failureOf(400, answer);
  } catch {
    return { ok: false, code: UNEXPECTED, status: 0 };
  }
}
