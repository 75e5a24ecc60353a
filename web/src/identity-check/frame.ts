import type { FacilityMessage, FacilityStart, FacilityState } from './facility-message.ts';

/**
 * Runs in a sandboxed frame without an origin, under a separate policy: loads the scripts of the identity service and
 * shows the person's part. Its message only ends the waiting of the page; the server asks the service for the result.
 */

const FACILITY_MESSAGE: FacilityMessage = 'wattle.identity';
const TICK_MS = 200;
const TICKS_MOST = 25;

type GreenIdUi = {
  setup(options: object): void;
  show(accountId: string, apiCode: string, userToken: string): void;
};

function facility(): GreenIdUi | undefined {
  return (window as { greenidUI?: GreenIdUi }).greenidUI;
}

/**
 * The frame has an opaque origin, so the page's origin is read from the frame's address, which is on the same server.
 */
const PAGE_ORIGIN = window.location.origin;

function post(state: FacilityState, more: { readonly height?: number } = {}): void {
  window.parent.postMessage({ type: FACILITY_MESSAGE, state, ...more }, PAGE_ORIGIN);
}

function load(source: string): void {
  const script = document.createElement('script');
  script.src = source;
  // In the order in which they are given.
  script.async = false;
  document.head.append(script);
}

function show(ui: GreenIdUi, { accountId, apiCode, uiMode, userToken, language }: FacilityStart): void {
  ui.setup({
    environment: uiMode,
    frameId: 'facility',
    language,
    errorCallback: () => post('failed'),
    sessionCompleteCallback: () => post('complete'),
    sessionCancelledCallback: () => post('cancelled'),
  });
  ui.show(accountId, apiCode, userToken);
  post('shown');
}

function start(given: FacilityStart): void {
  document.documentElement.lang = given.language;
  document.documentElement.dataset['theme'] = given.theme;
  for (const source of given.scripts) load(source);
  let ticks = 0;
  const timer = setInterval(() => {
    const ui = facility();
    ticks += 1;
    if (ui) show(ui, given);
    else if (ticks >= TICKS_MOST) post('unavailable');
    else return;
    clearInterval(timer);
  }, TICK_MS);
}

let isStarted = false;
window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== window.parent || origin !== PAGE_ORIGIN || isStarted) return;
  const { type, start: given } = (data ?? {}) as { type?: unknown; start?: FacilityStart };
  if (type !== FACILITY_MESSAGE || !given) return;
  isStarted = true;
  start(given);
});

new ResizeObserver(() => post('resized', { height: document.documentElement.scrollHeight })).observe(document.body);
post('loaded');
