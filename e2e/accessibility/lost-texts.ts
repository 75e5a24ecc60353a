import type { Page } from '@playwright/test';

/** Runs in the page: texts that are cut, run out of their box or of the window or are squeezed, words that break inside. */
function findLostTexts(): string[] {
  /** The side bearing of a glyph and tight letter spacing reach out of a box without a loss. */
  const SLACK_EM = 0.15;
  const windowWidth = document.documentElement.clientWidth;
  const nameOf = (element: Element) => element.getAttribute('class')?.split(' ')[0] ?? element.tagName.toLowerCase();
  const isHidden = (element: Element) =>
    !element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) ||
    element.closest('[inert], option, svg, script, style, .visually-hidden') !== null;
  /** A logo without room for its name is a picture with an accessible name. */
  const mayCut = (box: Element) => box.matches('.brand-logo') || getComputedStyle(box).clipPath !== 'none';

  /** Box that a text runs out of, walking up to the first that scrolls sideways. */
  const leaves = (from: Element, text: DOMRect, slack: number): string | undefined => {
    for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'inline' || style.display === 'contents') continue;
      if (mayCut(box)) return undefined;
      if (['auto', 'scroll'].includes(style.overflowX) && box.scrollWidth > box.clientWidth) return undefined;
      const edge = box.getBoundingClientRect();
      if (text.right > edge.right + slack || text.left < edge.left - slack) return `leaves ${nameOf(box)}`;
      if (style.overflowY === 'hidden' && text.bottom > edge.bottom + slack && !box.matches('.carousel__list'))
        return `is cut by ${nameOf(box)}`;
      if (style.position === 'fixed') break;
      if (style.position === 'absolute') box = (box as HTMLElement).offsetParent ?? document.body;
    }
    return text.right > windowWidth + slack || text.left < -slack ? 'leaves the window' : undefined;
  };

  /** Words that have only letters: numbers of accounts and addresses of mails break where they may. */
  const broken = (node: Text): string[] =>
    /[@\d]/.test(node.data)
      ? []
      : [...node.data.matchAll(/[\p{Script=Latin}’]{2,}/gu)]
          .filter(({ index, 0: word }) => {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
            return new Set(lines.map(({ top }) => Math.round(top))).size > 1;
          })
          .map(([word]) => `"${word}" breaks inside`);

  /** Chinese breaks anywhere, so an element next to a text can leave it a character or three on each line. */
  const isSqueezed = (node: Text, text: Range, em: number): boolean => {
    const { width } = text.getBoundingClientRect();
    if (!/\p{Script=Han}/u.test(node.data) || width > 3.5 * em || width > windowWidth / 2) return false;
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 2;
  };

  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || node.data.trim() === '' || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const place = range.getBoundingClientRect();
    if (place.width === 0) continue;
    const em = Number.parseFloat(getComputedStyle(parent).fontSize);
    const how = leaves(parent, place, Math.max(1, SLACK_EM * em));
    const said = `"${node.data.trim().slice(0, 40)}"`;
    if (how) found.add(`${said} ${how}`);
    if (isSqueezed(node, range, em)) found.add(`${said} is squeezed`);
    for (const fault of broken(node)) found.add(fault);
  }
  return [...found];
}

/** Texts of the page that a person cannot read whole. */
export const lostTexts = (page: Page): Promise<string[]> => page.evaluate(findLostTexts);
