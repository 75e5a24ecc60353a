import type { Page } from '@playwright/test';

/**
 * Runs in the page: neighbours in the document of which the later is seen before the earlier: above it in the same
 * column, or before it in the same line.
 */
function findOutOfOrder(): string[] {
  const PART = 'h1, h2, h3, h4, p, li, dt, dd, label, legend, a, button, input, select, textarea, summary';
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], .visually-hidden, .skip-link, .toast') === null &&
      width > 1 &&
      height > 1
    );
  };
  const nameOf = (element: Element) =>
    (element.textContent?.trim() || element.getAttribute('aria-label') || element.id || element.tagName).slice(0, 30);
  // A dialog is over the page, which waits.
  const within = document.querySelector('dialog[open]') ?? document;
  const parts = [...within.querySelectorAll(PART)].filter((element) => hasText(element) && isSeen(element));
  const found: string[] = [];
  for (const [place, later] of parts.entries()) {
    const earlier = parts[place - 1];
    if (!earlier || earlier.contains(later)) continue;
    const [a, b] = [earlier.getBoundingClientRect(), later.getBoundingClientRect()];
    const sharesLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    const sharesColumn = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
    const isBefore = sharesLine ? b.right <= a.left + 1 : sharesColumn && b.bottom <= a.top + 1;
    if (isBefore) found.push(`"${nameOf(later)}" is seen before "${nameOf(earlier)}"`);
  }
  return found;
}

/** Parts whose order on the screen is not that of the document, which a screen reader and the keyboard follow. */
export const outOfOrder = (page: Page): Promise<string[]> => page.evaluate(findOutOfOrder);
