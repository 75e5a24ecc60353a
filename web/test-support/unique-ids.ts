/**
 * Ids that stood on the page twice at any moment since the last call: a label, a description or a link within the page
 * would name the wrong one.
 */
export function takeRepeatedIds(): readonly string[] {
  note();
  return [...repeated.splice(0)];
}

const repeated: string[] = [];

function note(): void {
  const seen = new Set<string>();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (seen.has(id) && !repeated.includes(id)) repeated.push(id);
    seen.add(id);
  }
}

new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['id'] });
