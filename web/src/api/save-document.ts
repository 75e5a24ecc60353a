import { askTicket, type DocumentOperation } from '@wattle/contract/downloads/document.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { call } from './call.ts';
import { type CallFailure, failureOf, UNEXPECTED } from './send.ts';

/** How long a file may take to begin; the ticket is good for as long. */
const PATIENCE_MS = 60_000;
/** How often the page looks for the cookie that says that the file has begun. */
const LOOK_MS = 200;
/** A frame that is taken away stops the download of some browsers while it begins. */
const FRAME_LEFT_MS = 60_000;

type Where = {
  readonly language: Language;
  /** A tab that shows the document; null: it is saved. */
  readonly tab: Window | null;
};

/** Asks for a ticket and has the browser save or show the document. Answers the failure, null where it has begun. */
export async function saveDocument(
  { name, path }: Pick<DocumentOperation, 'name' | 'path'>,
  parameters: Record<string, unknown>,
  { language, tab }: Where,
): Promise<CallFailure | null> {
  const asked = await call(askTicket, { body: { kind: name, parameters, language } });
  if (!asked.ok) return asked;
  const { BeginCookie: beginCookie } = asked.value;
  if (tab) {
    tab.name = beginCookie;
    postForm(path, asked.value);
    return outcomeOf(() => tab, beginCookie);
  }
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.name = beginCookie;
  document.body.append(frame);
  postForm(path, asked.value);
  const outcome = await outcomeOf(() => frame.contentWindow, beginCookie);
  if (outcome) frame.remove();
  else setTimeout(() => frame.remove(), FRAME_LEFT_MS);
  return outcome;
}

/**
 * Posts the form of a document into a frame or a tab, so that this page stays. A page hears nothing of a
 * download: that it begins is told by a cookie, and a refusal is what the frame or tab then shows.
 */
function postForm(path: string, ticket: { readonly Token: string; readonly BeginCookie: string }): void {
  const form = document.createElement('form');
  form.hidden = true;
  form.method = 'post';
  form.action = `/api/${path}`;
  form.target = ticket.BeginCookie;
  const field = document.createElement('input');
  field.name = 'token';
  field.value = ticket.Token;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

function outcomeOf(place: () => Window | null, beginCookie: string): Promise<CallFailure | null> {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const settle = (outcome: CallFailure | null) => {
      clearInterval(look);
      resolve(outcome);
    };
    const hasBegun = () => document.cookie.split('; ').includes(`${beginCookie}=1`);
    const look = setInterval(() => {
      if (hasBegun()) settle(null);
      else if (Date.now() - startedAt > PATIENCE_MS) settle({ ok: false, code: UNEXPECTED, status: 0 });
      else if (hasLoaded(place())) settle(refusalIn(place()));
    }, LOOK_MS);
  });
}

/** Whether something else than the blank page that was made has come there. */
function hasLoaded(place: Window | null): boolean {
  try {
    // A closed tab has no document.
    if (!place || place.closed) return true;
    return place.location.href !== 'about:blank' && place.document.readyState === 'complete';
  } catch {
    // A page of the browser's own, such as one that says that there is no connection.
    return true;
  }
}

/** Reads the server's refusal shown in place of a file; without a status where the browser cannot read it. */
function refusalIn(place: Window | null): CallFailure {
  try {
    const answer: unknown = JSON.parse(place?.document.body.textContent ?? '');
    return failureOf(400, answer);
  } catch {
    return { ok: false, code: UNEXPECTED, status: 0 };
  }
}
