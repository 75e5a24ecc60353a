const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Control characters that XML 1.0 does not permit: all except tab and line breaks. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Escapes text for content or attributes of XML 1.0. Characters that XML does not permit are dropped. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
