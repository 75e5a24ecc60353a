import { askTicket } from '@wattle/contract/downloads/ask-ticket.ts';
import type { DocumentOperation } from '@wattle/contract/downloads/document.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { call } from './call.ts';
import { type CallFailure, failureOf, UNEXPECTED } from './send.ts';

/** How long a file may take to begin; the ticket is good for as long. */
const PATIENCE_MS = 60_000;
/** How often the page looks for the cookie that says that the file has begun. */
const LOOK_MS = 200;
/** A frame that is taken away stops the download of some browsers while it begins. */
const FRAME_LEFT_MS = 60_000;

/** Asks for a ticket and has the browser save the document. Answers the failure, null where the file has begun. */
export async function saveDocument(
  { name, path }: Pick<DocumentOperation, 'name' | 'path'>,
  parameters: Record<string, unknown>,
  language: Language,
): Promise<CallFailure | null> {
  const asked = await call(askTicket, { body: { kind: name, parameters, language } });
  return asked.ok ? fetchFile(path, asked.value) : asked;
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
