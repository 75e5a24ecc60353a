/**
 * Ids that have stood on the page twice since the last call, for longer than a moment: a label, a description or a link within the page
 * would name the wrong one.
 */
export function takeRepeatedIds(): readonly string[] {
  note();
  return repeated.splice(0);
}

const repeated: string[] = [];

function note(): void {
  const seen = new Set<string>();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (seen.has(id) && !repeated.includes(id)) repeated.push(id);
    seen.add(id);
  }
}

// A page that changes with every key is checked once a second. A test's own clock does not stop it.
const { setTimeout: later } = window;
let isAsked = false;
new MutationObserver(() => {
  if (isAsked) return;
  isAsked = true;
  later(() => {
    isAsked = false;
    note();
  }, 1_000);
}).observe(document, { subtree: true, childList: true, attributeFilter: ['id'] });
