const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Control characters that XML 1.0 does not have: all but tab and line breaks. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** A text as content or attribute of XML 1.0. Characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
