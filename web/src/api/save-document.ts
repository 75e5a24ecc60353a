import { askTicket, type DocumentOperation } from '@wattle/contract/downloads/document.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { call } from './call.ts';
import { type CallFailure, failureOf, UNEXPECTED } from './send.ts';

/** Time limit for the start of a download; the ticket is valid for as long. */
const PATIENCE_MS = 60_000;
/** Interval of checking for the cookie that marks the start of the download. */
const LOOK_MS = 200;
/** Some browsers stop a download that is starting when its frame is removed. */
const FRAME_LEFT_MS = 60_000;

type Where = {
  readonly language: Language;
  /** Tab that shows the document; null: it is saved. */
  readonly tab: Window | null;
};

/** Requests a ticket and lets the browser save or show the document. Returns the failure; null if it started. */
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
 * Posts the form of a document into a frame or a tab, so that this page stays. A page is not notified of a download, so
 * a cookie marks its start, and a refusal is read from the frame or tab.
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

/** Whether it shows something other than its initial blank page. */
function hasLoaded(place: Window | null): boolean {
  try {
    // A closed tab has no document.
    if (!place || place.closed) return true;
    return place.location.href !== 'about:blank' && place.document.readyState === 'complete';
  } catch {
    // A page of the browser itself, such as its error without a connection.
    return true;
  }
}

/** Reads the server's refusal shown instead of a file; without a status if it cannot be read. */
function refusalIn(place: Window | null): CallFailure {
  try {
    const answer: unknown = JSON.parse(place?.document.body.textContent ?? '');
    return failureOf(400, answer);
  } catch {
    return { ok: false, code: UNEXPECTED, status: 0 };
  }
}
