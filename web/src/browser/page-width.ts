/** Widest page in rem that has the layout of a phone, as the styles ask (`@container page`). */
const NARROW_REM = 61;

/** The last answer. A question to the page forces a layout, so it is asked when its width changes. */
let isNarrow: boolean | undefined;

function measure(): boolean {
  const width = document.body.clientWidth;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  isNarrow = width > 0 && width <= NARROW_REM * rem;
  return isNarrow;
}

/** Whether the page has the layout of a phone: by its width in text. */
export function isNarrowPage(): boolean {
  return isNarrow ?? measure();
}

/** Calls back whenever the page may have another width, until the returned function is called. */
export function watchPageWidth(onChange: () => void): () => void {
  if (!('ResizeObserver' in window)) return () => undefined;
  const observer = new ResizeObserver(() => {
    measure();
    onChange();
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}
