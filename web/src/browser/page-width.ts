/** Widest page in rem that has the layout of a phone, as the styles ask (`@container page`). */
const NARROW_REM = 61;

/** Whether the page has the layout of a phone: by its width in text. */
export function isNarrowPage(): boolean {
  const width = document.body.clientWidth;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return width > 0 && width <= NARROW_REM * rem;
}

/** Calls back whenever the page may have another width, until the returned function is called. */
export function watchPageWidth(onChange: () => void): () => void {
  if (!('ResizeObserver' in window)) return () => undefined;
  const observer = new ResizeObserver(onChange);
  observer.observe(document.body);
  return () => observer.disconnect();
}
