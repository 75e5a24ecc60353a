/** Elements without text of the page, and those that translators leave out. */
const SKIPPED = 'script, style, textarea, svg, iframe';

function textsIn(place: Node): Text[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter(({ data, parentElement }) => data !== '' && parentElement?.closest(SKIPPED) === null);
}

/**
 * The texts that a browser's translator would detach from React: those next to something else, and spaces that would be
 * a separate item in a row of items.
 */
export function textsWithoutElement(place: Element | null): readonly string[] {
  if (!place) return [];
  return textsIn(place).flatMap(({ data, parentElement: parent }) => {
    if (!parent || parent.closest('font')) return [];
    const row = parent.localName === 'own-text' && data.trim() === '' ? parent.parentElement : null;
    const isItem = row !== null && /flex|grid/.test(getComputedStyle(row).display);
    return parent.childNodes.length > 1 || isItem ? [`${parent.outerHTML.slice(0, 200)}: “${data}”`] : [];
  });
}

const TRANSLATED = 'data-translated';

function translate(text: Text): void {
  if (!text.isConnected || text.data.trim() === '' || text.parentElement?.closest(`[${TRANSLATED}]`)) return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  outer.setAttribute(TRANSLATED, '');
  inner.append(text.data);
  outer.append(inner);
  text.replaceWith(outer);
}

/**
 * Rewrites a page as the translators of browsers do: each text node is replaced by one in `<font><font>`, and so is each
 * that comes later, after a delay. It does not spare what is not to be translated, as some extensions do not.
 */
export function startTranslator(place: Element, delayMs = 0): () => void {
  const translateAll = () => textsIn(place).forEach(translate);
  const later = () => (delayMs === 0 ? translateAll() : window.setTimeout(translateAll, delayMs));
  const observer = new MutationObserver(later);
  observer.observe(place, { subtree: true, childList: true, characterData: true });
  later();
  return () => observer.disconnect();
}
